import Form from "next/form";
import classes from "@/app/(account)/account/requests/request-log.module.css";
import { Button } from "@/app/ui/button";
import { TextField } from "@/app/ui/text-field";

/** A form that finds one call by its request id. */
export function CallLookup({ requestId = "" }: { readonly requestId?: string | undefined }) {
  return (
    <Form action="/account/requests" role="search" prefetch={false}>
      <div className={classes.lookup}>
        <TextField
          key={requestId}
          name="id"
          label="Request id"
          placeholder="From the X-Request-Id header"
          defaultValue={requestId}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          required
        />
        <Button type="submit" variant="default">
          Find
        </Button>
      </div>
    </Form>
  );
}

import { Button, Group, TextInput } from "@mantine/core";
import Form from "next/form";

/** A form that finds one call by its request id. */
export function CallLookup({ requestId = "" }: { readonly requestId?: string | undefined }) {
  return (
    <Form action="/account/requests" role="search">
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          key={requestId}
          name="id"
          label="Request id"
          placeholder="From the X-Request-Id header"
          defaultValue={requestId}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          required
          withAsterisk={false}
          w={{ base: "100%", sm: 340 }}
        />
        <Button type="submit" variant="default" flex="none">
          Find
        </Button>
      </Group>
    </Form>
  );
}

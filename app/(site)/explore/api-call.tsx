"use client";

import { useId } from "react";
import chip from "@/app/(site)/explore/books-chip.module.css";
import classes from "@/app/(site)/explore/explore.module.css";
import { useViewer } from "@/app/(site)/explore/viewer";
import { CopyButton } from "@/app/ui/copy-button";

/** A button that shows the API call that returns the view's prices. @param target path and query of the call. */
export const ApiCall = ({
  target,
  counted = true,
}: {
  readonly target: string;
  readonly counted?: boolean;
}) => {
  const { baseUrl } = useViewer();
  const id = useId();
  return (
    <div className={chip.place}>
      <button
        type="button"
        className={chip.chip}
        popoverTarget={id}
        aria-label="Get these prices from the API"
        title="Get these prices from the API"
      >
        API
      </button>
      <div id={id} popover="auto" className={`${chip.list} ${classes.call}`}>
        <code>GET {target}</code>
        <div>
          <span>{counted ? "costs 1 request" : "free"}</span>
          <CopyButton value={`curl -H 'X-API-Key: <API_KEY>' '${baseUrl}${target}'`} noun="curl command" />
        </div>
      </div>
    </div>
  );
};

"use client";

import classes from "@/app/(site)/explore/explore.module.css";
import { useViewer } from "@/app/(site)/explore/viewer";
import { CopyButton } from "@/app/ui/copy-button";

/** Shows, below a view, the API call that returns the view's prices. @param target path and query of the call. */
export const ApiCall = ({
  target,
  counted = true,
}: {
  readonly target: string;
  readonly counted?: boolean;
}) => {
  const { baseUrl } = useViewer();
  return (
    <details className={classes.call}>
      <summary>Get these prices from the API</summary>
      <div>
        <code>GET {target}</code>
        <span>{counted ? "costs 1 request" : "free"}</span>
        <CopyButton value={`curl -H 'X-API-Key: <API_KEY>' '${baseUrl}${target}'`} noun="curl command" />
      </div>
    </details>
  );
};

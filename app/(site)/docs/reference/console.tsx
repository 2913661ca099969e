"use client";

import { useState } from "react";
import { ConsoleForm, type ConsoleProps } from "@/app/(site)/docs/reference/console-form";
import classes from "@/app/(site)/docs/reference/reference.module.css";

/** Calls one endpoint with the reader's own key. Its form is made when it is opened. */
export const Console = (props: ConsoleProps) => {
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes.console} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        Try it <span className={classes.type}>{props.counted ? "costs 1 request" : "free"}</span>
      </summary>
      {opened && <ConsoleForm {...props} />}
    </details>
  );
};

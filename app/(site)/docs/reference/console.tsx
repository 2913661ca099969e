"use client";

import { useState } from "react";
import { ConsoleForm, type ConsoleProps } from "@/app/(site)/docs/reference/console-form";
import classes from "@/app/(site)/docs/reference/reference.module.css";

/** A console that calls one endpoint with the visitor's key. Renders its form when opened. */
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

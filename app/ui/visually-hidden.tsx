import type { ReactNode } from "react";
import classes from "@/app/ui/visually-hidden.module.css";

/** Text for screen readers only. */
export const VisuallyHidden = ({
  role,
  children,
}: {
  readonly role?: "status";
  readonly children: ReactNode;
}) => (
  <span className={classes.hidden} role={role}>
    {children}
  </span>
);

import type { ReactNode } from "react";
import classes from "@/app/ui/problem.module.css";

/** An inline error message. Screen readers announce it. */
export const Problem = ({ children }: { readonly children: ReactNode }) => (
  <div role="alert" className={classes.problem}>
    {children}
  </div>
);

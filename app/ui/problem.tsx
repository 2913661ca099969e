import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "@/app/ui/problem.module.css";

/** An inline error message. Screen readers announce it. */
export function Problem({ children }: { readonly children: ReactNode }) {
  return (
    <Alert variant="default" role="alert" className={classes.problem}>
      {children}
    </Alert>
  );
}

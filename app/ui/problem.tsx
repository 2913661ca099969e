import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "@/app/ui/problem.module.css";

/** What went wrong, where it went wrong; read out when it appears. */
export function Problem({ children }: { readonly children: ReactNode }) {
  return (
    <Alert variant="default" role="alert" className={classes.problem}>
      {children}
    </Alert>
  );
}

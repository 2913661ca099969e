import type { ReactNode } from "react";
import classes from "@/app/ui/panel.module.css";

/** A bordered box. */
export function Panel({
  children,
  padded = true,
}: {
  readonly children: ReactNode;
  readonly padded?: boolean;
}) {
  return <div className={padded ? `${classes.panel} ${classes.padded}` : classes.panel}>{children}</div>;
}

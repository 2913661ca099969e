import type { ReactNode } from "react";
import classes from "@/app/ui/badge.module.css";

type BadgeProps = {
  readonly look?: "quiet" | "strong" | "good";
  readonly title?: string;
  readonly children: ReactNode;
};

/** A short remark beside a name. */
export const Badge = ({ look = "quiet", title, children }: BadgeProps) => (
  <span className={classes.badge} data-look={look} title={title}>
    {children}
  </span>
);

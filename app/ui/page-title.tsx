import type { ReactNode } from "react";
import classes from "@/app/ui/page-title.module.css";

type PageTitleProps = {
  readonly title: string;
  /** One sentence under the title. */
  readonly lead?: ReactNode;
  /** Buttons next to the title. */
  readonly actions?: ReactNode;
};

/** The only first-level heading of a page. */
export const PageTitle = ({ title, lead, actions }: PageTitleProps) => (
  <div className={classes.top}>
    <div className={classes.text}>
      <h1>{title}</h1>
      {lead !== undefined && <div className={classes.lead}>{lead}</div>}
    </div>
    {actions}
  </div>
);

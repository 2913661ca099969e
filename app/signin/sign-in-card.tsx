import type { ReactNode } from "react";
import classes from "@/app/signin/sign-in.module.css";
import { Panel } from "@/app/ui/panel";

type SignInCardProps = {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
};

/** The narrow box that each step of the sign-in uses. */
export const SignInCard = ({ title, lead, children }: SignInCardProps) => (
  <div className={classes.card}>
    <h1>{title}</h1>
    {lead !== undefined && <p className={classes.lead}>{lead}</p>}
    <div className={classes.panel}>
      <Panel>
        <div className={classes.stack}>{children}</div>
      </Panel>
    </div>
  </div>
);

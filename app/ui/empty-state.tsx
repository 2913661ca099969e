import type { ReactNode } from "react";
import classes from "@/app/ui/empty-state.module.css";
import { LinkButton } from "@/app/ui/link-button";

type EmptyStateProps = {
  readonly title: string;
  readonly headingOrder?: 1 | 2 | 3;
  readonly children?: ReactNode;
  readonly link?: { readonly href: string; readonly label: string };
  /** A control other than a link. */
  readonly action?: ReactNode;
};

/** Shown in place of missing content. Consists of a title, an explanation and the next step. */
export const EmptyState = ({ title, headingOrder = 2, children, link, action }: EmptyStateProps) => {
  const Heading = `h${headingOrder}` as const;
  return (
    <div className={classes.state}>
      <Heading>{title}</Heading>
      {children !== undefined && <div className={classes.text}>{children}</div>}
      {link !== undefined && (
        <LinkButton href={link.href} variant="default">
          {link.label}
        </LinkButton>
      )}
      {action}
    </div>
  );
};

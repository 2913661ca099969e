import type { ReactNode } from "react";
import classes from "@/app/ui/text.module.css";

type TextProps = {
  readonly as?: "p" | "span" | "div";
  readonly small?: boolean;
  readonly quiet?: boolean;
  readonly strong?: boolean;
  readonly role?: "status";
  readonly children: ReactNode;
};

export const Text = ({ as: Element = "p", small, quiet, strong, role, children }: TextProps) => (
  <Element
    className={classes.text}
    data-small={small}
    data-quiet={quiet}
    data-strong={strong}
    {...(role !== undefined && { role })}
  >
    {children}
  </Element>
);

type HeadingProps = {
  readonly id?: string;
  readonly small?: boolean;
  /** -1 lets scripts move the focus to the heading. */
  readonly tabIndex?: -1;
  readonly children: ReactNode;
};

/** The heading of a section of a page. */
export const Heading = ({ id, small, tabIndex, children }: HeadingProps) => (
  <h2 id={id} className={classes.heading} data-small={small} tabIndex={tabIndex}>
    {children}
  </h2>
);

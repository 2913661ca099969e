import type { CSSProperties, ReactNode } from "react";
import classes from "@/app/ui/stack.module.css";

type GapProps = {
  /** The distance between two children, in px. Default 16. */
  readonly gap?: number;
  readonly children: ReactNode;
};

type StackProps = GapProps & {
  readonly as?: "div" | "section";
  /** At most as wide as a comfortable line of text. */
  readonly narrow?: boolean;
  readonly role?: "status";
  readonly "aria-labelledby"?: string;
  readonly "data-testid"?: string;
};

type RowProps = GapProps & {
  readonly justify?: "between" | "end";
  readonly align?: "end";
  readonly className?: string | undefined;
};

const gapStyle = (gap: number): CSSProperties => ({ "--gap": `${gap}px` }) as CSSProperties;

/** Children below each other. */
export const Stack = ({ as: Element = "div", gap = 16, narrow = false, children, ...props }: StackProps) => (
  <Element
    {...props}
    className={narrow ? `${classes.stack} ${classes.narrow}` : classes.stack}
    style={gapStyle(gap)}
  >
    {children}
  </Element>
);

/** Children side by side. They wrap where space is short. */
export const Row = ({ gap = 16, justify, align, className, children }: RowProps) => (
  <div
    className={className === undefined ? classes.row : `${classes.row} ${className}`}
    data-justify={justify}
    data-align={align}
    style={gapStyle(gap)}
  >
    {children}
  </div>
);

import type { ReactNode } from "react";
import classes from "@/app/ui/code-block.module.css";
import { CopyButton } from "@/app/ui/copy-button";

type CodeBlockProps = {
  readonly code: string;
  /** What it is, for the copy button and as the region's name: `curl command`. */
  readonly label: string;
  /** Shown above the code, such as a file's name or a language. */
  readonly caption?: string;
  /** Long lines are wrapped instead of scrolled: for a single command. What is copied stays one line. */
  readonly wrap?: boolean;
  /** The same code in colours. */
  readonly children?: ReactNode;
};

/** Code with a button that copies it. Long lines scroll inside the block. */
export function CodeBlock({ code, label, caption, wrap = false, children }: CodeBlockProps) {
  return (
    <figure className={classes.block} aria-label={label}>
      <figcaption className={classes.caption}>
        <span>{caption ?? label}</span>
        <CopyButton value={code} what={label} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by the keyboard */}
      <pre className={wrap ? `${classes.code} ${classes.wrap}` : classes.code} tabIndex={0}>
        <code>{children ?? code}</code>
      </pre>
    </figure>
  );
}

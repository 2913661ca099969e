import type { ReactNode } from "react";
import { BreakableText } from "@/app/ui/breakable-text";
import classes from "@/app/ui/code-block.module.css";
import { CopyButton } from "@/app/ui/copy-button";

type CodeBlockProps = {
  readonly code: string;
  /** Accessible name of the block and of its copy button, such as `curl command`. */
  readonly label: string;
  /** Text above the code, such as a file name. Default: the label. */
  readonly caption?: string;
  /** Wraps long lines instead of scrolling. */
  readonly wrap?: boolean;
  /** The same code with syntax highlighting. */
  readonly children?: ReactNode;
};

/** Code with a copy button. */
export function CodeBlock({ code, label, caption, wrap = false, children }: CodeBlockProps) {
  return (
    <figure className={classes.block} aria-label={label}>
      <figcaption className={classes.caption}>
        <span>{caption ?? label}</span>
        <CopyButton value={code} noun={label} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the block */}
      <pre className={wrap ? `${classes.code} ${classes.wrap}` : classes.code} tabIndex={0}>
        <code>{children ?? (wrap ? <BreakableText>{code}</BreakableText> : code)}</code>
      </pre>
    </figure>
  );
}

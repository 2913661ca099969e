"use client";

import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";

type CopyButtonProps = {
  readonly value: string;
  /** What is copied, for the button's name: `Copy key`. */
  readonly what?: string;
};

/** Copies a text, and says so for two seconds, also to a screen reader. */
export function CopyButton({ value, what }: CopyButtonProps) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  const said = error !== null ? "Not copied" : copied ? "Copied" : "Copy";
  return (
    <Button
      size="compact-sm"
      variant="default"
      miw={88}
      onClick={() => copy(value)}
      {...(what !== undefined && { "aria-label": said === "Copy" ? `Copy ${what}` : said })}
    >
      <span aria-live="polite">{said}</span>
    </Button>
  );
}

"use client";

import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";

type CopyButtonProps = {
  readonly value: string;
  /** Noun for the button's accessible name: `Copy API key`. */
  readonly noun?: string;
};

/** Copies a text and confirms it for two seconds, also to screen readers. */
export function CopyButton({ value, noun }: CopyButtonProps) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  const status = error !== null ? "Not copied" : copied ? "Copied" : "Copy";
  return (
    <Button
      size="compact-sm"
      variant="default"
      miw={88}
      onClick={() => copy(value)}
      {...(noun !== undefined && { "aria-label": status === "Copy" ? `Copy ${noun}` : status })}
    >
      <span aria-live="polite">{status}</span>
    </Button>
  );
}

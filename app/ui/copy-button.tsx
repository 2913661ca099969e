"use client";

import { useEffect, useState } from "react";
import classes from "@/app/ui/copy-button.module.css";

type CopyButtonProps = {
  readonly value: string;
  /** What is copied, for the button's accessible name: with `API key`, the name is `Copy API key`. */
  readonly noun?: string;
};

const confirmMs = 2000;

/** Copies a text. For two seconds, the button says whether this worked, also to screen readers. */
export function CopyButton({ value, noun }: CopyButtonProps) {
  const [status, setStatus] = useState<"Copy" | "Copied" | "Not copied">("Copy");

  useEffect(() => {
    if (status === "Copy") return;
    const timer = setTimeout(() => setStatus("Copy"), confirmMs);
    return () => clearTimeout(timer);
  }, [status]);

  const copy = async (): Promise<void> => {
    // Without https, browsers offer the clipboard on localhost only.
    const copied = navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    );
    setStatus((await copied) ? "Copied" : "Not copied");
  };

  return (
    <button
      type="button"
      className={classes.copy}
      onClick={copy}
      {...(noun !== undefined && { "aria-label": status === "Copy" ? `Copy ${noun}` : status })}
    >
      <span aria-live="polite">{status}</span>
    </button>
  );
}

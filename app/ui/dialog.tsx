"use client";

import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import classes from "@/app/ui/dialog.module.css";

type DialogProps = {
  readonly opened: boolean;
  readonly title: string;
  readonly wide?: boolean;
  /** Whether Escape and a click outside close the dialog. Default true. */
  readonly dismissible?: boolean;
  readonly onClose: () => void;
  /** Called when the dialog is gone and the focus is back where it was. */
  readonly onClosed?: () => void;
  readonly children: ReactNode;
};

function OpenDialog({ title, wide = false, dismissible = true, onClose, onClosed, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const closed = useRef(onClosed);
  closed.current = onClosed;

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The browser gives the focus back only if the dialog is closed before React removes it.
    return () => element?.close();
  }, []);
  useEffect(() => () => closed.current?.(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title means new content, and the element that had the focus is gone
  useEffect(() => {
    (dialog.current?.querySelector<HTMLElement>("[data-autofocus]") ?? heading.current)?.focus();
  }, [title]);
  useEffect(() => {
    if (dismissible) return;
    // A second Escape closes a dialog in spite of `cancel`, but not if the key press itself is cancelled.
    const keepOpen = (event: KeyboardEvent): void => {
      if (event.key === "Escape") event.preventDefault();
    };
    document.addEventListener("keydown", keepOpen, true);
    return () => document.removeEventListener("keydown", keepOpen, true);
  }, [dismissible]);

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-wide={wide}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (dismissible) onClose();
      }}
      onPointerDown={(event) => {
        if (dismissible && event.target === dialog.current) onClose();
      }}
    >
      <div className={classes.top}>
        <h2 id={titleId} ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        <button type="button" className={classes.close} aria-label="Close" onClick={onClose}>
          <svg
            width="14"
            height="14"
            viewBox="0 0 18 18"
            stroke="currentColor"
            strokeWidth="2"
            aria-hidden="true"
          >
            <path d="M3 3l12 12M15 3L3 15" />
          </svg>
        </button>
      </div>
      <div className={classes.body}>{children}</div>
    </dialog>
  );
}

/** A modal dialog. The focus goes to the element with `data-autofocus`, or else to the title. */
export const Dialog = (props: DialogProps) => (props.opened ? <OpenDialog {...props} /> : null);

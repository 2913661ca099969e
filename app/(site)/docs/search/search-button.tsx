"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "@/app/ui/button";
import classes from "@/app/ui/site-shell.module.css";

// The search and its index load when the dialog opens for the first time.
const SearchDialog = lazy(async () => ({
  default: (await import("@/app/(site)/docs/search/search-dialog")).SearchDialog,
}));

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));

type SearchButtonProps = {
  /** True for a button in the body of a page. Only the button in the site's header reacts to the keyboard shortcuts. */
  readonly isExtra?: boolean;
};

/** A button that opens the search of the docs. If the button is in the site's header, the keys `/` and Ctrl+K also open the search. */
export const SearchButton = ({ isExtra = false }: SearchButtonProps) => {
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    if (isExtra) return;
    const open = (event: KeyboardEvent) => {
      const isShortcut = event.key === "k" && (event.ctrlKey || event.metaKey);
      const isSlash = event.key === "/" && !isTyping(event.target) && !event.ctrlKey && !event.metaKey;
      if ((!isShortcut && !isSlash) || document.querySelector("dialog[open], [role=dialog]") !== null) return;
      event.preventDefault();
      // A page may have a field of its own for this key. Ctrl+K opens the search everywhere.
      const field = document.querySelector<HTMLElement>("[data-slash]");
      if (isSlash && field?.checkVisibility()) field.focus();
      else setIsOpen(true);
    };
    document.addEventListener("keydown", open);
    return () => document.removeEventListener("keydown", open);
  }, [isExtra]);

  if (isExtra)
    return (
      <>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          Search the docs
        </Button>
        {isOpen && (
          <Suspense>
            <SearchDialog onClose={() => setIsOpen(false)} />
          </Suspense>
        )}
      </>
    );

  return (
    <>
      <button
        type="button"
        className={classes.search}
        aria-label="Search docs"
        aria-keyshortcuts="/ Control+K"
        onClick={() => setIsOpen(true)}
      >
        <svg
          width="16"
          height="16"
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <circle cx="7" cy="7" r="4.5" />
          <path d="M10.5 10.5 14 14" />
        </svg>
        <span>Search docs</span>
      </button>
      {isOpen && (
        <Suspense>
          <SearchDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

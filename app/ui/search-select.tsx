"use client";

import { type ComponentType, useId, useRef, useState } from "react";
import type { SearchList } from "@/app/ui/search-list";
import type { SearchOption } from "@/app/ui/search-option";
import classes from "@/app/ui/search-select.module.css";

export type SearchSelectProps = {
  /** The accessible name. */
  readonly label: string;
  /** Shown while no option is chosen. */
  readonly placeholder: string;
  /** Options of one group are next to each other. */
  readonly options: readonly SearchOption[];
  readonly value?: string | undefined;
  readonly className?: string | undefined;
  readonly onChange: (value: string) => void;
};

/** A button that opens a list with a search field. The list's script loads when the reader first points at the button or focuses it. */
export function SearchSelect({ label, placeholder, options, value, className, onChange }: SearchSelectProps) {
  const [List, setList] = useState<ComponentType<Parameters<typeof SearchList>[0]>>();
  const [isOpen, setIsOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The list closes as soon as the pointer is released outside, so before the click on the button.
  const wasOpen = useRef(false);
  const panelId = useId();
  const chosen = options.find((option) => option.value === value);

  const load = (): void => {
    if (List !== undefined) return;
    // A failed load is tried again at the next use of the button.
    import("@/app/ui/search-list").then(
      (loaded) => setList(() => loaded.SearchList),
      () => undefined,
    );
  };
  const close = (): void => {
    setIsOpen(false);
    if (frame.current?.contains(document.activeElement)) button.current?.focus();
  };

  return (
    <div
      ref={frame}
      className={className === undefined ? classes.frame : `${classes.frame} ${className}`}
      data-open={isOpen}
    >
      <button
        ref={button}
        type="button"
        role="combobox"
        className={classes.button}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={panelId}
        data-empty={chosen === undefined}
        onPointerEnter={load}
        onFocus={load}
        onMouseDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={() => {
          load();
          setIsOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
      >
        <span className={classes.value}>{chosen?.label ?? placeholder}</span>
        <svg width="10" height="6" viewBox="0 0 10 6" fill="none" stroke="#868e96" aria-hidden="true">
          <path d="M1 1l4 4 4-4" />
        </svg>
      </button>
      {isOpen && List !== undefined && (
        <div id={panelId} role="dialog" aria-label={label} className={classes.panel}>
          <List
            label={label}
            options={options}
            value={value}
            onClose={close}
            onChoose={(option) => {
              close();
              onChange(option);
            }}
          />
        </div>
      )}
    </div>
  );
}

"use client";

import { useEffect } from "react";
import { colorSchemeKey } from "@/app/ui/color-scheme";
import classes from "@/app/ui/color-scheme-toggle.module.css";

type ColorScheme = "light" | "dark";

const readChoice = (): ColorScheme | undefined => {
  // Access to the storage throws when the browser blocks it.
  try {
    const choice = localStorage.getItem(colorSchemeKey);
    return choice === "light" || choice === "dark" ? choice : undefined;
  } catch {
    return undefined;
  }
};

const show = (scheme: ColorScheme): void => {
  document.documentElement.dataset.colorScheme = scheme;
};

const choose = (scheme: ColorScheme): void => {
  show(scheme);
  try {
    localStorage.setItem(colorSchemeKey, scheme);
  } catch {
    // Without storage, the choice applies until the reader leaves the page.
  }
};

/** Switches between light and dark. The browser stores the choice. Without a choice, the page follows the system. */
export function ColorSchemeToggle() {
  useEffect(() => {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => show(readChoice() ?? (system.matches ? "dark" : "light"));
    system.addEventListener("change", follow);
    window.addEventListener("storage", follow);
    return () => {
      system.removeEventListener("change", follow);
      window.removeEventListener("storage", follow);
    };
  }, []);

  const toggle = () => choose(document.documentElement.dataset.colorScheme === "dark" ? "light" : "dark");
  return (
    <button
      type="button"
      className={classes.toggle}
      aria-label="Switch between light and dark"
      onClick={toggle}
    >
      <svg
        width="18"
        height="18"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        aria-hidden="true"
      >
        <g className={classes.sun}>
          <circle cx="12" cy="12" r="4" />
          <path
            strokeLinecap="round"
            d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1"
          />
        </g>
        <path
          className={classes.moon}
          strokeLinejoin="round"
          d="M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5Z"
        />
      </svg>
    </button>
  );
}

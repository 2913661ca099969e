"use client";

import { ActionIcon, useMantineColorScheme } from "@mantine/core";
import classes from "@/app/ui/color-scheme-toggle.module.css";

/** Switches between light and dark. The browser stores the choice. */
export function ColorSchemeToggle() {
  const { toggleColorScheme } = useMantineColorScheme();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label="Switch between light and dark"
      onClick={() => toggleColorScheme()}
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
    </ActionIcon>
  );
}

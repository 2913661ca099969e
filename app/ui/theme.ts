import { createTheme, type MantineColorsTuple } from "@mantine/core";

const green: MantineColorsTuple = [
  "#e9f8f1",
  "#d3efe2",
  "#a6dfc6",
  "#74cda8",
  "#4dbe8f",
  "#2fae7c",
  "#1c976a",
  "#0f7f58",
  "#0b6d4c",
  "#075339",
];

/** Neutral greys for the dark scheme, slightly cooler than Mantine's. */
const dark: MantineColorsTuple = [
  "#d6dade",
  "#b4bac1",
  "#979ea7",
  "#6b737d",
  "#3c434b",
  "#2b3138",
  "#1d2227",
  "#14181c",
  "#0f1215",
  "#0a0c0e",
];

const systemFont =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif';

export const theme = createTheme({
  colors: { green, dark },
  primaryColor: "green",
  // White text on this shade has a contrast ratio above 4.5, in both schemes.
  primaryShade: { light: 7, dark: 7 },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  fontFamily: systemFont,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontFamily: systemFont,
    fontWeight: "600",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "1.75rem", lineHeight: "1.25" },
      h2: { fontSize: "1.25rem", lineHeight: "1.35" },
      h3: { fontSize: "1.0625rem", lineHeight: "1.4" },
    },
  },
});

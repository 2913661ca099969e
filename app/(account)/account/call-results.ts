/** The call results that the usage charts and tables show separately. */
export const callResults = [
  { name: "counted", label: "Counted", color: "var(--chart-green)" },
  { name: "free", label: "Free", color: "var(--chart-blue)" },
  { name: "refused", label: "Rejected", color: "var(--chart-orange)" },
] as const;

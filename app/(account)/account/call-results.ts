/** The call results that the usage charts and tables show separately. */
export const callResults = [
  { name: "counted", label: "Counted", color: "green.6" },
  { name: "free", label: "Free", color: "blue.5" },
  { name: "refused", label: "Rejected", color: "orange.6" },
] as const;

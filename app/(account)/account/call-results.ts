/** The results of calls that charts and tables of usage distinguish. */
export const callResults = [
  { name: "counted", label: "Counted", color: "green.6" },
  { name: "free", label: "Free", color: "blue.5" },
  { name: "refused", label: "Refused", color: "orange.6" },
] as const;

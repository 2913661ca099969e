/** How calls end, as charts and tables of usage show them. */
export const callKinds = [
  { name: "counted", label: "Counted", color: "green.6" },
  { name: "free", label: "Free", color: "blue.5" },
  { name: "refused", label: "Refused", color: "orange.6" },
] as const;

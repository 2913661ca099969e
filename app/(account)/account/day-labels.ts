import type { Zone } from "@/app/(site)/live/time-text";
import { formatDate } from "@/app/ui/format";

/** The labels of a day (UTC) in a chart, in the reader's order of day and month. @param day `YYYY-MM-DD`. */
export const dayLabels = (
  day: string,
  { american }: Pick<Zone, "american">,
): { readonly label: string; readonly shortLabel: string } => {
  const label = formatDate(day, { name: "UTC", american });
  return { label, shortLabel: label.replace(/,? \d{4}$/, "") };
};

import { formatDate } from "@/app/ui/format";

/** The labels of a day in a chart. @param day `YYYY-MM-DD`. */
export const dayLabels = (day: string): { readonly label: string; readonly shortLabel: string } => {
  const label = formatDate(day);
  return { label, shortLabel: label.replace(/ \d{4}$/, "") };
};

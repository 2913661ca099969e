import { callResults } from "@/app/(account)/account/call-results";
import { BarChart } from "@/app/ui/bar-chart";
import { formatDate } from "@/app/ui/format";
import type { DailyCalls } from "@/server/accounts/read-usage";

const shortDay = (day: string): string => formatDate(day).replace(/ \d{4}$/, "");

/** Calls per day. */
export const CallsChart = ({ days }: { readonly days: readonly DailyCalls[] }) => (
  <BarChart
    caption="Calls per day"
    unit="Day"
    series={callResults.map(({ name, label, color }) => ({
      name,
      label,
      color: `var(--mantine-color-${color.replace(".", "-")})`,
    }))}
    bars={days.map(({ day, ...values }) => ({ label: formatDate(day), shortLabel: shortDay(day), values }))}
  />
);

import { dayLabels } from "@/app/(account)/account/day-labels";
import type { Zone } from "@/app/(site)/live/time-text";
import { BarChart } from "@/app/ui/bar-chart";
import { formatNumber } from "@/app/ui/format-number";
import { Panel } from "@/app/ui/panel";
import { ResponsiveTable } from "@/app/ui/responsive-table";
import classes from "@/app/ui/responsive-table.module.css";
import { TextLink } from "@/app/ui/text-link";
import type { RefusedCalls, Usage } from "@/server/account/owner/read-usage";
import { errors } from "@/server/domain/errors/errors";

const colors = ["orange", "red", "purple", "blue", "yellow", "gray"] as const;
const columns = [
  { name: "Reason", width: "wide" },
  { name: "How to fix it" },
  { name: "Calls", width: "tiny", end: true },
] as const;

const sumByDay = ([first, ...others]: readonly RefusedCalls[]): readonly number[] =>
  first?.byDay.map((calls, day) => others.reduce((sum, { byDay }) => sum + (byDay[day] ?? 0), calls)) ?? [];

/** Rejected calls by reason. Each reason links to its calls in the request log. */
export function Refusals({ usage, zone }: { readonly usage: Usage; readonly zone: Zone }) {
  const { refusals } = usage;
  const separate = refusals.slice(0, colors.length - 1);
  const others = refusals.slice(separate.length);
  const series = [
    ...separate.map(({ code, byDay }) => ({ name: code as string, label: code as string, byDay })),
    ...(others.length === 0 ? [] : [{ name: "others", label: "Other reasons", byDay: sumByDay(others) }]),
  ].map((one, index) => ({ ...one, color: `var(--chart-${colors[index]})` }));
  return (
    <>
      <Panel>
        <BarChart
          caption="Rejected calls per day"
          unit="Day (UTC)"
          series={series}
          bars={usage.days.map(({ day }, index) => ({
            ...dayLabels(day, zone),
            values: Object.fromEntries(series.map(({ name, byDay }) => [name, byDay[index] ?? 0])),
          }))}
        />
      </Panel>
      <ResponsiveTable label="Rejected calls by reason" columns={columns}>
        {refusals.map(({ code, calls }) => (
          <tr key={code}>
            <th scope="row">
              <TextLink href={`/account/requests?code=${code}`} size="sm">
                {code}
              </TextLink>
            </th>
            <td className={classes.whole}>
              {errors[code].title}. <span className={classes.quiet}>{errors[code].fix}</span>
            </td>
            <td data-name="Calls" className={classes.end}>
              {formatNumber(calls)}
            </td>
          </tr>
        ))}
      </ResponsiveTable>
    </>
  );
}

"use client";

import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { VisuallyHidden } from "@mantine/core";
import { callResults } from "@/app/(account)/account/call-results";
import { formatDate, formatNumber } from "@/app/ui/format";
import type { DailyCalls } from "@/server/accounts/read-usage";

const shortDay = (day: string): string => formatDate(day).replace(/ \d{4}$/, "");

/** Calls per day as stacked bars, with a hidden table for screen readers. */
export function CallsChart({ days }: { readonly days: readonly DailyCalls[] }) {
  return (
    <>
      <div aria-hidden="true">
        <BarChart
          h={240}
          data={days.map((day) => ({ ...day, day: shortDay(day.day) }))}
          dataKey="day"
          type="stacked"
          series={[...callResults]}
          withLegend
          legendProps={{ verticalAlign: "top", height: 40 }}
          gridAxis="x"
          tickLine="none"
          maxBarWidth={24}
          valueFormatter={formatNumber}
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ isAnimationActive: false }}
          xAxisProps={{ minTickGap: 24 }}
          yAxisProps={{ width: 56, allowDecimals: false }}
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>Calls per day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {callResults.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((calls) => (
              <tr key={calls.day}>
                <th scope="row">{formatDate(calls.day)}</th>
                {callResults.map(({ name }) => (
                  <td key={name}>{calls[name]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  );
}

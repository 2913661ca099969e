"use client";

import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { VisuallyHidden } from "@mantine/core";
import { callKinds } from "@/app/(account)/account/call-kinds";
import { showDate, showNumber } from "@/app/ui/show-time";
import type { DailyCalls } from "@/server/accounts/read-usage";

const shortDay = (day: string): string => showDate(day).replace(/ \d{4}$/, "");

/** Calls per day as stacked bars, and as a table for who cannot see them. */
export function CallsChart({ days }: { readonly days: readonly DailyCalls[] }) {
  return (
    <>
      <div aria-hidden="true">
        <BarChart
          h={240}
          data={days.map((day) => ({ ...day, day: shortDay(day.day) }))}
          dataKey="day"
          type="stacked"
          series={[...callKinds]}
          withLegend
          legendProps={{ verticalAlign: "top", height: 40 }}
          gridAxis="x"
          tickLine="none"
          maxBarWidth={24}
          valueFormatter={showNumber}
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
              {callKinds.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((calls) => (
              <tr key={calls.day}>
                <th scope="row">{showDate(calls.day)}</th>
                {callKinds.map(({ name }) => (
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

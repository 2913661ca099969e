"use client";

import "@mantine/charts/styles.css";
import { LineChart } from "@mantine/charts";
import { MultiSelect, NativeSelect, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import classes from "@/app/(site)/explore/explore.module.css";
import {
  chartRows,
  type FixtureSeries,
  listMovements,
  listSeries,
  rowKeyOf,
  type SeriesChoice,
  timeTicks,
} from "@/app/(site)/explore/movement";
import { MovementTable } from "@/app/(site)/explore/movement-table";
import { formatPoint, formatStart } from "@/app/(site)/format-price";

type MovementChartProps = {
  readonly series: FixtureSeries;
  readonly market: string;
  /** End of the chart, ms since the epoch. */
  readonly until: number;
};

const colors = [
  "green.6",
  "blue.5",
  "orange.6",
  "grape.5",
  "red.5",
  "cyan.6",
  "yellow.7",
  "indigo.4",
] as const;
const defaultLines = 4;

const seriesLabel = ({ name, description, point }: SeriesChoice): string =>
  [description, name, point === undefined ? undefined : formatPoint(point, false)].filter(Boolean).join(" ");

/** A market's recorded prices as a chart with one line per chosen book, and as a table. */
export const MovementChart = ({ series, market, until }: MovementChartProps) => {
  const all = listSeries(series, market);
  const [seriesId, setSeriesId] = useState(all[0]?.id ?? "");
  const [value, setValue] = useState<"price" | "point">("price");
  const [chosen, setChosen] = useState<readonly string[]>();
  const choice = all.find(({ id }) => id === seriesId) ?? all[0];
  if (choice === undefined) return null;
  const movements = listMovements(series, market, choice);
  const recorded = movements.filter(({ steps }) => steps.length > 0);
  const drawn = chosen ?? recorded.slice(0, defaultLines).map(({ book }) => book);
  const lines = recorded.filter(({ book }) => drawn.includes(book)).slice(0, colors.length);
  const moves =
    choice.point === undefined &&
    recorded.some(({ steps }) => steps.some(({ point }) => point !== undefined));
  const shown = moves ? value : "price";
  const rows = chartRows(lines, shown, Math.min(until, Date.parse(String(series.commence_time))));
  const [first, last] = [rows[0]?.at ?? until, rows.at(-1)?.at ?? until];
  return (
    <div className={classes.movement}>
      <div className={classes.chartChoices}>
        <NativeSelect
          label="Price of"
          value={choice.id}
          onChange={(event) => setSeriesId(event.currentTarget.value)}
          data={all.map((option) => ({ value: option.id, label: seriesLabel(option) }))}
        />
        <MultiSelect
          label={`Books (up to ${colors.length})`}
          searchable
          maxValues={colors.length}
          value={[...drawn]}
          onChange={setChosen}
          data={recorded.map(({ book, title }) => ({ value: book, label: title }))}
        />
        {moves && (
          <SegmentedControl
            aria-label="Chart values"
            value={value}
            onChange={(next) => setValue(next as "price" | "point")}
            data={[
              { value: "price", label: "Price" },
              { value: "point", label: "Line" },
            ]}
          />
        )}
      </div>
      <LineChart
        h={320}
        data={rows as unknown as Record<string, number>[]}
        dataKey="at"
        series={lines.map(({ book, title }, index) => ({
          name: rowKeyOf(book),
          label: title,
          color: colors[index] ?? "gray.6",
        }))}
        curveType="stepAfter"
        withDots={false}
        withLegend
        strokeWidth={2}
        yAxisProps={{ domain: ["auto", "auto"], width: 48 }}
        valueFormatter={(drawn) => (shown === "price" ? drawn.toFixed(2) : formatPoint(drawn, false))}
        xAxisProps={{
          type: "number",
          ticks: [...timeTicks(first, last)],
          domain: ["dataMin", "dataMax"],
          scale: "time",
          tickFormatter: (at: number) => formatStart(at).replace(/^\w+ /, "").replace(" UTC", ""),
        }}
        // The label is undefined until the pointer is over the chart.
        tooltipProps={{ labelFormatter: (at) => (typeof at === "number" ? formatStart(at) : "") }}
        lineChartProps={{ accessibilityLayer: true }}
      />
      <p className={classes.unmatched}>
        {shown === "price" ? "Decimal prices" : "Lines"} by time of recording (UTC).
      </p>
      <MovementTable movements={movements} value={shown} />
    </div>
  );
};

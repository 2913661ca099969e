"use client";

import "@mantine/charts/styles.css";
import { LineChart } from "@mantine/charts";
import { MultiSelect, NativeSelect, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import classes from "@/app/(site)/explore/explore.module.css";
import {
  chartRows,
  type FixtureSeries,
  type Followed,
  listFollowed,
  listMovements,
  rowKeyOf,
  timeTicks,
} from "@/app/(site)/explore/movement";
import { MovementTable } from "@/app/(site)/explore/movement-table";
import { pointText, startText } from "@/app/(site)/price-text";

type MovementChartProps = {
  readonly series: FixtureSeries;
  readonly market: string;
  /** ms since the epoch: how far the last prices are drawn. */
  readonly until: number;
};

const colours = [
  "green.6",
  "blue.5",
  "orange.6",
  "grape.5",
  "red.5",
  "cyan.6",
  "yellow.7",
  "indigo.4",
] as const;
const drawnAtFirst = 4;

const followedText = ({ name, description, point }: Followed): string =>
  [description, name, point === undefined ? undefined : pointText(point, false)].filter(Boolean).join(" ");

/** A market's recorded prices as lines, one for each chosen book, with the same in a table. */
export const MovementChart = ({ series, market, until }: MovementChartProps) => {
  const all = listFollowed(series, market);
  const [followedId, setFollowedId] = useState(all[0]?.id ?? "");
  const [value, setValue] = useState<"price" | "point">("price");
  const [chosen, setChosen] = useState<readonly string[]>();
  const followed = all.find(({ id }) => id === followedId) ?? all[0];
  if (followed === undefined) return null;
  const movements = listMovements(series, market, followed);
  const recorded = movements.filter(({ steps }) => steps.length > 0);
  const drawn = chosen ?? recorded.slice(0, drawnAtFirst).map(({ book }) => book);
  const lines = recorded.filter(({ book }) => drawn.includes(book)).slice(0, colours.length);
  const moves =
    followed.point === undefined &&
    recorded.some(({ steps }) => steps.some(({ point }) => point !== undefined));
  const shown = moves ? value : "price";
  const rows = chartRows(lines, shown, Math.min(until, Date.parse(String(series.commence_time))));
  const [first, last] = [rows[0]?.at ?? until, rows.at(-1)?.at ?? until];
  return (
    <div className={classes.movement}>
      <div className={classes.chartChoices}>
        <NativeSelect
          label="Price of"
          value={followed.id}
          onChange={(event) => setFollowedId(event.currentTarget.value)}
          data={all.map((each) => ({ value: each.id, label: followedText(each) }))}
        />
        <MultiSelect
          label={`Books, at most ${colours.length}`}
          searchable
          maxValues={colours.length}
          value={[...drawn]}
          onChange={setChosen}
          data={recorded.map(({ book, title }) => ({ value: book, label: title }))}
        />
        {moves && (
          <SegmentedControl
            aria-label="What to draw"
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
          color: colours[index] ?? "gray.6",
        }))}
        curveType="stepAfter"
        withDots={false}
        withLegend
        strokeWidth={2}
        yAxisProps={{ domain: ["auto", "auto"], width: 48 }}
        valueFormatter={(drawn) => (shown === "price" ? drawn.toFixed(2) : pointText(drawn, false))}
        xAxisProps={{
          type: "number",
          ticks: [...timeTicks(first, last)],
          domain: ["dataMin", "dataMax"],
          scale: "time",
          tickFormatter: (at: number) => startText(at).replace(/^\w+ /, "").replace(" UTC", ""),
        }}
        // Before the pointer is on the chart there is no label.
        tooltipProps={{ labelFormatter: (at) => (typeof at === "number" ? startText(at) : "") }}
        lineChartProps={{ accessibilityLayer: true }}
      />
      <p className={classes.unmatched}>
        {shown === "price" ? "Decimal prices" : "Lines"} by the time of recording, UTC.
      </p>
      <MovementTable movements={movements} value={shown} />
    </div>
  );
};

import { describe, expect, test } from "vitest";
import {
  chartRows,
  type FixtureSeries,
  listMovements,
  listSeries,
  timeTicks,
} from "@/app/(site)/explore/movement";

type Points = FixtureSeries["bookmakers"][number]["markets"][number]["points"];

const series = (books: Readonly<Record<string, Points>>): FixtureSeries => ({
  id: "x",
  sport_key: "americanfootball_nfl",
  sport_title: "NFL",
  commence_time: "2026-11-22T18:00:00Z",
  home_team: "Bills",
  away_team: "Chiefs",
  archive_from: "2026-09-01T00:00:00Z",
  bookmakers: Object.entries(books).map(([key, points]) => ({
    key,
    title: key,
    markets: [{ key: "spreads", movement: points.length === 0 ? "not_recorded" : "recorded", points }],
  })),
  unmatched_bookmakers: [],
});

const point = (hour: number, price: number, line: number): Points[number] => ({
  recorded_at: `2026-11-20T${String(hour).padStart(2, "0")}:00:00Z`,
  outcomes: [{ name: "Bills", price, point: line }],
});
const at = (hour: number): number => Date.UTC(2026, 10, 20, hour);

describe("listMovements and chartRows", () => {
  const record = series({
    still: [point(1, 1.9, -3)],
    busy: [point(2, 1.95, -3), point(4, 1.8, -3.5)],
    none: [],
  });
  const [bills] = listSeries(record, "spreads");
  if (bills === undefined) throw new Error("the series is missing");

  test("a side is one series if every book quotes one line at a time", () => {
    expect(listSeries(record, "spreads")).toEqual([
      { id: "Bills||", name: "Bills", description: undefined, point: undefined },
    ]);
  });

  test("each line of a ladder is a separate series", () => {
    const ladder = series({
      a: [
        {
          recorded_at: "2026-11-20T01:00:00Z",
          outcomes: [
            { name: "Bills", price: 1.9, point: -3 },
            { name: "Bills", price: 2.2, point: -6 },
          ],
        },
      ],
    });
    expect(listSeries(ladder, "spreads").map(({ point: line }) => line)).toEqual([-3, -6]);
  });

  test("movements list every book, books without records included, most changes first", () => {
    expect(listMovements(record, "spreads", bills).map(({ book, steps }) => [book, steps.length])).toEqual([
      ["busy", 2],
      ["still", 1],
      ["none", 0],
    ]);
  });

  test("a chart keeps a price until it changes and has no value before the first price", () => {
    const rows = chartRows(listMovements(record, "spreads", bills), "price", at(6));
    expect(rows).toEqual([
      { at: at(1), book_still: 1.9 },
      { at: at(2), book_still: 1.9, book_busy: 1.95 },
      { at: at(4), book_still: 1.9, book_busy: 1.8 },
      { at: at(6), book_still: 1.9, book_busy: 1.8 },
    ]);
  });

  test("a book with the key at or __proto__ does not overwrite the times of the chart rows", () => {
    const odd = series({ at: [point(1, 1.9, -3)], ["__proto__"]: [point(1, 2.1, -3)] });
    const rows = chartRows(listMovements(odd, "spreads", bills), "price", at(2));
    expect(rows).toEqual([
      { at: at(1), book_at: 1.9, book___proto__: 2.1 },
      { at: at(2), book_at: 1.9, book___proto__: 2.1 },
    ]);
  });

  test("a chart can show the line instead of the price", () => {
    expect(chartRows(listMovements(record, "spreads", bills), "point", at(6)).at(-1)).toEqual({
      at: at(6),
      book_still: -3,
      book_busy: -3.5,
    });
  });
});

describe("timeTicks", () => {
  test.each([
    ["an hour and a half", at(10) + 60_000, at(11) + 1_800_000, [10.25, 10.5, 10.75, 11, 11.25, 11.5]],
    ["ten hours", at(3) + 1, at(13), [6, 9, 12]],
    ["two days", at(-13), at(36), [-12, 0, 12, 24, 36]],
  ])("the ticks of a chart over %s are round times", (_, from, to, hours) => {
    expect(timeTicks(from, to)).toEqual(hours.map((hour) => at(0) + hour * 3_600_000));
  });

  test.each([0, 1, 60_000, 86_400_000, 14 * 86_400_000, 400 * 86_400_000])(
    "a chart over %d ms has at most seven ticks, all within it",
    (span) => {
      const ticks = timeTicks(at(5) + 1, at(5) + 1 + span);
      expect(ticks.length).toBeLessThanOrEqual(7);
      for (const tick of ticks) expect(tick - at(5) - 1).toBeGreaterThanOrEqual(0);
      for (const tick of ticks) expect(tick - at(5) - 1).toBeLessThanOrEqual(span);
    },
  );
});

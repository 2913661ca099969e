import { describe, expect, test } from "vitest";
import {
  type FixtureSeries,
  fullRange,
  lineMoves,
  listMovements,
  listSeries,
  stepAt,
  stepPath,
  stepsBetween,
  timeTicks,
  valueTicks,
  zoomedRange,
} from "@/app/(site)/explore/movement/movement";
import { movementCsv } from "@/app/(site)/explore/movement/movement-csv";
import { formatClock, zoneOffset } from "@/app/(site)/live/time-text";
import { hourMs, minuteMs } from "@/server/domain/durations";

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

const record = series({
  still: [point(1, 1.9, -3)],
  busy: [point(2, 1.95, -3), point(4, 1.8, -3.5), point(5, 1.85, -3.5)],
  none: [],
});
const [bills] = listSeries(record, "spreads");
if (bills === undefined) throw new Error("the series is missing");
const movements = listMovements(record, "spreads", bills);
const busy = movements[0]?.steps ?? [];

describe("the price series of a chart", () => {
  test("if a book quotes several lines of a side at once, each line is a series; otherwise the side is one series", () => {
    expect(listSeries(record, "spreads").map(({ id }) => id)).toEqual(["Bills||"]);
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

  test("listMovements returns every book, sorted by the number of changes, highest first", () => {
    expect(movements.map(({ book, steps }) => [book, steps.length])).toEqual([
      ["busy", 3],
      ["still", 1],
      ["none", 0],
    ]);
  });

  test("a price is in force from the time it was recorded until the next price is recorded", () => {
    expect(stepAt(busy, at(2) - 1)).toBeUndefined();
    expect(stepAt(busy, at(4) - 1)?.price).toBe(1.95);
    expect(stepsBetween(busy, at(3), at(4)).map((step) => [step.at, step.price])).toEqual([
      [at(3), 1.95],
      [at(4), 1.8],
    ]);
  });

  test("a price that the archive repeats because another side changed is not a change of this side", () => {
    const both = (hour: number, own: number, other: number): Points[number] => ({
      recorded_at: `2026-11-20T${String(hour).padStart(2, "0")}:00:00Z`,
      outcomes: [
        { name: "Bills", price: own },
        { name: "Chiefs", price: other },
      ],
    });
    const record = series({ a: [both(1, 1.9, 1.9), both(2, 1.9, 1.95), both(3, 1.9, 1.8), both(4, 2, 1.8)] });
    const changes = (side: number) => {
      const choice = listSeries(record, "spreads")[side];
      if (choice === undefined) throw new Error("the series is missing");
      return listMovements(record, "spreads", choice)[0]?.steps.map((step) => [step.at, step.price]);
    };
    expect(changes(0)).toEqual([
      [at(1), 1.9],
      [at(4), 2],
    ]);
    expect(changes(1)).toEqual([
      [at(1), 1.9],
      [at(2), 1.95],
      [at(3), 1.8],
    ]);
  });

  test("a line that its book has removed is in force until its removal, and again after its return", () => {
    const rung = (price: number, line: number) => ({ name: "Bills", price, point: line });
    const snapshot = (hour: number, ...outcomes: Points[number]["outcomes"]): Points[number] => ({
      recorded_at: `2026-11-20T${String(hour).padStart(2, "0")}:00:00Z`,
      outcomes,
    });
    const ladder = series({
      a: [
        snapshot(1, rung(1.9, -3), rung(2.2, -6)),
        snapshot(2, rung(1.8, -3)),
        snapshot(5, rung(1.8, -3), rung(2.2, -6)),
      ],
    });
    const six = listSeries(ladder, "spreads").find(({ point: line }) => line === -6);
    if (six === undefined) throw new Error("the line is missing");
    const steps = listMovements(ladder, "spreads", six)[0]?.steps ?? [];
    expect([1, 2, 4, 5].map((hour) => stepAt(steps, at(hour))?.price)).toEqual([
      2.2,
      undefined,
      undefined,
      2.2,
    ]);
    const path = stepPath(
      steps,
      "price",
      at(6),
      (time) => (time - at(0)) / hourMs,
      (price) => price,
    );
    expect(path).toBe("M1.0 2.2H2.0M5.0 2.2H6.0");
  });

  test("lineMoves returns changes of the line, but not changes of the price alone", () => {
    expect(lineMoves(busy).map((step) => [step.at, step.point])).toEqual([[at(4), -3.5]]);
  });
});

describe("the range and ticks of a chart", () => {
  test("if the game's start is near or has passed, the chart ends at the start; otherwise it ends now", () => {
    expect(fullRange(movements, at(60), at(9))).toEqual({ from: at(1), to: at(9) });
    expect(fullRange(movements, at(10), at(9))).toEqual({ from: at(1), to: at(10) });
    expect(fullRange(movements, at(8), at(9))).toEqual({ from: at(1), to: at(8) });
    expect(fullRange([], at(8), at(9))).toBeUndefined();
  });

  test("a zoom stays within the chart, and an invalid zoom shows the whole chart", () => {
    const full = { from: at(1), to: at(9) };
    const seconds = (hour: number) => String(at(hour) / 1000);
    expect(zoomedRange(full, seconds(2), seconds(99))).toEqual({ from: at(2), to: at(9) });
    expect(zoomedRange(full, seconds(5), seconds(4))).toEqual(full);
    expect(zoomedRange(full, undefined, undefined)).toEqual(full);
  });

  test.each([
    ["an hour and a half", at(10) + minuteMs, at(11) + 1_800_000, [10.25, 10.5, 10.75, 11, 11.25, 11.5]],
    ["ten hours", at(3) + 1, at(13), [6, 9, 12]],
    ["two days", at(-13), at(36), [-12, 0, 12, 24, 36]],
  ])("the ticks of a chart over %s are round times", (_, from, to, hours) => {
    expect(timeTicks(from, to)).toEqual(hours.map((hour) => at(0) + hour * hourMs));
  });

  test("ticks are round in the reader's time zone", () => {
    const from = Date.UTC(2026, 10, 22, 1);
    const to = Date.UTC(2026, 10, 23, 6);
    for (const [zone, clocks] of [
      ["America/New_York", ["00:00", "06:00", "12:00", "18:00", "00:00"]],
      ["Asia/Kolkata", ["12:00", "18:00", "00:00", "06:00"]],
    ] as const)
      expect(
        timeTicks(from, to, 6, zoneOffset(to, zone)).map((tick) =>
          formatClock(tick, { name: zone, american: false }),
        ),
      ).toEqual(clocks);
  });

  test.each([
    [1.72, 2.08, [1.8, 1.9, 2]],
    [-7, -3, [-7, -6, -5, -4, -3]],
    [40.5, 48, [42, 44, 46, 48]],
  ])("the ticks between %d and %d are round values", (low, high, ticks) => {
    expect(valueTicks(low, high, 4)).toEqual(ticks);
  });
});

test("the movement CSV has every recorded price, with an apostrophe before each text that a spreadsheet would run as a formula", () => {
  const hostile = series({ "=cmd()": [point(1, 1.9, -3)], "＝cmd()": [point(1, 1.9, -3)] });
  expect(movementCsv(hostile, "spreads").split("\r\n")).toEqual([
    "recorded_at,bookmaker,title,market,name,description,point,decimal,american",
    "2026-11-20T01:00:00Z,'=cmd(),'=cmd(),spreads,Bills,,-3,1.9,-111",
    "2026-11-20T01:00:00Z,'＝cmd(),'＝cmd(),spreads,Bills,,-3,1.9,-111",
    "",
  ]);
  expect(movementCsv(record, "spreads").split("\r\n")).toHaveLength(6);
});

import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type CurrentPrices, endExpired } from "@/app/(site)/explore/movement/expired-prices";
import { type BookMovement, stepAt, stepPath } from "@/app/(site)/explore/movement/movement";
import { MovementSummary, movementName } from "@/app/(site)/explore/movement/movement-table";
import { minuteMs } from "@/server/domain/durations";

const now = Date.UTC(2026, 10, 22, 14);
const start = now + 240 * minuteMs;
const ago = (minutes: number): number => now - minutes * minuteMs;

const movementOf = (book: string): BookMovement => ({
  book,
  title: "Betfair",
  steps: [
    { at: ago(100), price: 1.9, point: -3 },
    { at: ago(90), price: 1.95, point: -3.5 },
  ],
});
const movements = ["current", "lapsed", "withheld"].map(movementOf);
const quote = { updatedAt: now, leavesAt: now + minuteMs, lifeMs: minuteMs, outcomes: [] };
const board: CurrentPrices = {
  quotes: [
    { ...quote, book: "current", market: "spreads" },
    { ...quote, book: "lapsed", market: "h2h" },
  ],
  lapsed: [{ book: "lapsed", at: ago(43) }],
  isClosed: false,
};
const ended = endExpired(movements, "spreads", board, start, now);

test("a price is in force until it expired, and a book without a current price of the market has none now", () => {
  const at = (minutes: number) => ended.map(({ steps }) => stepAt(steps, ago(minutes))?.price);
  expect(at(95)).toEqual([1.9, 1.9, 1.9]);
  expect(at(44)).toEqual([1.95, 1.95, undefined]);
  expect(at(43)).toEqual([1.95, undefined, undefined]);
  expect(at(0)).toEqual([1.95, undefined, undefined]);
});

test("in the chart, only the line of a current price reaches the present", () => {
  const ends = ended.map(({ steps }) =>
    stepPath(
      steps,
      "price",
      now,
      (time) => (time - now) / minuteMs,
      (price) => price,
    )
      .split("H")
      .at(-1),
  );
  expect(ends).toEqual(["0.0", "-43.0", "-90.0"]);
});

test("if the game is not on the board or its prices are unknown, no price is current, and after the start the last price is the closing price", () => {
  const unknown: CurrentPrices = { quotes: [], lapsed: [], isClosed: false };
  for (const state of [unknown, { ...board, isClosed: true }])
    for (const { steps } of endExpired(movements, "spreads", state, start, now))
      expect(stepAt(steps, now)).toBeUndefined();
  expect(endExpired(movements, "spreads", unknown, start, start)).toEqual(movements);
});

test("the table heads the prices `Last recorded` and says which of them have expired; books with one title are named as in the prices", () => {
  const books = {
    current: { title: "Betfair", mark: "UK", kind: "exchange" },
    lapsed: { title: "Betfair", mark: "EU", kind: "exchange" },
  };
  const html = renderToStaticMarkup(
    createElement(MovementSummary, {
      movements: ended,
      nameOf: movementName(ended, books),
      notation: "decimal",
      isSpread: true,
      zone: { name: "UTC", american: false },
      isClosed: false,
      now,
    }),
  );
  expect(html).toContain(">Last recorded</th>");
  const rows = html.split("<tr").slice(2);
  expect(rows.map((row) => /row">([^<]+)</.exec(row)?.[1])).toEqual([
    "Betfair UK",
    "Betfair EU",
    "Betfair withheld",
  ]);
  expect(rows.map((row) => /expired \d+ min ago|not current/.exec(row)?.[0])).toEqual([
    undefined,
    "expired 43 min ago",
    "not current",
  ]);
});

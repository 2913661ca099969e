import { expect, test } from "vitest";
import { hourMs } from "@/server/domain/durations";
import { groupByLine } from "@/server/domain/prices/best/group-lines";
import { judgeLine } from "@/server/domain/prices/best/judge-line";
import type { BookMoves } from "@/server/market/archive/archive";
import { sampleMoves } from "@/server/market/screen/sparklines";

const ownSource = (book: string): string => book;

const moneylines = (
  book: string,
  ...home: readonly (readonly [at: number, decimal: number])[]
): BookMoves => ({
  book,
  states: home.map(([at, decimal]) => ({
    at,
    outcomes: [
      { side: "home", price: { decimal } },
      { side: "away", price: { decimal: 1 / (1 - 1 / decimal) } },
    ],
  })),
});

test("a sparkline of a moneyline shows the books' consensus on the home team's probability", () => {
  const moves = [
    moneylines("a", [0, 2], [12 * hourMs, 1.6]),
    moneylines("b", [0, 2], [12 * hourMs, 1.6]),
    moneylines("late", [18 * hourMs, 1.25]),
  ];
  const sampled = sampleMoves(moves, ["home", "away"], false, 24 * hourMs, ownSource);
  expect(sampled?.since).toBe(0);
  const rounded = sampled?.points.map((point) => Math.round(1000 * point) / 1000);
  expect(rounded).toEqual([...Array(12).fill(0.5), ...Array(12).fill(0.625)]);
});

test("a sparkline shows the consensus of /best: mirrors count once, and a price far from the others does not count", () => {
  const books = ["a", "b", "c", "d"].map((book, index) => moneylines(book, [0, 2 + index / 100]));
  const moves = [...books, moneylines("mirror", [0, 2]), moneylines("outlier", [0, 9])];
  const sourceOf = (book: string): string => (book === "mirror" ? "a" : book);
  const quotes = moves.flatMap(({ book, states: [state] }) =>
    state === undefined ? [] : [{ book, outcomes: state.outcomes }],
  );
  const [line] = groupByLine(quotes, ["home", "away"]);
  const judgement = line && judgeLine(line.rows, sourceOf);
  expect([...(judgement?.outliers ?? [])]).toEqual(["outlier"]);
  const expected = judgement?.consensusWithout(undefined);
  expect(expected?.books).toEqual(["a", "b", "c", "d"]);
  const points = sampleMoves(moves, ["home", "away"], false, hourMs, sourceOf)?.points;
  expect(points).toEqual(Array(24).fill(expected?.probabilities[0]));
});

test("a sparkline of a spread shows the line that most books quote at each time", () => {
  const spreads = (
    book: string,
    ...points: readonly (readonly [at: number, point: number])[]
  ): BookMoves => ({
    book,
    states: points.map(([at, point]) => ({
      at,
      outcomes: [
        { side: "home", price: { american: -110 }, point },
        { side: "away", price: { american: -110 }, point: -point },
      ],
    })),
  });
  const moves = [
    spreads("a", [0, -3], [12 * hourMs, -3.5]),
    spreads("b", [0, -3], [20 * hourMs, -3.5]),
    spreads("c", [0, -3]),
  ];
  const points = sampleMoves(moves, ["home", "away"], true, 24 * hourMs, ownSource)?.points ?? [];
  expect([points.at(0), points.at(12), points.at(-1)]).toEqual([-3, -3, -3.5]);
});

test("a market with one recorded price has no sparkline", () => {
  expect(sampleMoves([moneylines("a", [0, 2])], ["home", "away"], false, hourMs, ownSource)).toBeUndefined();
});

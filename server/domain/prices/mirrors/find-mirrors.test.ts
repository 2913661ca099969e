import { expect, test } from "vitest";
import { minuteMs } from "@/server/domain/durations";
import { findMirrors, groupMirrors, type PriceChange } from "@/server/domain/prices/mirrors/find-mirrors";

const games = 12;
const changesPerGame = 4;

/** A book that follows a seeded path of prices in both sides of each game's moneyline, `delayMs` after the path. */
const follow = (
  book: string,
  {
    delayMs = 0,
    offset = 0,
    turns = changesPerGame,
    different = 0,
  }: {
    readonly delayMs?: number;
    readonly offset?: number;
    readonly turns?: number;
    readonly different?: number;
  } = {},
): PriceChange[] =>
  Array.from({ length: games }, (_, game) =>
    Array.from({ length: turns }, (__, turn): PriceChange => {
      const shift = offset + (game < different ? 7 : 0);
      return {
        book,
        listing: `${game} h2h`,
        at: 1_000_000 * (game + 1) + minuteMs * turn + delayMs,
        outcomes: [
          { side: "home", price: { american: -110 - 3 * turn - game - shift } },
          { side: "away", price: { american: 105 + 2 * turn + game + shift } },
        ],
      };
    }),
  ).flat();

const pairsOf = (...books: readonly (readonly PriceChange[])[]) =>
  findMirrors(books.flat()).map(({ books: pair }) => pair.join(" "));

test("two books whose prices change within ten seconds of each other and are the same are mirrors", () => {
  expect(pairsOf(follow("a"), follow("b", { delayMs: 9_000 }))).toEqual(["a b"]);
  expect(findMirrors([...follow("a"), ...follow("b")])[0]).toMatchObject({
    changes: 36,
    identical: 24,
    shared: 24,
  });
});

test("books that follow each other later, or at other prices, are not mirrors", () => {
  expect(pairsOf(follow("a"), follow("late", { delayMs: 15_000 }))).toEqual([]);
  expect(pairsOf(follow("a"), follow("other", { offset: 2 }))).toEqual([]);
  expect(pairsOf(follow("a"), follow("often", { different: 2 }))).toEqual([]);
});

test("fewer than 30 common changes prove nothing, and the first price of a market is no change", () => {
  expect(pairsOf(follow("a", { turns: 3 }), follow("b", { turns: 3 }))).toEqual([]);
});

test("the same price in another notation is the same price", () => {
  const decimal = follow("b").map((change) => ({
    ...change,
    outcomes: change.outcomes.map(({ side, price }) => {
      const american = "american" in price ? price.american : 0;
      return { side, price: { decimal: american > 0 ? 1 + american / 100 : 1 - 100 / american } };
    }),
  }));
  expect(pairsOf(follow("a"), decimal)).toEqual(["a b"]);
});

test("mirrors of mirrors are one group, and each book of the group names all of them", () => {
  const groups = groupMirrors([{ books: ["c", "d"] }, { books: ["a", "b"] }, { books: ["b", "c"] }]);
  for (const book of ["a", "b", "c", "d"]) expect(groups.get(book)).toEqual(["a", "b", "c", "d"]);
  expect(groups.get("e")).toBeUndefined();
});

import { expect, test } from "vitest";
import type { Book } from "@/server/domain/catalogue/books";
import { findMarket } from "@/server/domain/catalogue/markets";
import { findSport } from "@/server/domain/catalogue/sports";
import { describeGame, type SlateTerms } from "@/server/market/screen/slate";
import {
  boardBook,
  boardFixture,
  screenNow as now,
  spread,
} from "@/server/market/screen/testing/board-fixture";

const [market, sport] = [findMarket("spreads"), findSport("americanfootball_nfl")];
if (market === undefined || sport === undefined)
  throw new Error("the catalogue lacks the market or the sport");

const terms: SlateTerms = {
  market,
  sport,
  compared: undefined,
  columns: [],
  findBook: (key) => ({ key, title: key, kind: "sportsbook", updateIntervalSeconds: 30 }) as Book,
  sourceOf: (book) => book,
};

const books = [
  boardBook("a", { spreads: spread(-3.5, -110, -110) }),
  boardBook("b", { spreads: spread(-3.5, -105, -115) }),
  boardBook("c", { spreads: spread(-3.5, -112, -108) }),
  boardBook("mine", { spreads: spread(-4, 100, -120) }),
];

test("a row has the line that most books quote; if only some books are compared, the line that most of these books quote", () => {
  const all = describeGame(boardFixture(...books), terms, now).value.game;
  expect(all.sides.map(({ point }) => point)).toEqual([3.5, -3.5]);
  const mine = describeGame(boardFixture(...books), { ...terms, compared: new Set(["mine"]) }, now).value
    .game;
  expect(mine.sides.map(({ point, levels }) => [point, levels[0]?.price])).toEqual([
    [4, { american: -120 }],
    [-4, { american: 100 }],
  ]);
  const none = describeGame(boardFixture(...books), { ...terms, compared: new Set(["gone"]) }, now).value
    .game;
  expect(none.sides.map(({ point, levels }) => [point, levels.length])).toEqual([
    [3.5, 0],
    [-3.5, 0],
  ]);
});

test("a column has the book's prices on the row's line, or else on the book's own line", () => {
  const both = boardBook("both", { spreads: [...spread(-7, 140, -170), ...spread(-3.5, -111, -109)] });
  const { game, quoting } = describeGame(
    boardFixture(...books, both),
    { ...terms, columns: ["mine", "both", "gone"] },
    now,
  ).value;
  expect(Object.keys(game.cells)).toEqual(["mine", "both"]);
  expect(game.cells.mine?.outcomes).toEqual([
    { price: { american: -120 }, point: 4 },
    { price: { american: 100 }, point: -4 },
  ]);
  expect(game.cells.both?.outcomes.map((outcome) => outcome?.point)).toEqual([3.5, -3.5]);
  expect(quoting).toEqual(["a", "b", "c", "mine", "both"]);
});

test("a row names the books that are not matched or withheld, each with the reason", () => {
  const fixture = boardFixture(...books, {
    ...boardBook("swapped", { spreads: spread(-3.5, -110, -110) }),
    isWithheld: true,
  });
  const { game } = describeGame({ ...fixture, sightings: new Map([["unsure", now]]) }, terms, now).value;
  expect(game.unmatched).toEqual([
    { book: "swapped", reason: "looks_inverted" },
    { book: "unsure", reason: "not_matched" },
  ]);
});

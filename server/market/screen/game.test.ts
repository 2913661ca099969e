import { expect, test } from "vitest";
import type { Book } from "@/server/domain/catalogue/books";
import type { Side } from "@/server/domain/catalogue/sides";
import type { BoardBook, BoardFixture } from "@/server/market/board/board";
import { noMirrors } from "@/server/market/board/quoted-now/watch-mirrors";
import { openGame } from "@/server/market/screen/game";

const now = Date.parse("2026-11-22T12:00:00Z");

const outcome = (side: Side, point: number, american: number) => ({ side, point, price: { american } });
const line = (homePoint: number, home: number, away: number) => [
  outcome("home", homePoint, home),
  outcome("away", -homePoint, away),
];

const book = (
  key: string,
  markets: Readonly<Record<string, readonly ReturnType<typeof outcome>[]>>,
): BoardBook => ({
  key,
  ownStart: undefined,
  bookEventId: null,
  link: null,
  isWithheld: false,
  checkedRevision: 0,
  markets: new Map(
    Object.entries(markets).map(([market, outcomes]) => [
      market,
      { key: market, checkedAt: now, fetchedAt: now, outcomes },
    ]),
  ),
});

const fixture = (...books: readonly BoardBook[]): BoardFixture => ({
  id: "game",
  sportKey: "americanfootball_nfl",
  homeTeam: "Buffalo Bills",
  awayTeam: "Miami Dolphins",
  commenceTime: now + 3_600_000,
  isReplaced: false,
  revision: 0,
  contentRevision: 0,
  books: new Map(books.map((each) => [each.key, each])),
  notes: new Map(),
  players: new Map(),
});

const findBook = (key: string): Book =>
  ({ key, title: key, kind: "sportsbook", updateIntervalSeconds: 30 }) as Book;

test("a ladder also has each book's main line, once per book and line, at the price of the main market", () => {
  const board = fixture(
    book("a", {
      spreads: line(-3.5, -110, -110),
      alternate_spreads: [...line(-3.5, -112, -108), ...line(-6.5, 150, -180)],
    }),
    book("b", { spreads: line(-3, -115, -105) }),
    book("c", { spreads: line(-3.5, -105, -115), alternate_spreads: line(-3.5, -105, -115) }),
  );
  const { value } = openGame(board, { market: "alternate_spreads" }, findBook, noMirrors, now);
  const prices = value.quotes.flatMap(({ book: key, outcomes }) =>
    outcomes.filter(({ side }) => side === "home").map(({ point, price }) => [key, point, price]),
  );
  expect(prices).toHaveLength(4);
  expect(prices).toEqual(
    expect.arrayContaining([
      ["a", -3.5, { american: -110 }],
      ["a", -6.5, { american: 150 }],
      ["b", -3, { american: -115 }],
      ["c", -3.5, { american: -105 }],
    ]),
  );
  const main = openGame(board, { market: "spreads" }, findBook, noMirrors, now).value;
  expect(main.quotes.map(({ market }) => market)).toEqual(["spreads", "spreads", "spreads"]);
});

import type { Side } from "@/server/domain/catalogue/sides";
import { hourMs } from "@/server/domain/durations";
import type { BoardBook, BoardFixture } from "@/server/market/board/board";

/** The time of the fixture's prices, ms. */
export const screenNow = Date.parse("2026-11-22T12:00:00Z");

const outcome = (side: Side, point: number, american: number) => ({ side, point, price: { american } });
/** The prices of both teams on a spread. @param homePoint the home team's line. */
export const spread = (homePoint: number, home: number, away: number) => [
  outcome("home", homePoint, home),
  outcome("away", -homePoint, away),
];

/** A book with these markets, just checked. */
export const boardBook = (
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
      { key: market, checkedAt: screenNow, fetchedAt: screenNow, outcomes },
    ]),
  ),
});

/** An NFL game that starts in an hour, with these books. */
export const boardFixture = (...books: readonly BoardBook[]): BoardFixture => ({
  id: "game",
  sportKey: "americanfootball_nfl",
  homeTeam: "Buffalo Bills",
  awayTeam: "Miami Dolphins",
  commenceTime: screenNow + hourMs,
  isReplaced: false,
  revision: 0,
  contentRevision: 0,
  books: new Map(books.map((each) => [each.key, each])),
  sightings: new Map(),
  players: new Map(),
});

import { otherSports } from "@/e2e/bench/slate";
import { leagueTeamsOf } from "@/server/domain/catalogue/team-lists";
import { hourMs } from "@/server/domain/durations";
import type { BookSnapshot, SnapshotMarket } from "@/server/ingest/feeds/snapshot";

/** The board of the part `stream`: 20 sports with 8 games, each at 10 books with 3 markets. */

export const streamSports = otherSports.slice(0, 20);
export const streamBooks = 10;
const gamesEach = 8;

/** A game's turns at a book are 40 apart, so a price must not repeat after 40 turns. */
const price = (seed: number, turn: number): number => -105 - ((seed * 7 + turn * 3) % 41);

const markets = (seed: number, turn: number): SnapshotMarket[] => [
  {
    key: "h2h",
    outcomes: [
      { side: "home", american: price(seed, turn) },
      { side: "away", american: price(seed + 1, turn) },
    ],
  },
  {
    key: "spreads",
    outcomes: [
      { side: "home", american: price(seed + 2, turn), point: -3.5 },
      { side: "away", american: price(seed + 3, turn), point: 3.5 },
    ],
  },
  {
    key: "totals",
    outcomes: [
      { side: "over", american: price(seed + 4, turn), point: 44.5 },
      { side: "under", american: price(seed + 5, turn), point: 44.5 },
    ],
  },
];

/** One book's games of a sport. @param games the indexes of the games. */
const snapshotOf = (
  sport: string,
  book: number,
  now: number,
  turn: number,
  games: readonly number[],
): BookSnapshot => {
  const teams = Object.keys(leagueTeamsOf(sport).teams);
  const begin = Math.floor(now / hourMs) * hourMs + 72 * hourMs;
  return {
    book: `stream_${book}`,
    book_title: `Stream Book ${book}`,
    book_kind: "sportsbook",
    update_interval_seconds: 3_600,
    sport,
    fetched_at: new Date(Date.now()).toISOString(),
    events: games.map((game) => ({
      commence_time: new Date(begin + game * hourMs).toISOString(),
      home: teams[2 * game] ?? "",
      away: teams[2 * game + 1] ?? "",
      markets: markets(book + game, turn),
    })),
  };
};

/** The whole board. */
export const streamBoard = (now: number): BookSnapshot[] => {
  const all = Array.from({ length: gamesEach }, (_, game) => game);
  return streamSports.flatMap((sport) =>
    Array.from({ length: streamBooks }, (_, book) => snapshotOf(sport, book, now, 0, all)),
  );
};

/** The change number `change`: new prices of one book for one game. Changes go round all sports. */
export const streamChange = (change: number, now: number): BookSnapshot => {
  const sport = streamSports[change % streamSports.length] ?? "";
  const round = Math.floor(change / streamSports.length);
  return snapshotOf(sport, round % streamBooks, now, round + 1, [round % gamesEach]);
};

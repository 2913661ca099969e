import { sports } from "@/server/domain/catalogue/sports";
import { leagueTeamsOf } from "@/server/domain/catalogue/team-lists";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type {
  BookSnapshot,
  SnapshotEvent,
  SnapshotMarket,
  SnapshotOutcome,
} from "@/server/ingest/feeds/snapshot";

/*
 * The board of `npm run bench` and `npm run profile`: a full slate of 16 games at 40 books, and the main markets of 20 other leagues.
 * The slate has main and first-half markets, ladders, team totals and props. Prices depend on a `turn`: the next turn changes every price.
 */

export const slateSport = "americanfootball_nfl";
const games = 16;
const slateBooks = 40;
const leaguesAround = 20;
const gamesAround = 8;
const booksAround = 12;

export const mainMarkets = ["h2h", "spreads", "totals"];
export const ladderMarkets = ["alternate_spreads", "alternate_totals", "team_totals"];
export const propMarkets = ["player_pass_yds", "player_rush_yds", "player_reception_yds"];

export const bookKeyOf = (index: number): string => `bench_${String(index + 1).padStart(2, "0")}`;
export const slateBookKeys = Array.from({ length: slateBooks }, (_, index) => bookKeyOf(index));

const teamsOf = (sportKey: string): string[] => Object.keys(leagueTeamsOf(sportKey).teams);

/** The other leagues: the first leagues of the catalogue that have enough teams. */
export const otherSports = sports
  .map(({ key }) => key)
  .filter((key) => key !== slateSport && teamsOf(key).length >= 2 * gamesAround)
  .slice(0, leaguesAround);

/** An American price near even money. The next turn has a different price. */
const american = (seed: number, turn: number): number => -105 - ((seed * 7 + turn * 3) % 40);

const bothSides = (
  sides: ["home", "away"] | ["over", "under"],
  point: number | undefined,
  seed: number,
  turn: number,
) =>
  sides.map((side, index): SnapshotOutcome => {
    const line = side === "away" && point !== undefined ? -point : point;
    return { side, american: american(seed + index, turn), ...(line !== undefined && { point: line }) };
  });

const ladder = (sides: ["home", "away"] | ["over", "under"], around: number, seed: number, turn: number) =>
  Array.from({ length: 12 }, (_, rung) => bothSides(sides, around + rung, seed + rung, turn)).flat();

const props = (key: string, seed: number, turn: number): SnapshotMarket => ({
  key,
  outcomes: Array.from({ length: 8 }, (_, player) =>
    bothSides(["over", "under"], 20.5 + 5 * player, seed + player, turn).map((outcome) => ({
      ...outcome,
      player: `Player ${"ABCDEFGH"[player]} ${key.split("_")[1]}`,
    })),
  ).flat(),
});

const mainMarketsOf = (seed: number, turn: number): SnapshotMarket[] => [
  { key: "h2h", outcomes: bothSides(["home", "away"], undefined, seed, turn) },
  { key: "spreads", outcomes: bothSides(["home", "away"], -3.5, seed + 1, turn) },
  { key: "totals", outcomes: bothSides(["over", "under"], 44.5, seed + 2, turn) },
];

const allMarketsOf = (seed: number, turn: number): SnapshotMarket[] => [
  ...mainMarketsOf(seed, turn),
  ...mainMarketsOf(seed + 3, turn).map((market) => ({ ...market, key: `${market.key}_h1` })),
  { key: "alternate_spreads", outcomes: ladder(["home", "away"], -9.5, seed, turn) },
  { key: "alternate_totals", outcomes: ladder(["over", "under"], 38.5, seed, turn) },
  {
    key: "team_totals",
    outcomes: (["home", "away"] as const).flatMap((team) =>
      bothSides(["over", "under"], 22.5, seed, turn).map((outcome) => ({ ...outcome, team })),
    ),
  },
  ...propMarkets.map((key, index) => props(key, seed + index, turn)),
];

const eventsOf = (
  sportKey: string,
  count: number,
  begin: number,
  marketsOf: (game: number) => SnapshotMarket[],
): SnapshotEvent[] => {
  const teams = teamsOf(sportKey);
  return Array.from({ length: count }, (_, game) => ({
    commence_time: new Date(begin + game * hourMs).toISOString(),
    home: teams[2 * game] ?? "",
    away: teams[2 * game + 1] ?? "",
    markets: marketsOf(game),
  }));
};

/** When the first game of the slate starts, for a benchmark that runs at `now` (ms). */
export const slateStart = (now: number): number => Math.floor(now / hourMs) * hourMs + 72 * hourMs;

const snapshotOf = (book: number, sport: string, at: number, events: SnapshotEvent[]): BookSnapshot => ({
  book: bookKeyOf(book),
  book_title: `Bench Book ${book + 1}`,
  book_kind: "sportsbook",
  // Long enough that nothing becomes stale during the benchmark.
  update_interval_seconds: 3_600,
  sport,
  fetched_at: new Date(at).toISOString(),
  events,
});

/** One book's whole slate. Every fourth book lacks the market `totals`, because real books have gaps too. */
export const slateSnapshot = (book: number, now: number, turn: number): BookSnapshot =>
  snapshotOf(
    book,
    slateSport,
    now,
    eventsOf(slateSport, games, slateStart(now), (game) =>
      allMarketsOf(book + game, turn).filter(({ key }) => key !== "totals" || book % 4 !== 0),
    ),
  );

/** One book's moneylines of the whole slate: 32 prices, all different from those of the previous turn. */
export const moneylines = (book: number, now: number, turn: number): BookSnapshot => ({
  ...snapshotOf(
    book,
    slateSport,
    now,
    eventsOf(slateSport, games, slateStart(now), (game) => mainMarketsOf(book + game, turn).slice(0, 1)),
  ),
  scope: ["h2h"],
});
export const pricesInMoneylines = 2 * games;

/** The whole board at one moment. */
export const wholeBoard = (now: number): BookSnapshot[] => [
  ...slateBookKeys.map((_, book) => slateSnapshot(book, now, 0)),
  ...otherSports.flatMap((sport) =>
    Array.from({ length: booksAround }, (_, book) =>
      snapshotOf(
        book,
        sport,
        now,
        eventsOf(sport, gamesAround, slateStart(now), (game) => mainMarketsOf(book + game, 0)),
      ),
    ),
  ),
];

/** The main markets of one game at every book: `turns` snapshots per book, a minute apart, the last about an hour before `now`. */
export const pastOfOneGame = function* (now: number, turns: number): Generator<BookSnapshot> {
  for (let turn = 0; turn < turns; turn++) {
    const at = now - hourMs - (turns - turn) * minuteMs;
    for (const [book] of slateBookKeys.entries()) {
      const events = eventsOf(slateSport, 1, slateStart(now), (game) => mainMarketsOf(book + game, turn + 1));
      yield {
        ...snapshotOf(book, slateSport, at, events),
        recorded_at: new Date(at).toISOString(),
        scope: mainMarkets,
      };
    }
  }
};

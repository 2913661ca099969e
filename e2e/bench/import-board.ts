import { sports } from "@/server/domain/catalogue/sports";
import { leagueTeamsOf } from "@/server/domain/catalogue/team-lists";
import { hourMs } from "@/server/domain/durations";
import type { BookSnapshot, SnapshotMarket } from "@/server/ingest/feeds/snapshot";

/** The size of an imported board. `fixtures` is the number per sport. */
export type ImportBoard = { readonly books: number; readonly sports: number; readonly fixtures: number };

export const pricesPerEvent = 4;

/** The teams and the round of a fixture. Leagues with few teams play several rounds, six days apart. */
const pairOf = (teams: readonly string[], fixture: number): { home: string; away: string; round: number } => {
  const pairs = Math.floor(teams.length / 2);
  if (pairs === 0) return { home: `Alpha ${fixture} Home`, away: `Omega ${fixture} Away`, round: 0 };
  const at = 2 * (fixture % pairs);
  return { home: teams[at] ?? "", away: teams[at + 1] ?? "", round: Math.floor(fixture / pairs) };
};

const american = (seed: number): number => -105 - (seed % 40);

/**
 * Quotes two markets with two sides each.
 * @param winner the key of the first market: `draw_no_bet` if the sport has draws, otherwise `h2h`. Either way, the market has no draw as a
 * third side.
 */
const marketsOf = (winner: string, seed: number): SnapshotMarket[] => [
  {
    key: winner,
    outcomes: [
      { side: "home", american: american(seed) },
      { side: "away", american: american(seed + 1) },
    ],
  },
  {
    key: "totals",
    outcomes: [
      { side: "over", american: american(seed + 2), point: 4.5 },
      { side: "under", american: american(seed + 3), point: 4.5 },
    ],
  },
];

/** Snapshots of a board, book by book. Every book has its own reference for each event. A different `turn` gives different prices. */
export const importBoard = function* (size: ImportBoard, now: number, turn = 0): Generator<BookSnapshot> {
  const begin = Math.floor(now / hourMs) * hourMs + 72 * hourMs;
  const listed = sports.slice(0, size.sports).map((sport) => ({
    sport,
    teams: Object.keys(leagueTeamsOf(sport.key).teams),
  }));
  for (let book = 0; book < size.books; book++)
    for (const [position, { sport, teams }] of listed.entries())
      yield {
        book: `import_${String(book + 1).padStart(2, "0")}`,
        book_title: `Import Book ${book + 1}`,
        book_kind: "sportsbook",
        update_interval_seconds: 3_600,
        sport: sport.key,
        fetched_at: new Date(now).toISOString(),
        events: Array.from({ length: size.fixtures }, (_, fixture) => {
          const { home, away, round } = pairOf(teams, fixture);
          return {
            ref: String(1_000_000 * (book + 1) + 1_000 * position + fixture),
            commence_time: new Date(begin + round * 144 * hourMs + fixture * (hourMs / 4)).toISOString(),
            home,
            away,
            markets: marketsOf(sport.canDraw ? "draw_no_bet" : "h2h", book * 7 + fixture * 3 + turn),
          };
        }),
      };
};

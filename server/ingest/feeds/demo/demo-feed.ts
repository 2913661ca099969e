import { type DemoBook, demoBooks } from "@/server/ingest/feeds/demo/demo-books";
import { type DemoLeague, demoLeagues, listedBeforeStartMs } from "@/server/ingest/feeds/demo/leagues";
import { type MarketBreadth, quoteEvent } from "@/server/ingest/feeds/demo/quote-event";
import { mix, random01 } from "@/server/ingest/feeds/demo/random";
import { type DemoFixture, fixturesBetween } from "@/server/ingest/feeds/demo/schedule";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";

/** All fixtures of the league that a book can list at the time `at` (ms). */
export const fixturesAhead = (league: DemoLeague, at: number): DemoFixture[] =>
  fixturesBetween(league, at, at + listedBeforeStartMs);

/** The time of the book's last poll of the league. A book's polls of different leagues are spread over the book's interval. */
const lastPoll = (book: DemoBook, league: DemoLeague, at: number): number => {
  const everyMs = book.pollSeconds * 1000;
  const phase = Math.floor(random01(mix(book.seed, league.seed)) * everyMs);
  return Math.floor((at - phase) / everyMs) * everyMs + phase;
};

/** A book takes half a second to three seconds to respond. */
const fetchMs = (book: DemoBook): number => 500 + Math.floor(2500 * random01(book.seed));

/** The book's prices of some fixtures of a league at the time `at` (ms). */
export const snapshotOf = (
  book: DemoBook,
  league: DemoLeague,
  fixtures: readonly DemoFixture[],
  at: number,
  breadth: MarketBreadth = "all",
): BookSnapshot => ({
  book: book.key,
  sport: league.key,
  fetched_at: book.fetchTimeMeasured ? new Date(at - fetchMs(book)).toISOString() : null,
  book_title: book.title,
  book_kind: book.kind,
  update_interval_seconds: book.updateIntervalSeconds,
  events: fixtures.flatMap((fixture) => quoteEvent(book, fixture, at, breadth) ?? []),
});

type Poll = {
  readonly book: DemoBook;
  readonly league: DemoLeague;
  readonly fixtures: readonly DemoFixture[];
  readonly at: number;
};

/** Each book's last poll of each league, oldest first. Fixtures that have started since the poll are left out. */
const lastPolls = (now: number): Poll[] =>
  demoLeagues
    .flatMap((league) => {
      const fixtures = fixturesAhead(league, now);
      if (fixtures.length === 0) return [];
      return demoBooks.map((book) => ({ book, league, fixtures, at: lastPoll(book, league, now) }));
    })
    .sort((a, b) => a.at - b.at || a.league.seed - b.league.seed || a.book.seed - b.book.seed);

const snapshotOfPoll = ({ book, league, fixtures, at }: Poll): BookSnapshot => ({
  ...snapshotOf(book, league, fixtures, at),
  complete: true,
});

/** Each book's last snapshot of each league at `now` (ms). */
export const demoSnapshotsAt = (now: number): BookSnapshot[] => lastPolls(now).map(snapshotOfPoll);

/** Yields the snapshots of `demoSnapshotsAt(until)` that were taken after `since` (ms), oldest first. */
export function* demoTick(since: number, until: number): Generator<BookSnapshot> {
  for (const poll of lastPolls(until)) if (poll.at > since) yield snapshotOfPoll(poll);
}

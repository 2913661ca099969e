import { type DemoBook, demoBooks } from "@/server/feeds/demo/demo-books";
import { type DemoLeague, demoLeagues } from "@/server/feeds/demo/leagues";
import { type Extent, isListed, quoteEvent } from "@/server/feeds/demo/quote-event";
import { mix, unit } from "@/server/feeds/demo/random";
import { type DemoFixture, fixturesBetween } from "@/server/feeds/demo/schedule";
import type { BookSnapshot } from "@/server/feeds/snapshot";

const hourMs = 3_600_000;

/** The league's fixtures that any book may have at `at` (ms). */
export const fixturesAhead = (league: DemoLeague, at: number): DemoFixture[] =>
  fixturesBetween(league, at, at + league.listedHours * hourMs);

/** When the book looked at the league last, not after `at` (ms). Its looks at different leagues are spread over its rhythm. */
const lastLook = (book: DemoBook, league: DemoLeague, at: number): number => {
  const phase = Math.floor(unit(mix(book.seed, league.seed)) * book.pollMs);
  return Math.floor((at - phase) / book.pollMs) * book.pollMs + phase;
};

/** Answers of a book take from half a second to three seconds. */
const fetchMs = (book: DemoBook): number => 500 + Math.floor(2500 * unit(mix(book.seed, 51)));

/** What a book quotes of some fixtures of a league at `at` (ms), as a snapshot that speaks for those fixtures only. */
export const snapshotOf = (
  book: DemoBook,
  league: DemoLeague,
  fixtures: readonly DemoFixture[],
  at: number,
  extent: Extent = "all",
): BookSnapshot => ({
  book: book.key,
  sport: league.key,
  fetched_at: book.measured ? new Date(at - fetchMs(book)).toISOString() : null,
  book_title: book.title,
  book_kind: book.kind,
  update_interval_seconds: book.updateIntervalSeconds,
  events: fixtures.flatMap((fixture) => quoteEvent(book, fixture, at, extent) ?? []),
});

type Look = {
  readonly book: DemoBook;
  readonly league: DemoLeague;
  readonly fixtures: readonly DemoFixture[];
  readonly at: number;
};

/** Every book's last look at every league that has fixtures ahead, at `now`. Fixtures that started since are left out. */
const looksAt = (now: number, books: readonly DemoBook[]): Look[] =>
  demoLeagues.flatMap((league) => {
    const fixtures = fixturesAhead(league, now);
    if (fixtures.length === 0) return [];
    return books
      .filter((book) => book.covers(league))
      .map((book) => ({ book, league, fixtures, at: lastLook(book, league, now) }));
  });

const take = ({ book, league, fixtures, at }: Look): BookSnapshot => ({
  ...snapshotOf(book, league, fixtures, at),
  complete: true,
});

const inOrder = (a: Look, b: Look): number =>
  a.at - b.at || a.league.seed - b.league.seed || a.book.seed - b.book.seed;

/**
 * What the demo books quote at `now` (ms): each book's last look at each of its leagues. The state from which `demoTick` goes on.
 *
 * @param options.books keys of the books wanted; all where absent.
 */
export const demoSnapshotsAt = (
  now: number,
  options: { readonly books?: readonly string[] } = {},
): BookSnapshot[] => {
  const wanted = demoBooks.filter(({ key }) => options.books?.includes(key) ?? true);
  return looksAt(now, wanted)
    .sort(inOrder)
    .map(take)
    .filter(({ events }) => events.length > 0);
};

/** A look that finds nothing has something to say only when the look before found something: it is gone. */
const isNews = (look: Look, snapshot: BookSnapshot): boolean => {
  if (snapshot.events.length > 0) return true;
  const { book, fixtures, at } = look;
  return fixtures.some((fixture) => isListed(book, fixture, at - book.pollMs));
};

/** The snapshots that fall due after `since` and not after `until` (ms), in order: each book at its own rhythm. A live feed. */
export function* demoTick(since: number, until: number): Generator<BookSnapshot> {
  const due = looksAt(until, demoBooks).filter(({ at }) => at > since);
  for (const look of due.sort(inOrder)) {
    const snapshot = take(look);
    if (isNews(look, snapshot)) yield snapshot;
  }
}

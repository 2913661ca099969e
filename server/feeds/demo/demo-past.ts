import { type DemoBook, demoBooks } from "@/server/feeds/demo/demo-books";
import { fixturesAhead, snapshotOf } from "@/server/feeds/demo/demo-feed";
import { type DemoLeague, demoLeagues } from "@/server/feeds/demo/leagues";
import { type Extent, isRepriced } from "@/server/feeds/demo/quote-event";
import { mix, unit } from "@/server/feeds/demo/random";
import { type DemoFixture, fixturesBetween } from "@/server/feeds/demo/schedule";
import type { BookSnapshot } from "@/server/feeds/snapshot";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const denseDays = 21;
const longestDays = 400;
const recentMs = 48 * hourMs;
const recentEveryMs = 3 * hourMs;
/** A past longer than this is looked at every other day. */
const thinnedFromDays = 150;
/** The live feed goes on from looks that may be some minutes old: the past ends before them. */
const pastEndsMs = 10 * minuteMs;
const defaultArchiveFrom = Date.UTC(2026, 8, 1);

/** The books whose past is told, the first ones that cover a league. */
const historians = [
  "northline_demo",
  "foxglove_demo",
  "forethought_markets_demo",
  "clearpool_exchange_demo",
  "meadowbet_demo",
  "stonecrop_demo",
];

const historiansOf = (league: DemoLeague, most: number): DemoBook[] =>
  historians
    .flatMap((key) => demoBooks.find((book) => book.key === key) ?? [])
    .filter((book) => book.covers(league))
    .slice(0, most);

/** A playing day runs from morning to morning in America, so that the late games belong to their evening. */
const playingDay = (at: number): number => Math.floor((at - 10 * hourMs) / dayMs);

const byPlayingDay = (fixtures: readonly DemoFixture[]): Map<number, DemoFixture[]> => {
  const days = new Map<number, DemoFixture[]>();
  for (const fixture of fixtures) {
    const day = playingDay(fixture.start);
    const sameDay = days.get(day);
    if (sameDay === undefined) days.set(day, [fixture]);
    else sameDay.push(fixture);
  }
  return days;
};

type Look = {
  readonly at: number;
  readonly book: DemoBook;
  readonly league: DemoLeague;
  readonly fixtures: () => readonly DemoFixture[];
  readonly extent: Extent;
};

const shortlyBefore = (book: DemoBook, start: number): number =>
  start - 6 * minuteMs - Math.floor(4 * minuteMs * unit(mix(book.seed, start / minuteMs)));

const secondLookFromMs = 2 * hourMs;

/** The time from `from` on at which most of the fixtures start. */
const busiestStart = (fixtures: readonly DemoFixture[], from: number): number | undefined => {
  const games = new Map<number, number>();
  for (const { start } of fixtures) if (start >= from) games.set(start, (games.get(start) ?? 0) + 1);
  return [...games].toSorted(([, a], [, b]) => b - a)[0]?.[0];
};

/**
 * Shortly before the first games of a playing day two historians look at all that is ahead, on every third day all of them. The
 * first one looks at the props too on every second day, and again at the main markets before the most of the later games.
 */
const denseLooks = (league: DemoLeague, from: number, to: number): Look[] => {
  const books = historiansOf(league, league.principal ? 3 : 2);
  const lookBefore = (book: DemoBook, start: number, extent: Extent): Look => {
    const at = shortlyBefore(book, start);
    return { at, book, league, fixtures: () => fixturesAhead(league, at), extent };
  };
  const played = byPlayingDay(fixturesBetween(league, from, to + 2 * dayMs));
  return [...played].flatMap(([day, fixtures]) => {
    const first = fixtures[0]?.start ?? from;
    const busiest = busiestStart(fixtures, first + secondLookFromMs);
    const daily = books.slice(0, 2);
    const lookers = day % 3 === 0 ? books : daily;
    const withProps = day % 2 === 0;
    return [
      ...lookers.map((book, index) => lookBefore(book, first, withProps && index === 0 ? "common" : "main")),
      ...(busiest === undefined ? [] : books.slice(0, 1).map((book) => lookBefore(book, busiest, "main"))),
    ];
  });
};

/** One fixture of each playing day: one historian, another each week, sees it shortly before its start and while it is ahead. */
const sparseLooks = (league: DemoLeague, from: number, to: number, everyDays: number): Look[] => {
  const books = historiansOf(league, 2);
  const days = [...byPlayingDay(fixturesBetween(league, from, to))];
  const chosen = days.flatMap(([, fixtures]) => fixtures[0] ?? []);
  return days.flatMap(([day, sameDay]): Look[] => {
    const book = books[Math.floor(day / 7) % books.length];
    const start = sameDay[0]?.start;
    if (day % everyDays !== 0 || book === undefined || start === undefined) return [];
    const at = shortlyBefore(book, start);
    const fixtures = () => chosen.filter((fixture) => fixture.start > at);
    return [{ at, book, league, fixtures, extent: "main" }];
  });
};

/**
 * How the prices of what has not started yet came to be: for two days some historians look again and again, each at hours of its own,
 * and tell the fixtures that they opened or repriced since.
 */
const recentLooks = (league: DemoLeague, now: number): Look[] => {
  const ahead = fixturesAhead(league, now);
  return historiansOf(league, league.principal ? 4 : 2).flatMap((book) => {
    const last = now - pastEndsMs - Math.floor(recentEveryMs * unit(mix(book.seed, league.seed)));
    return Array.from({ length: recentMs / recentEveryMs }, (_, index): Look => {
      const at = last - index * recentEveryMs;
      const since = at - recentEveryMs;
      const fixtures = () => ahead.filter((fixture) => isRepriced(book, fixture, since, at));
      return { at, book, league, fixtures, extent: "main" };
    });
  });
};

/**
 * What some of the demo books quoted before `now` (ms), ascending by time of recording: every fixture of the last 21 days, the
 * ones ahead with their movement of two days, and one a league and day before that, 400 days back at the most. It ends shortly before `now`, and tells the same prices that the live feed
 * would have told.
 *
 * @param archiveFrom ms; nothing before it.
 * @returns snapshots with `recorded_at`.
 */
export function* demoPast(now: number, archiveFrom: number = defaultArchiveFrom): Generator<BookSnapshot> {
  const from = Math.max(archiveFrom, now - longestDays * dayMs);
  const denseFrom = Math.max(from, now - denseDays * dayMs);
  const everyDays = denseFrom - from > thinnedFromDays * dayMs ? 2 : 1;
  const looks = demoLeagues
    .flatMap((league) => [
      ...sparseLooks(league, from, denseFrom, everyDays),
      ...denseLooks(league, denseFrom, now),
      ...recentLooks(league, now),
    ])
    .filter(({ at }) => at >= from && at < now - pastEndsMs)
    .sort((a, b) => a.at - b.at || a.league.seed - b.league.seed || a.book.seed - b.book.seed);
  for (const { at, book, league, fixtures, extent } of looks) {
    const snapshot = snapshotOf(book, league, fixtures(), at, extent);
    if (snapshot.events.length > 0) yield { ...snapshot, recorded_at: new Date(at).toISOString() };
  }
}

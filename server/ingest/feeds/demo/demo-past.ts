import { dayMs, hourMs, minuteMs } from "@/server/domain/durations";
import { type DemoBook, demoBooks } from "@/server/ingest/feeds/demo/demo-books";
import { snapshotOf } from "@/server/ingest/feeds/demo/demo-feed";
import { type DemoLeague, demoLeagues, listedBeforeStartMs } from "@/server/ingest/feeds/demo/leagues";
import { fixturesBetween } from "@/server/ingest/feeds/demo/schedule";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";

const pastDays = 14;
const beforeStartMs = 10 * minuteMs;
/** Recordings of the last two days cover every listed fixture. In these recordings, the first of `booksWithPast` also has props. */
const recentDays = 2;
/** Older recordings cover only fixtures that start within this time after the recording. */
const olderAheadMs = 24 * hourMs;
/** The simulated past ends this long before now. The demo feed's first snapshots can be minutes old, and the past must end before them. */
const minAgeMs = 10 * minuteMs;
const defaultArchiveFrom = Date.UTC(2026, 8, 1);

/** Only the first of these books has props in its past. */
const booksWithPast = ["northline_demo", "clearpool_exchange_demo", "forethought_markets_demo"].flatMap(
  (key) => demoBooks.find((book) => book.key === key) ?? [],
);

type Recording = { readonly at: number; readonly league: DemoLeague; readonly book: DemoBook };

/** Each book is recorded ten minutes before each start. The recording also covers later fixtures, so each fixture has a price history. */
const recordingsOf = (league: DemoLeague, from: number, to: number): Recording[] =>
  fixturesBetween(league, from, to + beforeStartMs).flatMap(({ start }) =>
    booksWithPast.map((book) => ({ at: start - beforeStartMs, league, book })),
  );

/**
 * Snapshots of some demo books over the 14 days before `now` (ms), oldest first. A snapshot's prices are those that the demo feed generates
 * for the snapshot's time.
 *
 * @param archiveFrom the earliest possible time of a recording (ms).
 * @returns snapshots with `recorded_at`.
 */
export function* demoPast(now: number, archiveFrom: number = defaultArchiveFrom): Generator<BookSnapshot> {
  const from = Math.max(archiveFrom, now - pastDays * dayMs);
  const recordings = demoLeagues
    .flatMap((league) => recordingsOf(league, from, now))
    .filter(({ at }) => at >= from && at < now - minAgeMs)
    .sort((a, b) => a.at - b.at);
  for (const { at, league, book } of recordings) {
    const isRecent = now - at < recentDays * dayMs;
    const aheadMs = isRecent ? listedBeforeStartMs : olderAheadMs;
    const breadth = isRecent && book === booksWithPast[0] ? "common" : "main";
    const snapshot = snapshotOf(book, league, fixturesBetween(league, at, at + aheadMs), at, breadth);
    yield { ...snapshot, recorded_at: new Date(at).toISOString() };
  }
}

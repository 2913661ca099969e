import { ownValue } from "@/server/domain/catalogue/own-value";
import { getOrInsert } from "@/server/domain/collections";
import type { UnmatchedEvent } from "@/server/ingest/recorder/unmatched/unmatched-events";

/** An unmatched event in a report. Its reason may also be that the opponent of a matched event was replaced later. */
export type ReportedUnmatched = Omit<UnmatchedEvent, "reason"> & { readonly reason: string };

/**
 * The result of recording. Prices: seen = changed + unchanged + repeated + unmatched + the sum of `rejected`. Events:
 * seen = matched + unmatched + rejected.
 */
export type RecordReport = {
  snapshots: number;
  events: { seen: number; matched: number; unmatched: number; rejected: number };
  prices: { seen: number; changed: number; unchanged: number; repeated: number; unmatched: number };
  /** Links to events that were dropped because they are unusable. No price is rejected because of its event's link. */
  droppedLinks: number;
  /** The number of rejected prices by reason. Rejected content without a readable price counts as one price. */
  rejected: Record<string, number>;
  /** Unmatched events of all snapshots, with one entry per book and event. */
  readonly unmatchedEvents: Map<string, ReportedUnmatched>;
  /** The keys in `unmatchedEvents` of events that were unmatched earlier, and that these snapshots match or list under other names. */
  readonly resolvedEvents: Set<string>;
  /**
   * In open sports, `BOOK FIXTURE` of matched events, at most `maxMatchedFixtures`: a later snapshot can show that the fixture's opponent
   * was replaced.
   */
  readonly matchedFixtures: Set<string>;
  /** The number of unmatched events that did not fit into `unmatchedEvents`. An event counts once for each snapshot that lists it. */
  unmatchedLeftOut: number;
  /** The number of unmatched events that were new or had a new reason. An import or a delivery does not report it. */
  unmatchedAppeared: number;
};

/** Reports by book. A book's key comes from a feed and may be any text. */
export type ReportsByBook = Map<string, RecordReport>;

/**
 * Receives the report of one book.
 * @param isRecorded true if at least one snapshot of the book could be used. The book is then in the catalogue or in the database. If
 * `isRecorded` is false, `book` may be any text.
 */
export type ObserveRecording = (book: string, report: RecordReport, isRecorded: boolean) => void;

/** Bounds the memory of a report, even for long imports. */
const maxUnmatchedEvents = 10_000;
const maxMatchedFixtures = 100_000;

export const emptyReport = (): RecordReport => ({
  snapshots: 0,
  events: { seen: 0, matched: 0, unmatched: 0, rejected: 0 },
  prices: { seen: 0, changed: 0, unchanged: 0, repeated: 0, unmatched: 0 },
  droppedLinks: 0,
  rejected: {},
  unmatchedEvents: new Map(),
  resolvedEvents: new Set(),
  matchedFixtures: new Set(),
  unmatchedLeftOut: 0,
  unmatchedAppeared: 0,
});

export const countRejected = (report: RecordReport, reason: string, prices: number): void => {
  if (prices === 0) return;
  report.rejected = { ...report.rejected, [reason]: (ownValue(report.rejected, reason) ?? 0) + prices };
};

const sumsOf = <Counts extends Readonly<Record<string, number>>>(a: Counts, b: Counts): Counts => {
  const sums = new Map(Object.entries(a));
  for (const [key, value] of Object.entries(b)) sums.set(key, (sums.get(key) ?? 0) + value);
  return Object.fromEntries(sums) as Counts;
};

/** The key of an event in `unmatchedEvents`. */
const reportKey = ({ book, sport, key }: Pick<UnmatchedEvent, "book" | "sport" | "key">): string =>
  `${book} ${sport} ${key}`;

/** Removes events that were unmatched and no longer are. */
export const addResolved = (
  report: RecordReport,
  events: Iterable<Pick<UnmatchedEvent, "book" | "sport" | "key">>,
): void => {
  for (const event of events) {
    report.unmatchedEvents.delete(reportKey(event));
    report.resolvedEvents.add(reportKey(event));
  }
};

/** Notes that a book's event was matched to a fixture. */
export const addMatchedFixture = (report: RecordReport, book: string, fixtureId: string): void => {
  if (report.matchedFixtures.size < maxMatchedFixtures) report.matchedFixtures.add(`${book} ${fixtureId}`);
};

/**
 * Adds unmatched events. If several snapshots list an event, its entry describes the last listing. The entry's `prices` is the number of
 * prices in all listings.
 */
export const addUnmatched = (report: RecordReport, events: Iterable<ReportedUnmatched>): void => {
  for (const event of events) {
    const key = reportKey(event);
    report.resolvedEvents.delete(key);
    const earlier = report.unmatchedEvents.get(key);
    if (earlier === undefined && report.unmatchedEvents.size >= maxUnmatchedEvents) {
      report.unmatchedLeftOut += 1;
      continue;
    }
    report.unmatchedEvents.set(
      key,
      earlier === undefined ? event : { ...event, prices: event.prices + earlier.prices },
    );
  }
};

/** The report of a book; created if it is missing. */
export const reportOf = (reports: ReportsByBook, book: string): RecordReport => {
  const report = getOrInsert(reports, book, emptyReport);
  return report;
};

/** Adds `more` to `into`. */
export const addReport = (into: RecordReport, more: RecordReport): void => {
  into.snapshots += more.snapshots;
  into.events = sumsOf(into.events, more.events);
  into.prices = sumsOf(into.prices, more.prices);
  into.droppedLinks += more.droppedLinks;
  into.rejected = sumsOf(into.rejected, more.rejected);
  for (const key of more.resolvedEvents) {
    into.unmatchedEvents.delete(key);
    into.resolvedEvents.add(key);
  }
  addUnmatched(into, more.unmatchedEvents.values());
  for (const pair of more.matchedFixtures)
    if (into.matchedFixtures.size < maxMatchedFixtures) into.matchedFixtures.add(pair);
  into.unmatchedLeftOut += more.unmatchedLeftOut;
  into.unmatchedAppeared += more.unmatchedAppeared;
};

/** Adds `more` to `into`, book by book. */
export const addReports = (into: ReportsByBook, more: ReportsByBook): void => {
  for (const [book, report] of more) addReport(reportOf(into, book), report);
};

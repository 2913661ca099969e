import { ownValue } from "@/server/domain/catalogue/own-value";
import { getOrInsert } from "@/server/domain/collections";
import type { CheckedSnapshot } from "@/server/ingest/feeds/check-snapshot";
import type { Locked } from "@/server/ingest/recorder/locked";
import type { UnmatchedEvent } from "@/server/ingest/recorder/unmatched/unmatched-events";

/** An unmatched event in a report. Its reason may also be that the opponent of a matched event was replaced later. */
export type ReportedUnmatched = Omit<UnmatchedEvent, "reason"> & { readonly reason: string };

type OpenReport = {
  snapshots: number;
  events: { seen: number; matched: number; unmatched: number; rejected: number };
  prices: { seen: number; changed: number; unchanged: number; repeated: number; unmatched: number };
  /** Links to events that were dropped because they are unusable. No price is rejected because of its event's link. */
  droppedLinks: number;
  /** The number of rejected prices by reason. Rejected content without a readable price counts as one price. */
  rejected: Record<string, number>;
  /** Unmatched events of all snapshots, with one entry per book and event. */
  unmatchedEvents: Map<string, ReportedUnmatched>;
  /** The keys in `unmatchedEvents` of events that were unmatched earlier, and that these snapshots match or list under other names. */
  resolvedEvents: Set<string>;
  /**
   * In open sports, `BOOK FIXTURE` of matched events, at most `maxMatchedFixtures`: a later snapshot can show that the fixture's opponent
   * was replaced.
   */
  matchedFixtures: Set<string>;
  /** The number of unmatched events that did not fit into `unmatchedEvents`. An event counts once for each snapshot that lists it. */
  unmatchedLeftOut: number;
  /** The number of unmatched events that were new or had a new reason. An import or a delivery does not report it. */
  unmatchedAppeared: number;
};

/**
 * The result of recording. Prices: seen = changed + unchanged + repeated + unmatched + the sum of `rejected`. Events:
 * seen = matched + unmatched + rejected.
 Only the functions of this
 * file change it.
 */
export type RecordReport = Locked<Omit<OpenReport, "events" | "prices">> & {
  readonly events: Readonly<OpenReport["events"]>;
  readonly prices: Readonly<OpenReport["prices"]>;
};

const open = (report: RecordReport): OpenReport => report as OpenReport;

/** Reports by book. A book's key comes from a feed and may be any text. */
export type ReportsByBook = ReadonlyMap<string, RecordReport>;

/**
 * Receives the report of one book.
 * @param isRecorded true if at least one snapshot of the book could be used. The book is then in the catalogue or in the database. If
 * `isRecorded` is false, `book` may be any text.
 */
export type ObserveRecording = (
  book: string,
  report: Pick<RecordReport, "snapshots" | "events" | "prices" | "rejected">,
  isRecorded: boolean,
) => void;

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
  open(report).rejected = { ...report.rejected, [reason]: (ownValue(report.rejected, reason) ?? 0) + prices };
};

export const countEvents = (
  report: RecordReport,
  kind: keyof RecordReport["events"],
  events: number,
): void => {
  open(report).events[kind] += events;
};

export const countPrices = (
  report: RecordReport,
  kind: keyof RecordReport["prices"],
  prices: number,
): void => {
  open(report).prices[kind] += prices;
};

/** Counts unmatched events that were new or had a new reason. */
export const countAppeared = (report: RecordReport, events: number): void => {
  open(report).unmatchedAppeared += events;
};

/** The report of a checked snapshot before it is recorded. */
export const reportOfChecked = (checked: CheckedSnapshot): RecordReport => {
  const empty = emptyReport();
  const report: RecordReport = {
    ...empty,
    snapshots: 1,
    events: { ...empty.events, seen: checked.eventsSeen, rejected: checked.rejectedEvents },
    prices: { ...empty.prices, seen: checked.pricesSeen, repeated: checked.pricesRepeated },
    droppedLinks: checked.droppedLinks,
  };
  for (const [reason, prices] of checked.rejected) countRejected(report, reason, prices);
  return report;
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
  const { unmatchedEvents, resolvedEvents } = open(report);
  for (const event of events) {
    unmatchedEvents.delete(reportKey(event));
    resolvedEvents.add(reportKey(event));
  }
};

/** Notes that a book's event was matched to a fixture. */
export const addMatchedFixture = (report: RecordReport, book: string, fixtureId: string): void => {
  const { matchedFixtures } = open(report);
  if (matchedFixtures.size < maxMatchedFixtures) matchedFixtures.add(`${book} ${fixtureId}`);
};

/** Turns a matched event into an unmatched one, because its fixture was replaced later. */
export const replaceMatched = (report: RecordReport, event: ReportedUnmatched): void => {
  open(report).unmatchedEvents.set(reportKey(event), event);
  countEvents(report, "matched", -1);
  countEvents(report, "unmatched", 1);
};

/**
 * Adds unmatched events. If several snapshots list an event, its entry describes the last listing. The entry's `prices` is the number of
 * prices in all listings.
 */
export const addUnmatched = (into: RecordReport, events: Iterable<ReportedUnmatched>): void => {
  const report = open(into);
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
export const reportOf = (reports: ReportsByBook, book: string): RecordReport =>
  getOrInsert(reports as Map<string, RecordReport>, book, emptyReport);

/** Adds `more` to `sum`. */
export const addReport = (sum: RecordReport, more: RecordReport): void => {
  const into = open(sum);
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

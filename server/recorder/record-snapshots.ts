import type { Logger } from "pino";
import type { Database, Queryable } from "@/db/connect";
import { findSport, type Sport } from "@/server/catalogue/sports";
import { createTeamIndex } from "@/server/catalogue/team-index";
import { type CheckedSnapshot, checkSnapshot } from "@/server/feeds/check-snapshot";
import type { BookSnapshot } from "@/server/feeds/snapshot";
import type { EventMatch } from "@/server/matching/match-events";
import { comparePrices, type KnownPrices, LateInBatchError } from "@/server/recorder/compare-prices";
import { ensureBook } from "@/server/recorder/ensure-book";
import {
  loadChecks,
  loadCurrent,
  loadFixturesAround,
  loadLearnedTeams,
  loadQuoted,
  loadRefs,
  lockSport,
  type Pair,
} from "@/server/recorder/load-known";
import { loadStandings, type Standing } from "@/server/recorder/load-looks";
import {
  type KnownSport,
  matchRecording,
  type PlacedSnapshot,
  placeFixtures,
} from "@/server/recorder/place-fixtures";
import {
  digestOf,
  midnightOnlyOf,
  type Recording,
  type RecordingClock,
  recordingTime,
} from "@/server/recorder/recording";
import {
  addReport,
  addReports,
  addUnmatched,
  countRejected,
  emptyReport,
  type ObserveRecording,
  type RecordReport,
  type ReportsByBook,
  reportOf,
} from "@/server/recorder/report";
import { settleRivals } from "@/server/recorder/settle-rivals";
import { noStarts, settleStarts } from "@/server/recorder/settle-starts";
import { loadUnmatched } from "@/server/recorder/store-unmatched";
import { loadAliases, type TeamAlias } from "@/server/recorder/team-aliases";
import {
  type JudgedEvents,
  logUnmatched,
  placeUnmatched,
  type UnmatchedEvent,
  unmatchedOf,
} from "@/server/recorder/unmatched-events";
import { noChanges, writeChanges } from "@/server/recorder/write-changes";

export type Recorder = {
  readonly db: Database;
  /** ms since the epoch: nothing recorded before it is stored. */
  readonly archiveFrom: number;
  readonly log: Logger;
  /** Takes what became of the snapshots of each book, once they are recorded. */
  readonly observe?: ObserveRecording | undefined;
};

const priceCount = (events: CheckedSnapshot["events"]): number =>
  events.reduce(
    (sum, { markets }) => sum + markets.reduce((prices, { outcomes }) => prices + outcomes.length, 0),
    0,
  );

const startsOf = (recordings: readonly Recording[]): { from: number; to: number } => {
  const starts = recordings.flatMap(({ events, recordedAt }) => [
    ...events.map((event) => event.commenceTime),
    recordedAt,
  ]);
  const complete = recordings.some((recording) => recording.complete);
  const from = starts.reduce((a, b) => Math.min(a, b));
  return { from, to: complete ? Number.POSITIVE_INFINITY : starts.reduce((a, b) => Math.max(a, b)) };
};

/** Building an index is not cheap, and most snapshots teach no name. */
const teamsOf = (sport: Sport, aliases: readonly TeamAlias[]): KnownSport["teams"] => {
  let size = 0;
  let index = createTeamIndex(sport, [], aliases);
  return (learned) => {
    if (learned.size !== size) index = createTeamIndex(sport, [...learned], aliases);
    size = learned.size;
    return index;
  };
};

const loadSport = async (tx: Queryable, sport: Sport, recordings: readonly Recording[]) => {
  const around = startsOf(recordings);
  const books = [...new Set(recordings.map(({ book }) => book))];
  const refs = [
    ...new Set(
      recordings.flatMap(({ events }) => events.flatMap(({ ref }) => (ref === undefined ? [] : [ref]))),
    ),
  ];
  const isOpen = sport.names === "open";
  const [, standings, fixtures, bound, learned, aliases, unmatched, quoted] = await Promise.all([
    lockSport(tx, sport.key),
    loadStandings(tx, sport.key, recordings),
    loadFixturesAround(tx, sport.key, around.from, around.to),
    loadRefs(tx, books, sport.key, { refs, ...around }),
    isOpen ? loadLearnedTeams(tx, sport.key) : [],
    loadAliases(tx, sport.key),
    loadUnmatched(tx, sport.key, books),
    isOpen ? loadQuoted(tx, books, sport.key, around) : new Map<string, Set<string>>(),
  ]);
  const isRepeated = standings.some((standing) => standing.known);
  const known: KnownSport = {
    sport,
    fixtures: new Map(fixtures.map((fixture) => [fixture.id, fixture])),
    refs: new Map(),
    quoted: isRepeated && !isOpen ? await loadQuoted(tx, books, sport.key, around) : quoted,
    learned: new Set(learned),
    starts: noStarts(),
    teams: teamsOf(sport, aliases),
  };
  for (const { book, ref, fixture } of bound) {
    if (!known.fixtures.has(fixture.id)) known.fixtures.set(fixture.id, fixture);
    known.refs.set(book, (known.refs.get(book) ?? new Map<string, string>()).set(ref, fixture.id));
  }
  return { standings, known, unmatched };
};

/** Whether every event that has a place now had it when the same snapshot was recorded before: names may have become known since. */
const isRecorded = (known: KnownSport, { book }: Recording, matches: readonly EventMatch[]): boolean =>
  matches.every(
    (match) =>
      match.kind === "unmatched" ||
      (match.kind === "fixture" && known.quoted.get(book)?.has(match.fixtureId) === true),
  );

const countMatches = (report: RecordReport, { events }: Recording, matches: readonly EventMatch[]): void => {
  events.forEach((event, index) => {
    if (event.inPlay) return;
    if (matches[index]?.kind !== "unmatched") {
      report.events.matched += 1;
      return;
    }
    report.events.unmatched += 1;
    report.prices.unmatched += priceCount([event]);
  });
};

const loadPrices = async (tx: Queryable, work: readonly Work[]): Promise<KnownPrices> => {
  const pairs = work.flatMap(({ recording: { book }, placed: { events, inPlay, lost, unnamed } }): Pair[] =>
    [...[...events, ...inPlay, ...lost].map(({ fixtureId }) => fixtureId), ...unnamed].map((fixture) => ({
      book,
      fixture,
    })),
  );
  const unique = [...new Map(pairs.map((pair) => [`${pair.book} ${pair.fixture}`, pair])).values()];
  const [checks, current] = await Promise.all([loadChecks(tx, unique), loadCurrent(tx, unique)]);
  return { checks, current };
};

/** Whether each book's snapshots ascend in time; at one moment they may only speak for different events. */
const isInOrder = (recordings: readonly Recording[]): boolean => {
  const newest = new Map<string, Recording>();
  return recordings.every((recording) => {
    const before = newest.get(recording.book);
    newest.set(recording.book, recording);
    if (before === undefined || before.recordedAt < recording.recordedAt) return true;
    return before.recordedAt === recording.recordedAt && !before.complete && !recording.complete;
  });
};

type Work = { readonly recording: Recording; readonly placed: PlacedSnapshot; readonly standing: Standing };

/**
 * One sport's snapshots in one transaction: reads together, decides one after the other, writes together.
 * @param appeared takes the events that are newly unmatched, to be logged once they are committed.
 */
const recordBatch = async (
  tx: Queryable,
  sport: Sport,
  recordings: readonly Recording[],
  appeared: UnmatchedEvent[],
): Promise<ReportsByBook> => {
  if (!isInOrder(recordings)) throw new LateInBatchError();
  const reports: ReportsByBook = new Map();
  const changes = noChanges(sport.key);
  const { standings, known, unmatched: listings } = await loadSport(tx, sport, recordings);
  const work: Work[] = [];
  const nameUnmatched = (report: RecordReport, judged: JudgedEvents) => {
    const named = placeUnmatched(listings, judged, changes.unmatched);
    appeared.push(...named.appeared);
    addUnmatched(report, named.unmatched);
  };
  for (const [index, recording] of recordings.entries()) {
    const report = reportOf(reports, recording.book);
    const standing = standings[index] ?? { known: false, completeFrom: null };
    const matches = standing.known ? matchRecording(known, recording) : [];
    if (standing.known && isRecorded(known, recording, matches)) {
      const unmatched = report.prices.unmatched;
      countMatches(report, recording, matches);
      addUnmatched(report, unmatchedOf({ recording, matches }));
      report.prices.unchanged += priceCount(recording.events) - (report.prices.unmatched - unmatched);
      continue;
    }
    const placed = await placeFixtures(tx, known, recording, changes);
    countMatches(report, recording, placed.matches);
    nameUnmatched(report, { recording, ...placed });
    work.push({ recording, placed, standing });
  }
  if (work.length === 0) return reports;
  const prices = await loadPrices(tx, work);
  for (const { recording, placed, standing } of work)
    await comparePrices(
      tx,
      { recording, placed, completeFrom: standing.completeFrom, alone: recordings.length === 1 },
      prices,
      changes,
      reportOf(reports, recording.book),
    );
  settleStarts(known, changes);
  await settleRivals(tx, known, work, changes);
  await writeChanges(tx, changes);
  return reports;
};

const logRejected = (log: Logger, checked: CheckedSnapshot): void => {
  if (checked.rejected.size === 0) return;
  const rejected = Object.fromEntries(checked.rejected);
  log.info(
    { book: checked.book, sport: checked.sport, rejected, examples: checked.details },
    "rejected prices",
  );
};

const startReport = (checked: CheckedSnapshot): RecordReport => {
  const report = emptyReport();
  report.snapshots = 1;
  report.events.seen = checked.eventsSeen;
  report.events.rejected = checked.rejectedEvents;
  report.prices.seen = checked.pricesSeen;
  report.prices.repeated = checked.pricesRepeated;
  for (const [reason, prices] of checked.rejected) countRejected(report, reason, prices);
  return report;
};

/** A transaction of many snapshots holds its sport's lock for long and is lost as a whole. */
const largestBatch = 64;

const recordSport = async (
  recorder: Recorder,
  sport: Sport,
  recordings: readonly Recording[],
): Promise<ReportsByBook> => {
  const reports: ReportsByBook = new Map();
  const inOne = async (batch: readonly Recording[]): Promise<ReportsByBook> => {
    const appeared: UnmatchedEvent[] = [];
    const recorded = await recorder.db.transaction((tx) => recordBatch(tx, sport, batch, appeared));
    logUnmatched(recorder.log, appeared);
    return recorded;
  };
  for (let from = 0; from < recordings.length; from += largestBatch) {
    const batch = recordings.slice(from, from + largestBatch);
    try {
      addReports(reports, await inOne(batch));
    } catch (error) {
      if (!(error instanceof LateInBatchError)) throw error;
      for (const recording of batch) addReports(reports, await inOne([recording]));
    }
  }
  return reports;
};

/**
 * Records what books quoted: matches each snapshot's events to fixtures, compares each market with the newest known one, and writes
 * what changed to the current prices and the archive, each snapshot wholly or not at all. A snapshot again changes nothing; an older
 * one takes its place in time and leaves newer prices alone.
 *
 * @param now ms since the epoch.
 * @returns what became of each event and price; content that cannot be used is counted there, never thrown.
 * @throws only when the database fails; what was committed before stays.
 */
export const recordSnapshots = async (
  recorder: Recorder,
  snapshots: Iterable<BookSnapshot>,
  { clock, now }: { readonly clock: RecordingClock; readonly now: number },
): Promise<RecordReport> => {
  const reports: ReportsByBook = new Map();
  const recorded = new Set<string>();
  const bySport = new Map<Sport, Recording[]>();
  const positions = new Map<string, number>();
  for (const snapshot of snapshots) {
    const position = positions.get(`${snapshot.book} ${snapshot.sport}`) ?? 0;
    positions.set(`${snapshot.book} ${snapshot.sport}`, position + 1);
    // Several polls of one book that arrive together arrived one after the other.
    const recordedAt = recordingTime(snapshot, clock, now + position);
    const checked = checkSnapshot(snapshot, {
      recordedAt,
      now: now + position,
      archiveFrom: recorder.archiveFrom,
    });
    addReport(reportOf(reports, checked.book), startReport(checked));
    logRejected(recorder.log, checked);
    const sport = findSport(checked.sport);
    if (sport === undefined || (checked.events.length === 0 && !checked.complete)) continue;
    await ensureBook(recorder.db, snapshot, checked);
    recorded.add(checked.book);
    const recordings = bySport.get(sport) ?? [];
    bySport.set(sport, recordings);
    const midnightOnly = midnightOnlyOf(checked);
    recordings.push({ ...checked, recordedAt, clock, digest: digestOf(snapshot), midnightOnly });
  }
  for (const [sport, recordings] of bySport) {
    // What is recorded does not depend on the order; in order of time it takes the fast path.
    const inOrder = recordings.sort((a, b) => a.recordedAt - b.recordedAt);
    addReports(reports, await recordSport(recorder, sport, inOrder));
  }
  const sum = emptyReport();
  for (const [book, report] of reports) {
    recorder.observe?.(book, report, recorded.has(book));
    addReport(sum, report);
  }
  return sum;
};

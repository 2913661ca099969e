import type { Logger } from "pino";
import type { Database } from "@/db/connect";
import { findSport, type Sport } from "@/server/catalogue/sports";
import type { DatabaseClock } from "@/server/clock/database-clock";
import { type CheckedEvent, type CheckedSnapshot, checkSnapshot } from "@/server/feeds/check-snapshot";
import type { BookSnapshot } from "@/server/feeds/snapshot";
import { LateInBatchError } from "@/server/recorder/compare-prices";
import { ensureBook } from "@/server/recorder/ensure-book";
import { findCulprits } from "@/server/recorder/find-culprits";
import { type Batch, type Findings, priceCount, recordBatch } from "@/server/recorder/record-batch";
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
  countRejected,
  emptyReport,
  type ObserveRecording,
  type RecordReport,
  type ReportsByBook,
  reportOf,
} from "@/server/recorder/report";
import { logUnmatched } from "@/server/recorder/unmatched-events";
import { readingSafely, UnreadableError } from "@/server/recorder/unreadable";

export type Recorder = {
  readonly db: Database;
  /** ms since the epoch: nothing recorded before it is stored. */
  readonly archiveFrom: number;
  readonly clock: DatabaseClock;
  readonly log: Logger;
  /** Takes what became of the snapshots of each book, once they are recorded. */
  readonly observe?: ObserveRecording | undefined;
};

const logRejected = (log: Logger, checked: CheckedSnapshot): void => {
  if (checked.rejected.size === 0) return;
  const rejected = Object.fromEntries(checked.rejected);
  // What our own code fails on is a defect of ours.
  log[checked.rejected.has("unreadable") ? "warn" : "info"](
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

/** Ends a transaction that only tries whether something can be recorded. */
class TriedError extends Error {}

const recordInOne = async (
  { db, clock, log }: Recorder,
  batch: Omit<Batch, "clock">,
): Promise<ReportsByBook> => {
  const findings: Findings = { appeared: [], discarded: undefined };
  const recorded = await db.transaction((tx) =>
    readingSafely(tx, () => recordBatch(tx, { ...batch, clock }, findings)),
  );
  logUnmatched(log, findings.appeared);
  if (findings.discarded !== undefined)
    log.warn(
      { sport: batch.sport.key, ...findings.discarded },
      "discarded what was recorded ahead of the clock",
    );
  return recorded;
};

/** Whether recording fails on what was delivered or is stored; nothing of it stays. */
const failsToRecord = async ({ db, clock }: Recorder, batch: Omit<Batch, "clock">): Promise<boolean> => {
  try {
    await db.transaction(async (tx) => {
      await readingSafely(tx, () =>
        recordBatch(tx, { ...batch, clock }, { appeared: [], discarded: undefined }),
      );
      throw new TriedError();
    });
  } catch (error) {
    if (error instanceof UnreadableError) return true;
    if (!(error instanceof TriedError)) throw error;
  }
  return false;
};

const rejectUnreadable = (events: readonly CheckedEvent[]): RecordReport => {
  const report = emptyReport();
  // Events in play are rejected already.
  const counted = events.filter(({ inPlay }) => !inPlay);
  report.events.rejected = counted.length;
  countRejected(report, "unreadable", priceCount(counted));
  return report;
};

/** Records a snapshot by itself, without the events on which our own code fails. These may be any, so it is not complete then. */
const recordAlone = async (
  recorder: Recorder,
  sport: Sport,
  recording: Recording,
  now: number,
): Promise<ReportsByBook> => {
  try {
    return await recordInOne(recorder, { sport, recordings: [recording], now });
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const { book, digest, recordedAt } = recording;
    const part = (events: readonly CheckedEvent[]): Recording => ({ ...recording, complete: false, events });
    const unreadable = await findCulprits(recording.events, (events) =>
      failsToRecord(recorder, { sport, recordings: [part(events)], now }),
    );
    const named = unreadable.slice(0, 20).map(({ home, away, ref }) => ({ home, away, ref }));
    const subject = { book, sport: sport.key, recorded_at: new Date(recordedAt).toISOString() };
    recorder.log.error(
      { err: error.cause, ...subject, unreadable: unreadable.length, events: named },
      "unreadable events",
    );
    const reports: ReportsByBook = new Map([[book, rejectUnreadable(unreadable)]]);
    const rest = recording.events.filter((event) => !unreadable.includes(event));
    // A digest of its own: when the whole snapshot comes again, it has not been recorded.
    const ofRest = { ...part(rest), digest: ~digest ^ unreadable.length };
    if (rest.length > 0)
      addReports(reports, await recordInOne(recorder, { sport, recordings: [ofRest], now }));
    return reports;
  }
};

const recordSport = async (
  recorder: Recorder,
  sport: Sport,
  recordings: readonly Recording[],
  now: number,
): Promise<ReportsByBook> => {
  const reports: ReportsByBook = new Map();
  for (let from = 0; from < recordings.length; from += largestBatch) {
    const batch = recordings.slice(from, from + largestBatch);
    try {
      addReports(reports, await recordInOne(recorder, { sport, recordings: batch, now }));
    } catch (error) {
      if (!(error instanceof LateInBatchError || error instanceof UnreadableError)) throw error;
      for (const recording of batch) addReports(reports, await recordAlone(recorder, sport, recording, now));
    }
  }
  return reports;
};

/**
 * Records what books quoted: matches each snapshot's events to fixtures, compares each market with the newest known one, and writes
 * what changed to the current prices and the archive, each snapshot wholly or not at all. A snapshot again changes nothing; an older
 * one takes its place in time and leaves newer prices alone.
 *
 * @param now ms since the epoch, by the recorder's clock.
 * @returns what became of each event and price; content that cannot be used is counted there, never thrown.
 * @throws only when the database fails or its clock was set back; what was committed before stays.
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
    addReports(reports, await recordSport(recorder, sport, inOrder, now));
  }
  const sum = emptyReport();
  for (const [book, report] of reports) {
    recorder.observe?.(book, report, recorded.has(book));
    addReport(sum, report);
  }
  return sum;
};

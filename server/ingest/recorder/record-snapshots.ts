import type { Logger } from "pino";
import type { Database } from "@/db/connect";
import type { DatabaseClock } from "@/server/clock/database-clock";
import { findSport, type Sport } from "@/server/domain/catalogue/sports";
import { getOrInsert } from "@/server/domain/collections";
import {
  type CheckedEvent,
  type CheckedSnapshot,
  checkSnapshotInSteps,
} from "@/server/ingest/feeds/check-snapshot";
import type { RejectionReason } from "@/server/ingest/feeds/rejection-reasons";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { bisectFailures } from "@/server/ingest/recorder/bisect-failures";
import { LateInBatchError } from "@/server/ingest/recorder/compare/compare-prices";
import { inSlices, pauseIfDue } from "@/server/ingest/recorder/in-slices";
import { booksOrigin, type Origin, sourceOf } from "@/server/ingest/recorder/place/source-of";
import {
  type Batch,
  priceCount,
  type RecordedBatch,
  recordBatch,
} from "@/server/ingest/recorder/record-batch";
import {
  digestOf,
  midnightOnlyOf,
  type Recording,
  type RecordingClock,
  recordingTime,
} from "@/server/ingest/recorder/recording";
import {
  addReport,
  addReports,
  countEvents,
  countRejected,
  emptyReport,
  type ObserveRecording,
  type RecordReport,
  type ReportsByBook,
  reportOf,
  reportOfChecked,
} from "@/server/ingest/recorder/report";
import { findSuperseded, type LiveSource } from "@/server/ingest/recorder/source-precedence";
import { addBook, type BookRows, ensureBooks } from "@/server/ingest/recorder/state/ensure-books";
import { logUnmatchedDetails } from "@/server/ingest/recorder/unmatched/log-unmatched";
import { UnreadableError, wrapUnreadable } from "@/server/ingest/recorder/unreadable";

export type Recorder = {
  readonly db: Database;
  /** ms since the epoch. Prices with an earlier recording time are rejected. */
  readonly archiveFrom: number;
  readonly clock: DatabaseClock;
  readonly log: Logger;
  /** Receives the report of each book after its snapshots are recorded. */
  readonly observe?: ObserveRecording | undefined;
};

const logRejected = (log: Logger, checked: CheckedSnapshot, source: LiveSource | undefined): void => {
  if (checked.rejected.size === 0) return;
  const rejected = Object.fromEntries(checked.rejected);
  // Rejected prices of a live source are usually logged at `debug`, because the source repeats them in every poll. The feed's status or the
  // response to the delivery counts them anyway.
  const usual = source === undefined ? "info" : "debug";
  // `unreadable` means that our own code failed on the content, which is a defect.
  log[checked.rejected.has("unreadable") ? "warn" : usual](
    { book: checked.book, sport: checked.sport, rejected, examples: checked.details },
    "rejected prices",
  );
};

/**
 * The maximum number of snapshots in one transaction. A larger transaction would lock its sport for longer, and a failure would roll back
 * more snapshots.
 */
const maxBatchSize = 64;

/** Thrown to roll back a transaction that only tests whether snapshots can be recorded. */
class RollbackError extends Error {}

type SourcedBatch = Omit<Batch, "clock"> & { readonly source: LiveSource | undefined };

/** Counts events that are not recorded. Events in play are already counted as rejected. */
const rejectEvents = (
  report: RecordReport,
  reason: RejectionReason,
  events: readonly CheckedEvent[],
): void => {
  const counted = events.filter(({ inPlay }) => !inPlay);
  countEvents(report, "rejected", counted.length);
  countRejected(report, reason, priceCount(counted));
};

/** Records a batch in one transaction and logs its findings. */
const recordInTransaction = async (
  { db, clock, log }: Recorder,
  { source, ...batch }: SourcedBatch,
): Promise<ReportsByBook> => {
  const { reports, appeared, discarded } = await db.transaction(async (tx) => {
    const { sport, recordings, now } = batch;
    const superseded =
      source === undefined
        ? new Set<string>()
        : await findSuperseded(tx, source, { sportKey: sport.key, recordings, nowMs: now });
    const kept = recordings.filter(({ book }) => !superseded.has(book));
    const recorded: RecordedBatch =
      kept.length === 0
        ? { reports: new Map(), appeared: [], discarded: undefined }
        : await wrapUnreadable(tx, () => recordBatch(tx, { ...batch, recordings: kept, clock }));
    for (const { book, events } of recordings)
      if (superseded.has(book)) rejectEvents(reportOf(recorded.reports, book), "other_source", events);
    return recorded;
  });
  logUnmatchedDetails(log, appeared);
  if (discarded !== undefined)
    log.warn(
      { sport: batch.sport.key, ...discarded },
      "removed recordings with a future time; their points are in set_aside_points",
    );
  return reports;
};

/** Whether our own code fails on the batch. Nothing is written. */
const failsToRecord = async ({ db, clock }: Recorder, batch: SourcedBatch): Promise<boolean> => {
  try {
    await db.transaction(async (tx) => {
      await wrapUnreadable(tx, () => recordBatch(tx, { ...batch, clock }));
      throw new RollbackError();
    });
  } catch (error) {
    if (error instanceof UnreadableError) return true;
    if (!(error instanceof RollbackError)) throw error;
  }
  return false;
};

/** Records a snapshot alone. If our own code fails on some events, the other events are recorded as an incomplete snapshot. */
const recordAlone = async (
  recorder: Recorder,
  recording: Recording,
  batch: Omit<SourcedBatch, "recordings">,
): Promise<ReportsByBook> => {
  const { sport } = batch;
  try {
    return await recordInTransaction(recorder, { ...batch, recordings: [recording] });
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const { book, digest, recordedAt } = recording;
    const part = (events: readonly CheckedEvent[]): Recording => ({ ...recording, complete: false, events });
    const unreadable = await bisectFailures(recording.events, (events) =>
      failsToRecord(recorder, { ...batch, recordings: [part(events)] }),
    );
    const examples = unreadable.slice(0, 20).map(({ home, away, ref }) => ({ home, away, ref }));
    const fields = { book, sport: sport.key, recorded_at: new Date(recordedAt).toISOString() };
    recorder.log.error(
      { err: error.cause, ...fields, unreadable: unreadable.length, events: examples },
      "unreadable events",
    );
    const reports: ReportsByBook = new Map();
    rejectEvents(reportOf(reports, book), "unreadable", unreadable);
    const rest = recording.events.filter((event) => !unreadable.includes(event));
    // The incomplete snapshot gets its own digest. With the original digest, a repetition of the whole snapshot would count as a duplicate.
    const partial = { ...part(rest), digest: ~digest ^ unreadable.length };
    if (rest.length > 0)
      addReports(reports, await recordInTransaction(recorder, { ...batch, recordings: [partial] }));
    return reports;
  }
};

const recordSport = async (
  recorder: Recorder,
  { recordings, ...batch }: SourcedBatch,
): Promise<ReportsByBook> => {
  const reports: ReportsByBook = new Map();
  for (let from = 0; from < recordings.length; from += maxBatchSize) {
    const part = recordings.slice(from, from + maxBatchSize);
    try {
      addReports(reports, await recordInTransaction(recorder, { ...batch, recordings: part }));
    } catch (error) {
      if (!(error instanceof LateInBatchError || error instanceof UnreadableError)) throw error;
      for (const recording of part) addReports(reports, await recordAlone(recorder, recording, batch));
    }
  }
  return reports;
};

type RecordOptions = {
  readonly clock: RecordingClock;
  /** ms since the epoch, by the recorder's clock. */
  readonly now: number;
  /**
   * The live source of the snapshots. While a live source with higher precedence sends the same book and sport, the snapshots are not
   * recorded. Without a source, the snapshots are always recorded.
   */
  readonly source?: LiveSource | undefined;
  /** Decides which source votes with the snapshots. By default, each book speaks for itself. */
  readonly origin?: Origin | undefined;
};

/** Records checked snapshots. Returns counts of all events and prices, including unusable ones. */
type RecordChecked = () => Promise<RecordReport>;

/**
 * Checks snapshots and writes missing books to the database. The returned function records the snapshots; call it once.
 * @throws if the database fails.
 */
export const checkSnapshots = async (
  recorder: Recorder,
  snapshots: Iterable<BookSnapshot>,
  { clock, now, source, origin = booksOrigin }: RecordOptions,
): Promise<RecordChecked> => {
  const reports: ReportsByBook = new Map();
  const recorded = new Set<string>();
  const books: BookRows = new Map();
  const bySport = new Map<Sport, Recording[]>();
  const positions = new Map<string, number>();
  for (const snapshot of snapshots) {
    const position = positions.get(`${snapshot.book} ${snapshot.sport}`) ?? 0;
    positions.set(`${snapshot.book} ${snapshot.sport}`, position + 1);
    // If `clock` is "now", the snapshots of one book and sport in one call get recording times 1 ms apart. With equal times, every snapshot
    // after the first could count as late.
    const recordedAt = recordingTime(snapshot, clock, now + position);
    const clockOf = { recordedAt, now: now + position, archiveFrom: recorder.archiveFrom };
    const checked = await inSlices(checkSnapshotInSteps(snapshot, clockOf));
    addReport(reportOf(reports, checked.book), reportOfChecked(checked));
    logRejected(recorder.log, checked, source);
    const sport = findSport(checked.sport);
    if (sport === undefined || (checked.events.length === 0 && !checked.complete)) continue;
    addBook(books, snapshot, checked);
    recorded.add(checked.book);
    const recordings = getOrInsert(bySport, sport, () => []);
    const midnightOnly = midnightOnlyOf(checked);
    await pauseIfDue();
    const ofSource = sourceOf(origin, checked.book);
    recordings.push({
      ...checked,
      recordedAt,
      clock,
      digest: digestOf(snapshot),
      source: ofSource,
      midnightOnly,
    });
  }
  await ensureBooks(recorder.db, books);
  return async () => {
    for (const [sport, recordings] of bySport) {
      // Sorted for speed only: the result does not depend on the order. But the transaction of an unsorted batch may fail. The snapshots of
      // that batch are then recorded one by one, which is slower.
      const inOrder = recordings.sort((a, b) => a.recordedAt - b.recordedAt);
      addReports(reports, await recordSport(recorder, { sport, recordings: inOrder, now, source }));
    }
    const sum = emptyReport();
    for (const [book, report] of reports) {
      recorder.observe?.(book, report, recorded.has(book));
      addReport(sum, report);
    }
    return sum;
  };
};

/**
 * Records snapshots: matches their events to fixtures, compares each market with its recorded state, and writes the differences to the
 * current prices and the archive. A snapshot is written in one transaction, without its unusable events. A duplicate changes nothing,
 * unless more of its events can be matched now. An out-of-order snapshot is inserted into the archive and does not replace newer prices.
 *
 * @returns counts of all events and prices. Unusable events and prices are counted too, and never cause an error.
 * @throws if the database fails or its clock was set back. Batches that were committed before the error are kept.
 */
export const recordSnapshots = async (
  recorder: Recorder,
  snapshots: Iterable<BookSnapshot>,
  options: RecordOptions,
): Promise<RecordReport> => {
  const record = await checkSnapshots(recorder, snapshots, options);
  return record();
};

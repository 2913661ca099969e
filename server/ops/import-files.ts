import { readFileSync } from "node:fs";
import { findSport } from "@/server/domain/catalogue/sports";
import {
  type ItemsBySport,
  isBySport,
  type ReadItem,
  type RecordedFormat,
  type ResponseFormat,
  type SourceFile,
} from "@/server/ingest/feeds/reader";
import { newestFetchTime, shiftSnapshot } from "@/server/ingest/feeds/shift-times";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { originOfFormat } from "@/server/ingest/recorder/place/source-of";
import { createRecordItems, pricesOf } from "@/server/ingest/recorder/record-items";
import type { Recorder } from "@/server/ingest/recorder/record-snapshots";
import type { RecordingClock } from "@/server/ingest/recorder/recording";
import { addReport, emptyReport, type RecordReport } from "@/server/ingest/recorder/report";
import { settleUnmatched } from "@/server/ops/settle-unmatched";

/** A format whose files state their own times, or raw responses and the time at which they were fetched. */
export type ImportFormat =
  | { readonly format: RecordedFormat }
  | { readonly responses: ResponseFormat; readonly fetchedAtMs: number };

export type ImportOptions = ImportFormat & {
  readonly files: readonly string[];
  readonly clock: RecordingClock;
  /** ms added to every time in the data; `auto` moves the newest fetch time in the files to now. */
  readonly shift: number | "auto";
};

export type ImportProgress = {
  readonly file: string;
  /** The number of finished files. */
  readonly filesDone: number;
  /** The share of this file that is recorded, 0 to 1. Undefined while the file is read. */
  readonly part: number | undefined;
  /** The number of prices handled so far, in all files. */
  readonly prices: number;
};

/**
 * With the shift `auto`, all files are read before the first file is recorded. Up to this many prices (about 100 MB) stay in memory. Files
 * with further prices are read a second time.
 */
const maxPricesKept = 400_000;

/** Files that are read together: a single file, or all files of raw responses. */
type Batch = { readonly files: readonly string[]; readonly read: () => Iterable<ReadItem> };

const sourceFile = (path: string): SourceFile => ({ path, text: readFileSync(path, "utf8") });

const batchesOf = (options: ImportOptions): Batch[] => {
  const { files } = options;
  if ("format" in options) {
    // The text goes straight to the format, without a variable that would keep it in memory. So if the format parses the whole text at
    // once, the text can be garbage collected while items are still being read.
    const open = (path: string) => options.format.read(readFileSync(path, "utf8"), { path });
    return files.map((path) => ({ files: [path], read: () => open(path) }));
  }
  const { responses, fetchedAtMs } = options;
  return [{ files, read: () => responses.readTogether(files.map(sourceFile), { fetchedAtMs }) }];
};

/** The name of a batch in the progress line. */
const titleOf = ({ files: [first = ""] }: Batch): string => first;

type Batches = {
  /** `auto` uses one shift for all files, so that the intervals between times are kept. */
  readonly shiftMs: number;
  /** Returns the items of a batch. Must be called only once per batch. */
  readonly take: (batch: Batch) => ReadItem[] | ItemsBySport;
};

const openBatches = (
  batches: readonly Batch[],
  shift: ImportOptions["shift"],
  now: number,
  onProgress: (progress: ImportProgress) => void,
): Batches => {
  const stream = ({ read }: Batch): ReadItem[] | ItemsBySport => {
    const items = read();
    return isBySport(items) ? items : [...items];
  };
  if (shift !== "auto") return { shiftMs: shift, take: stream };
  const kept = new Map<Batch, ReadItem[]>();
  let pricesKept = 0;
  let newest = Number.NEGATIVE_INFINITY;
  let filesDone = 0;
  for (const batch of batches) {
    onProgress({ file: titleOf(batch), filesDone, part: undefined, prices: 0 });
    filesDone += batch.files.length;
    const items = [...batch.read()];
    newest = Math.max(newest, newestFetchTime(items) ?? newest);
    pricesKept += items.reduce((sum, item) => sum + pricesOf(item), 0);
    if (pricesKept <= maxPricesKept) kept.set(batch, items);
  }
  return {
    // Whole seconds, because `checkSnapshot` removes fractions of a second from starts. A shift by a fraction would change the
    // interval between a start and a price.
    shiftMs: Number.isFinite(newest) ? Math.floor((now - newest) / 1000) * 1000 : 0,
    take: (batch) => {
      const items = kept.get(batch) ?? stream(batch);
      kept.delete(batch);
      return items;
    },
  };
};

/**
 * Shifts all times of a snapshot. `recorded_at` can be minutes after the newest fetch time, so the shift `auto` can move it into the
 * future. Such a `recorded_at` is set to `now`.
 */
const shifted = (snapshot: BookSnapshot, shiftMs: number, now: number): BookSnapshot => {
  const moved = shiftSnapshot(snapshot, shiftMs);
  return moved.recorded_at !== undefined && Date.parse(moved.recorded_at) > now
    ? { ...moved, recorded_at: new Date(now).toISOString() }
    : moved;
};

/**
 * Records files in the given order, or all at once if they are raw responses.
 * @throws if a file cannot be read or the database fails. Snapshots that were recorded before the failure stay recorded.
 */
export const importFiles = async (
  recorder: Recorder,
  options: ImportOptions,
  onProgress: (progress: ImportProgress) => void,
): Promise<RecordReport> => {
  const report = emptyReport();
  const { clock } = recorder;
  const { name } = "format" in options ? options.format : options.responses;
  const recordItems = createRecordItems(recorder, { clock: options.clock, origin: originOfFormat(name) });
  const batches = batchesOf(options);
  const { shiftMs, take } = openBatches(batches, options.shift, clock.now(), onProgress);
  const sports = new Set<string>();
  let filesDone = 0;
  for (const batch of batches) {
    const file = titleOf(batch);
    onProgress({ file, filesDone, part: undefined, prices: report.prices.seen });
    const recorded = await recordItems(() => take(batch), {
      prepare: (snapshot) => {
        const sport = findSport(snapshot.sport);
        if (sport?.names === "open") sports.add(sport.key);
        return shiftMs === 0 ? snapshot : shifted(snapshot, shiftMs, clock.now());
      },
      onProgress: (part, { prices }) =>
        onProgress({ file, filesDone, part, prices: report.prices.seen + prices.seen }),
    });
    addReport(report, recorded);
    filesDone += batch.files.length;
    onProgress({ file, filesDone, part: 1, prices: report.prices.seen });
  }
  await settleUnmatched(recorder.db, report, sports, clock.now());
  return report;
};

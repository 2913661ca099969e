import { readFile } from "node:fs/promises";
import type { ReadItem, RecordedFormat } from "@/server/feeds/reader";
import { newestFetchTime, shiftSnapshot } from "@/server/feeds/shift-times";
import type { BookSnapshot } from "@/server/feeds/snapshot";
import { type Recorder, recordSnapshots } from "@/server/recorder/record-snapshots";
import type { RecordingClock } from "@/server/recorder/recording";
import { addReport, countRejected, emptyReport, type RecordReport } from "@/server/recorder/report";

export type ImportOptions = {
  readonly format: RecordedFormat;
  readonly files: readonly string[];
  readonly clock: RecordingClock;
  /** ms added to every time in the data; `auto` moves the newest fetch time in the files to now. */
  readonly shift: number | "auto";
};

export type ImportProgress = {
  readonly file: string;
  readonly filesDone: number;
  readonly itemsDone: number;
  readonly itemsInFile: number;
};

/** A large file shows progress, and what it has recorded is committed on the way. */
const itemsAtOnce = 64;

/** When each chunk arrived: now, and after every moment that the chunk before it took up. */
const arrivals = (): (() => number) => {
  let latest = 0;
  return () => {
    latest = Math.max(Date.now(), latest + itemsAtOnce);
    return latest;
  };
};

const readItems = async (format: RecordedFormat, path: string): Promise<ReadItem[]> => [
  ...format.read(await readFile(path, "utf8"), { path }),
];

/** How far `auto` moves: over all files together, so that what lay a minute apart still does. */
const findShift = async ({ format, files, shift }: ImportOptions, now: number): Promise<number> => {
  if (shift !== "auto") return shift;
  let newest = Number.NEGATIVE_INFINITY;
  for (const path of files)
    newest = Math.max(newest, newestFetchTime(await readItems(format, path)) ?? newest);
  // Whole seconds: a start between two seconds could not be asked for.
  return Number.isFinite(newest) ? Math.floor((now - newest) / 1000) * 1000 : 0;
};

/** A recording can be some minutes younger than the newest fetch in it; moved with it, it must not come from the future. */
const shifted = (snapshot: BookSnapshot, shiftMs: number): BookSnapshot => {
  const moved = shiftSnapshot(snapshot, shiftMs);
  const now = new Date().toISOString();
  return moved.recorded_at !== undefined && Date.parse(moved.recorded_at) > Date.parse(now)
    ? { ...moved, recorded_at: now }
    : moved;
};

/**
 * Records files in their order, through the same recorder as any feed.
 * @throws when a file cannot be opened or the database fails; what was recorded before stays, each snapshot whole.
 */
export const importFiles = async (
  recorder: Recorder,
  options: ImportOptions,
  onProgress: (progress: ImportProgress) => void,
): Promise<RecordReport> => {
  const report = emptyReport();
  const moment = arrivals();
  const shiftMs = await findShift(options, Date.now());
  for (const [filesDone, file] of options.files.entries()) {
    const items = await readItems(options.format, file);
    for (let from = 0; from < items.length; from += itemsAtOnce) {
      onProgress({ file, filesDone, itemsDone: from, itemsInFile: items.length });
      const snapshots: BookSnapshot[] = [];
      for (const item of items.slice(from, from + itemsAtOnce)) {
        if (item.kind === "snapshot") {
          snapshots.push(shiftMs === 0 ? item.snapshot : shifted(item.snapshot, shiftMs));
          continue;
        }
        report.prices.seen += item.prices;
        countRejected(report, item.reason, item.prices);
      }
      addReport(report, await recordSnapshots(recorder, snapshots, { clock: options.clock, now: moment() }));
    }
    onProgress({ file, filesDone: filesDone + 1, itemsDone: items.length, itemsInFile: items.length });
  }
  return report;
};

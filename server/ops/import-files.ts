import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { countEvent } from "@/server/feeds/check-snapshot";
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
  /** Files that are finished, this one included once it is. */
  readonly filesDone: number;
  /** How much of this file is recorded, 0 to 1; undefined while it is read. */
  readonly part: number | undefined;
  /** Prices of all files so far. */
  readonly prices: number;
};

/** A large file shows progress, and what it has recorded is committed on the way: about a second of work at a time. */
const maxChunk = { snapshots: 64, prices: 8_000 };
/** What `auto` has read is kept for recording up to so many prices, some 100 MB; the files beyond are read a second time. */
const maxPricesKept = 400_000;

const openItems = (format: RecordedFormat, path: string): Iterable<ReadItem> =>
  format.read(readFileSync(path, "utf8"), { path });

/** Holds no text of the file while it gathers the items, so that a format which reads row by row can free it. */
const readItems = (format: RecordedFormat, path: string): ReadItem[] => [...openItems(format, path)];

const pricesOf = (item: ReadItem): number => {
  if (item.kind === "rejected") return item.prices;
  const { events } = item.snapshot;
  return Array.isArray(events) ? events.reduce((sum, event) => sum + countEvent(event), 0) : 1;
};

const sportOf = (item: ReadItem): string =>
  item.kind === "snapshot" && typeof item.snapshot.sport === "string" ? item.snapshot.sport : "";

type Chunk = { readonly items: readonly ReadItem[]; readonly prices: number };

/** What stands for a chunk once it is recorded, so that its items can be collected. */
const recordedChunk: Chunk = { items: [], prices: 0 };

/** One sport after the other, each in the file's order: sports side by side would take many small transactions. */
const chunksOf = (items: readonly ReadItem[]): Chunk[] => {
  const sports = new Map<string, ReadItem[]>();
  for (const item of items) {
    const sport = sports.get(sportOf(item));
    if (sport === undefined) sports.set(sportOf(item), [item]);
    else sport.push(item);
  }
  const chunks: Chunk[] = [];
  for (const ofSport of sports.values()) {
    let open: { items: ReadItem[]; prices: number } | undefined;
    for (const item of ofSport) {
      const prices = pricesOf(item);
      const isFull =
        open === undefined ||
        open.items.length >= maxChunk.snapshots ||
        open.prices + prices > maxChunk.prices;
      if (open === undefined || isFull) {
        open = { items: [], prices: 0 };
        chunks.push(open);
      }
      open.items.push(item);
      open.prices += prices;
    }
  }
  return chunks;
};

/** Snapshots can be recorded faster than one a millisecond; so far their times may run ahead of the clock. */
const maxLeadMs = 1_000;

/** When each chunk arrived: now, and after every moment that the chunk before it took up. */
const arrivals = ({ clock }: Recorder): ((snapshots: readonly BookSnapshot[]) => Promise<number>) => {
  let free = 0;
  return async (snapshots) => {
    await delay(Math.max(0, free - clock.now() - maxLeadMs));
    const moment = Math.max(clock.now(), free);
    // The recorder gives each snapshot of a book a moment of its own.
    const ofBooks = new Map<string, number>();
    for (const { book } of snapshots) ofBooks.set(book, (ofBooks.get(book) ?? 0) + 1);
    free = moment + Math.max(0, ...ofBooks.values());
    return moment;
  };
};

type Files = {
  /** How far `auto` moves: over all files together, so that what lay a minute apart still does. */
  readonly shiftMs: number;
  /** The items of a file, once. */
  readonly take: (path: string) => ReadItem[];
};

const openFiles = (
  { format, files, shift }: ImportOptions,
  now: number,
  onProgress: (progress: ImportProgress) => void,
): Files => {
  if (shift !== "auto") return { shiftMs: shift, take: (path) => readItems(format, path) };
  const kept = new Map<string, ReadItem[]>();
  let pricesKept = 0;
  let newest = Number.NEGATIVE_INFINITY;
  for (const [filesDone, path] of files.entries()) {
    onProgress({ file: path, filesDone, part: undefined, prices: 0 });
    const items = readItems(format, path);
    newest = Math.max(newest, newestFetchTime(items) ?? newest);
    pricesKept += items.reduce((sum, item) => sum + pricesOf(item), 0);
    if (pricesKept <= maxPricesKept) kept.set(path, items);
  }
  return {
    // Whole seconds: a start between two seconds could not be asked for.
    shiftMs: Number.isFinite(newest) ? Math.floor((now - newest) / 1000) * 1000 : 0,
    take: (path) => {
      const items = kept.get(path) ?? readItems(format, path);
      kept.delete(path);
      return items;
    },
  };
};

/** A recording can be some minutes younger than the newest fetch in it; moved with it, it must not come from the future. */
const shifted = (snapshot: BookSnapshot, shiftMs: number, now: number): BookSnapshot => {
  const moved = shiftSnapshot(snapshot, shiftMs);
  return moved.recorded_at !== undefined && Date.parse(moved.recorded_at) > now
    ? { ...moved, recorded_at: new Date(now).toISOString() }
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
  const { clock } = recorder;
  const moment = arrivals(recorder);
  const { shiftMs, take } = openFiles(options, clock.now(), onProgress);
  for (const [filesDone, file] of options.files.entries()) {
    onProgress({ file, filesDone, part: undefined, prices: report.prices.seen });
    const chunks = chunksOf(take(file));
    const total = chunks.reduce((sum, { prices }) => sum + prices, 0);
    let done = 0;
    for (const [index, { items, prices }] of chunks.entries()) {
      onProgress({ file, filesDone, part: done / (total + 1), prices: report.prices.seen });
      const snapshots: BookSnapshot[] = [];
      for (const item of items) {
        if (item.kind === "snapshot") {
          snapshots.push(shiftMs === 0 ? item.snapshot : shifted(item.snapshot, shiftMs, clock.now()));
          continue;
        }
        report.prices.seen += item.prices;
        countRejected(report, item.reason, item.prices);
      }
      const now = await moment(snapshots);
      addReport(report, await recordSnapshots(recorder, snapshots, { clock: options.clock, now }));
      done += prices;
      chunks[index] = recordedChunk;
    }
    onProgress({ file, filesDone: filesDone + 1, part: 1, prices: report.prices.seen });
  }
  return report;
};

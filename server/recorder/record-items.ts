import { setTimeout as delay } from "node:timers/promises";
import { countEvent } from "@/server/feeds/check-snapshot";
import type { ReadItem } from "@/server/feeds/reader";
import type { BookSnapshot } from "@/server/feeds/snapshot";
import { type Recorder, recordSnapshots } from "@/server/recorder/record-snapshots";
import type { RecordingClock } from "@/server/recorder/recording";
import { addReport, countRejected, emptyReport, type RecordReport } from "@/server/recorder/report";
import type { LiveSource } from "@/server/recorder/source-precedence";

/** About a second of work. Each chunk is committed separately, and progress is shown after it. */
const maxChunk = { snapshots: 64, prices: 8_000 };

/** The number of prices of an item, readable or not. */
export const pricesOf = (item: ReadItem): number => {
  if (item.kind === "rejected") return item.prices;
  const { events } = item.snapshot;
  return Array.isArray(events) ? events.reduce((sum, event) => sum + countEvent(event), 0) : 1;
};

const sportOf = (item: ReadItem): string =>
  item.kind === "snapshot" && typeof item.snapshot.sport === "string" ? item.snapshot.sport : "";

type Chunk = { readonly items: readonly ReadItem[]; readonly prices: number };

/** Replaces a chunk once it is recorded, so that its items can be garbage collected. */
const recordedChunk: Chunk = { items: [], prices: 0 };

/** Groups by sport and keeps the source's order within each. Mixed sports would need many small transactions. */
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

/** Snapshots of one book get distinct milliseconds. Fast recording may run ahead of the clock by this much. */
const maxLeadMs = 1_000;

/** Returns the recording time of each chunk: now, but later than all times that the chunk before it used. */
const arrivals = ({ clock }: Recorder): ((snapshots: readonly BookSnapshot[]) => Promise<number>) => {
  let free = 0;
  return async (snapshots) => {
    await delay(Math.max(0, free - clock.now() - maxLeadMs));
    const moment = Math.max(clock.now(), free);
    // The recorder gives each snapshot of one book its own millisecond.
    const ofBooks = new Map<string, number>();
    for (const { book } of snapshots) ofBooks.set(book, (ofBooks.get(book) ?? 0) + 1);
    free = moment + Math.max(0, ...ofBooks.values());
    return moment;
  };
};

type RecordItemsOptions = {
  /** Applied to each snapshot just before it is recorded. */
  readonly prepare?: (snapshot: BookSnapshot) => BookSnapshot;
  /** Called before each chunk. @param part the recorded part of the items, 0 to 1. */
  readonly onProgress?: (part: number, report: RecordReport) => void;
};

/**
 * Records items chunk by chunk. `takeItems` is called once: the recorder then has the only reference to the items, and drops each chunk
 * after recording it.
 */
export type RecordItems = (
  takeItems: () => readonly ReadItem[],
  options?: RecordItemsOptions,
) => Promise<RecordReport>;

/**
 * Creates a function that records items of any number, such as those of a file, in transactions of limited size. Rejected items are
 * counted. Recording times never repeat between its calls.
 * @throws if the database fails. Chunks that were recorded before stay.
 */
export const createRecordItems = (
  recorder: Recorder,
  { clock, source }: { readonly clock: RecordingClock; readonly source?: LiveSource },
): RecordItems => {
  const arrivalOf = arrivals(recorder);
  return async (takeItems, { prepare, onProgress } = {}) => {
    const report = emptyReport();
    const chunks = chunksOf(takeItems());
    const total = chunks.reduce((sum, { prices }) => sum + prices, 0);
    let done = 0;
    for (const [index, { items, prices }] of chunks.entries()) {
      onProgress?.(done / (total + 1), report);
      const snapshots: BookSnapshot[] = [];
      for (const item of items) {
        if (item.kind === "snapshot") {
          snapshots.push(prepare?.(item.snapshot) ?? item.snapshot);
          continue;
        }
        report.prices.seen += item.prices;
        countRejected(report, item.reason, item.prices);
      }
      const now = await arrivalOf(snapshots);
      addReport(report, await recordSnapshots(recorder, snapshots, { clock, now, source }));
      done += prices;
      chunks[index] = recordedChunk;
    }
    return report;
  };
};

import { setTimeout as delay } from "node:timers/promises";
import { getOrInsert } from "@/server/domain/collections";
import { countEvent } from "@/server/ingest/feeds/check-snapshot";
import type { ItemsBySport, PausingItems, ReadItem } from "@/server/ingest/feeds/reader";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import type { Origin } from "@/server/ingest/recorder/place/source-of";
import { checkSnapshots, type Recorder } from "@/server/ingest/recorder/record-snapshots";
import type { RecordingClock } from "@/server/ingest/recorder/recording";
import {
  addReport,
  countPrices,
  countRejected,
  emptyReport,
  type RecordReport,
} from "@/server/ingest/recorder/report";
import type { LiveSource } from "@/server/ingest/recorder/source-precedence";

/** The maximum size of a chunk, about a second of work. Each chunk is committed separately, and progress is shown after it. */
const maxChunk = { snapshots: 64, prices: 8_000 };

/** The number of prices of an item, including prices that cannot be read. An item whose events are not a list counts as one price. */
export const pricesOf = (item: ReadItem): number => {
  if (item.kind === "rejected") return item.prices;
  const { events } = item.snapshot;
  return Array.isArray(events) ? events.reduce((sum, event) => sum + countEvent(event), 0) : 1;
};

const sportOf = (item: ReadItem): string =>
  item.kind === "snapshot" && typeof item.snapshot.sport === "string" ? item.snapshot.sport : "";

type Chunk = { readonly sport: string; readonly items: readonly ReadItem[]; readonly prices: number };

/** While the database works on one chunk, this process can work on another. A third chunk would only wait. */
const maxRunning = 2;

/**
 * Groups items by sport, and keeps the source's order within each sport. A chunk contains items of one sport only, so items of mixed sports
 * would need many small chunks.
 */
const groupBySport = (items: readonly ReadItem[]): ItemsBySport => {
  const sports = new Map<string, ReadItem[]>();
  let prices = 0;
  for (const item of items) {
    prices += pricesOf(item);
    getOrInsert(sports, sportOf(item), () => []).push(item);
  }
  function* inTurn(): Generator<ReadItem> {
    for (const ofSport of sports.values()) {
      ofSport.reverse();
      // Removes each item from the list, so that the item can be garbage collected once it is recorded.
      for (let item = ofSport.pop(); item !== undefined; item = ofSport.pop()) yield item;
    }
  }
  return { prices, [Symbol.iterator]: inTurn };
};

async function* chunksOf(items: ItemsBySport | PausingItems): AsyncGenerator<Chunk> {
  let open: { sport: string; items: ReadItem[]; prices: number } | undefined;
  for await (const item of items) {
    const [sport, prices] = [sportOf(item), pricesOf(item)];
    const isFull =
      open !== undefined &&
      (open.items.length >= maxChunk.snapshots || open.prices + prices > maxChunk.prices);
    if (open !== undefined && (isFull || open.sport !== sport)) {
      yield open;
      open = undefined;
    }
    open ??= { sport, items: [], prices: 0 };
    open.items.push(item);
    open.prices += prices;
  }
  if (open !== undefined) yield open;
}

/**
 * Each snapshot of a book gets its own millisecond, so recording times may be ahead of the clock. The first recording time of a chunk is at
 * most this far ahead.
 */
const maxLeadMs = 1_000;

/**
 * Creates a function that returns the first recording time of each chunk. This is the current time, or the first millisecond after the
 * previous chunk's recording times if that millisecond is later.
 */
const arrivals = ({ clock }: Recorder): ((snapshots: readonly BookSnapshot[]) => Promise<number>) => {
  let free = 0;
  return async (snapshots) => {
    await delay(Math.max(0, free - clock.now() - maxLeadMs));
    const moment = Math.max(clock.now(), free);
    const ofBooks = new Map<string, number>();
    for (const { book } of snapshots) ofBooks.set(book, (ofBooks.get(book) ?? 0) + 1);
    free = moment + Math.max(0, ...ofBooks.values());
    return moment;
  };
};

type RecordItemsOptions = {
  /** Applied to each snapshot just before it is recorded. */
  readonly prepare?: (snapshot: BookSnapshot) => BookSnapshot;
  /** Called at the start and after each chunk. @param part the recorded fraction of all prices, 0 to 1. */
  readonly onProgress?: (part: number, report: RecordReport) => void;
};

/**
 * Records items chunk by chunk: chunks of one sport in order, chunks of different sports concurrently. `takeItems` is called once. If the
 * caller keeps no reference to the items, each chunk can be garbage collected after it is recorded.
 */
export type RecordItems = (
  takeItems: () => readonly ReadItem[] | ItemsBySport | PausingItems,
  options?: RecordItemsOptions,
) => Promise<RecordReport>;

type ItemsSource = {
  readonly clock: RecordingClock;
  readonly source?: LiveSource;
  readonly origin?: Origin;
  /** If present, each chunk is checked and recorded in a turn, which this function gives. */
  readonly takeTurn?: <T>(work: () => Promise<T>) => Promise<T>;
};

/**
 * Creates a function that records any number of items, such as those of a file, in transactions of limited size. Rejected items are
 * counted. With the clock `now`, two calls of the function never give snapshots of one book the same recording time.
 * @throws if the database fails. Chunks that were recorded before the failure stay recorded.
 */
export const createRecordItems = (
  recorder: Recorder,
  { clock, source, origin, takeTurn }: ItemsSource,
): RecordItems => {
  const arrivalOf = arrivals(recorder);
  return async (takeItems, { prepare, onProgress } = {}) => {
    const report = emptyReport();
    const taken = takeItems();
    const items = "prices" in taken ? taken : groupBySport(taken);
    const total = items.prices;
    let done = 0;
    const running: { readonly prices: number; readonly recorded: Promise<RecordReport> }[] = [];
    const lastOfSport = new Map<string, Promise<unknown>>();
    const finishFirst = async (): Promise<void> => {
      const first = running[0];
      if (first === undefined) return;
      addReport(report, await first.recorded);
      running.shift();
      done += first.prices;
      onProgress?.(Math.min(1, done / (total + 1)), report);
    };
    const start = async ({ sport, items, prices }: Chunk): Promise<void> => {
      const snapshots: BookSnapshot[] = [];
      for (const item of items) {
        if (item.kind === "snapshot") {
          snapshots.push(prepare?.(item.snapshot) ?? item.snapshot);
          continue;
        }
        countPrices(report, "seen", item.prices);
        countRejected(report, item.reason, item.prices);
      }
      const check = async () => {
        const now = await arrivalOf(snapshots);
        return checkSnapshots(recorder, snapshots, { clock, now, source, origin });
      };
      const last = lastOfSport.get(sport) ?? Promise.resolve();
      // Without turns, a chunk is checked while the previous one is recorded.
      const record = takeTurn === undefined ? await check() : () => takeTurn(async () => (await check())());
      const recorded = last.then(record);
      // Marks a rejected promise as handled: `finishFirst` throws its error, perhaps much later.
      recorded.catch(() => undefined);
      lastOfSport.set(sport, recorded);
      running.push({ prices, recorded });
    };
    try {
      onProgress?.(0, report);
      for await (const chunk of chunksOf(items)) {
        if (running.length === maxRunning) await finishFirst();
        await start(chunk);
      }
      while (running.length > 0) await finishFirst();
    } finally {
      // After a failure, the caller may close the database, so the running chunks must end first.
      await Promise.allSettled(running.map(({ recorded }) => recorded));
    }
    return report;
  };
};

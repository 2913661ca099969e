import type { ReadItem } from "@/server/ingest/feeds/reader";
import type { Venue } from "@/server/ingest/polling/venue";
import { originOfFeed } from "@/server/ingest/recorder/place/source-of";
import { createRecordItems } from "@/server/ingest/recorder/record-items";
import type { Recorder } from "@/server/ingest/recorder/record-snapshots";
import { countPrices, countRejected, emptyReport, type RecordReport } from "@/server/ingest/recorder/report";

/** Calls `observe` for the prices that the reader of the venue's responses rejected. For snapshots, the recorder calls `observe`. */
const observeRejected = (
  { observe, log }: Recorder,
  { name, kind }: Pick<Venue, "name" | "kind">,
  page: readonly ReadItem[],
): void => {
  const report = emptyReport();
  for (const item of page) {
    if (item.kind === "snapshot") continue;
    countPrices(report, "seen", item.prices);
    countRejected(report, item.reason, item.prices);
    log.debug({ feed: name, reason: item.reason, prices: item.prices }, item.detail);
  }
  // An aggregator lists many books, so the book of a rejected price is not known.
  observe?.(kind === "own" ? name : "", report, false);
};

/** Records the snapshots of a venue's pages, and counts what the reader of the responses rejected. */
export const createRecordPage = (recorder: Recorder, venue: Pick<Venue, "name" | "kind">) => {
  const source = { kind: venue.kind, feed: venue.name } as const;
  const recordItems = createRecordItems(recorder, { clock: "now", source, origin: originOfFeed(source) });
  return (page: readonly ReadItem[]): Promise<RecordReport> => {
    observeRejected(recorder, venue, page);
    return recordItems(() => page);
  };
};

import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";

/** A part of a file that could not be put into a snapshot. The prices of this part are counted both as received and as rejected. */
export type RejectedItem = {
  readonly kind: "rejected";
  readonly reason: string;
  /** At least 1, even if the part has no readable price. */
  readonly prices: number;
  readonly detail: string;
};

export type ReadItem = { readonly kind: "snapshot"; readonly snapshot: BookSnapshot } | RejectedItem;

/** Items grouped by sport and produced one by one. Can be iterated only once. */
export type ItemsBySport = Iterable<ReadItem> & PriceCount;

/** Like `ItemsBySport`, but produced asynchronously, so that other work can run in between. */
export type PausingItems = AsyncIterable<ReadItem> & PriceCount;

type PriceCount = {
  /** The number of prices in all items, including prices that cannot be read. */
  readonly prices: number;
};

/** Only items that are grouped by sport count their prices in advance. */
export const isBySport = (items: Iterable<ReadItem>): items is ItemsBySport => "prices" in items;

/**
 * Reads one file of recorded data. `text` is the whole file. A reader never throws on bad content: it yields unusable rows as rejected. A
 * reader of large files returns `ItemsBySport`, so that only one sport's snapshots are in memory at a time.
 */
export type RecordedFormat = {
  readonly name: string;
  readonly read: (text: string, source: { readonly path: string }) => Iterable<ReadItem>;
};

export type SourceFile = { readonly path: string; readonly text: string };

/**
 * Reads raw response bodies of one venue together, because one response can need another. For example, the start of a market's game may be
 * in another response. Responses do not state when they were fetched, so `times` has the fetch time. A reader never throws on bad content.
 */
export type ResponseFormat = {
  readonly name: string;
  readonly readTogether: (
    files: readonly SourceFile[],
    times: { readonly fetchedAtMs: number },
  ) => Iterable<ReadItem>;
};

export const rejectedItem = (reason: string, detail: string, prices = 1): RejectedItem => ({
  kind: "rejected",
  reason,
  prices: Math.max(1, prices),
  detail: detail.slice(0, 200),
});

import type { BookSnapshot } from "@/server/feeds/snapshot";

/** Something of a file that never became part of a snapshot: its prices are seen and rejected. */
export type RejectedItem = {
  readonly kind: "rejected";
  readonly reason: string;
  /** At least 1: what has no readable price counts as one. */
  readonly prices: number;
  readonly detail: string;
};

/** One unit that a reader yields: a snapshot to record, or rows that could not be read at all. */
export type ReadItem = { readonly kind: "snapshot"; readonly snapshot: BookSnapshot } | RejectedItem;

/**
 * Reads one file of recorded data. `text` is the whole file. A reader never throws on bad content: what cannot be used is yielded as
 * rejected, counted in prices (a row that cannot be read at all counts as one).
 */
export type RecordedFormat = {
  readonly name: string;
  readonly read: (text: string, source: { readonly path: string }) => Iterable<ReadItem>;
};

export const rejectedItem = (reason: string, detail: string, prices = 1): RejectedItem => ({
  kind: "rejected",
  reason,
  prices: Math.max(1, prices),
  detail: detail.slice(0, 200),
});

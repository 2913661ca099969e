import type { BookSnapshot } from "@/server/feeds/snapshot";

/** One unit that a reader yields: a snapshot to record, or rows that could not be read at all. */
export type ReadItem =
  | { readonly kind: "snapshot"; readonly snapshot: BookSnapshot }
  | { readonly kind: "rejected"; readonly reason: string; readonly prices: number; readonly detail: string };

/**
 * Reads one file of recorded data. `text` is the whole file. A reader never throws on bad content: what cannot be used is yielded as
 * rejected, counted in prices (a row that cannot be read at all counts as one).
 */
export type RecordedFormat = {
  readonly name: string;
  readonly read: (text: string, source: { readonly path: string }) => Iterable<ReadItem>;
};

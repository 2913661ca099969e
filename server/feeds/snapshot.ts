import type { Side, Size } from "@/server/prices/outcome";
import type { Price } from "@/server/prices/price";

/**
 * The one format that every feed produces, and that `--format native` reads (one JSON object a line): what one book quoted for
 * events of one sport at one moment. Wire names, since it is a file format.
 */
export type BookSnapshot = {
  book: string;
  sport: string;
  /** When the prices were fetched from the book, RFC 3339 with Z; null when no fetch time is measured for it. */
  fetched_at: string | null;
  /**
   * When the recording was made, RFC 3339 with Z. Only importers of recordings whose source states it set it; `--clock recorded`
   * falls back to `fetched_at`.
   */
  recorded_at?: string;
  /** The snapshot speaks for the whole sport at that book: an event that it does not name is gone there. */
  complete?: boolean;
  /** Market keys that it speaks for within its events; absent means all. */
  scope?: string[];
  /** A book unknown to the catalogue is added from these. */
  book_title?: string;
  book_kind?: string;
  update_interval_seconds?: number | null;
  events: SnapshotEvent[];
};

export type SnapshotEvent = {
  /** The book's own identifier of the event. */
  ref?: string;
  commence_time: string;
  /** The book's own names in the book's own order: matching decides which of our teams is which. */
  home: string;
  away: string;
  markets: SnapshotMarket[];
  /** Keys of markets that the source lists and that could not be read from it: what is not in `markets` of them is not withdrawn. */
  unread?: string[];
};

export type SnapshotMarket = {
  key: string;
  /** The market's own fetch time, where the source gives one. */
  fetched_at?: string | null;
  outcomes: SnapshotOutcome[];
};

export type SnapshotOutcome = Price & {
  side: Side;
  point?: number;
  team?: "home" | "away";
  player?: string;
  size?: Size;
};

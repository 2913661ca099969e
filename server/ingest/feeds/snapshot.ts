import type { Side } from "@/server/domain/catalogue/sides";
import type { Size } from "@/server/domain/prices/outcome";
import type { Price } from "@/server/domain/prices/price";

/**
 * One book's prices for events of one sport at one moment. Every feed produces this format. Files with one such JSON object per line are
 * imported with `--format native`.
 */
export type BookSnapshot = {
  book: string;
  sport: string;
  /** When the prices were fetched from the book, RFC 3339 with Z; null if no fetch time is measured. */
  fetched_at: string | null;
  /**
   * When the recording was made, RFC 3339 with Z; absent if the source does not state it. Without `recorded_at`, an import with
   * `--clock recorded` uses `fetched_at`.
   */
  recorded_at?: string;
  /** If true, the snapshot lists all of the book's events of the sport. Unlisted events are withdrawn. */
  complete?: boolean;
  /** Market keys that the snapshot covers within its events; absent means all. */
  scope?: string[];
  /** This and the next two members describe a book that is not in the catalogue. */
  book_title?: string;
  book_kind?: string;
  update_interval_seconds?: number | null;
  events: SnapshotEvent[];
};

export type SnapshotEvent = {
  /** Identifies the event at the book, or at the aggregator that lists the book. Matching recognizes the event by it. */
  ref?: string;
  /** The book's own id of the event, as responses show it. Null if the source does not state it; absent means `ref`. */
  book_event_id?: string | null;
  /** The event's page at the book, an https URL. */
  link?: string;
  commence_time: string;
  /** The book's own names in the book's own order. Matching decides which team is home. */
  home: string;
  away: string;
  markets: SnapshotMarket[];
  /** Keys of markets that could not be read completely. Such a market is not withdrawn, even if none of its prices is accepted. */
  unread?: string[];
};

export type SnapshotMarket = {
  key: string;
  /** The market's own fetch time, if the source states one. */
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

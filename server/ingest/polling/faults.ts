import type { RejectionReason } from "@/server/ingest/feeds/rejection-reasons";

/** Rejection reasons that occur while a venue works as expected. */
const expectedReasons: ReadonlySet<string> = new Set<RejectionReason>([
  "in_play",
  "other_source",
  "stale_fetch",
  "unknown_start",
  "unknown_series",
  "unknown_event",
  "unknown_market",
  "unknown_sport",
  "not_open",
  "empty_side",
  "no_quote",
  "placeholder_quote",
  "crossed_book",
  "one_sided",
  "includes_overtime",
]);

/** Whether a rejection reason indicates a fault of the venue, such as a changed format. */
export const isFault = (reason: string): boolean => !expectedReasons.has(reason);

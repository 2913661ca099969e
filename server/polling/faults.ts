import type { RejectionReason } from "@/server/feeds/rejection-reasons";

/** Reasons of prices that are rejected from a venue that works as expected. */
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

/** Whether prices are rejected for a reason that a venue which works as expected does not cause. */
export const isFault = (reason: string): boolean => !expectedReasons.has(reason);

/**
 * Why a price of a snapshot is not recorded. `checkSnapshot` says what each is about; `stale_fetch` comes from the
 * recorder, and `unreadable` from both.
 */
export const rejectionReasons = [
  "malformed_snapshot",
  "unknown_sport",
  "unusable_time",
  "before_archive",
  "malformed_event",
  "in_play",
  "malformed_market",
  "unknown_market",
  "out_of_scope",
  "malformed_outcome",
  "side_not_allowed",
  "price_not_finite",
  "price_out_of_range",
  "point_missing",
  "point_not_allowed",
  "point_not_finite",
  "point_out_of_range",
  "team_missing",
  "team_not_allowed",
  "player_missing",
  "player_not_allowed",
  "conflicting_prices",
  "impossible_margin",
  "points_do_not_meet",
  "one_sided",
  "draw_missing",
  "side_missing",
  "line_rejected",
  "stale_fetch",
  "unreadable",
] as const;

export type RejectionReason = (typeof rejectionReasons)[number];

/**
 * Why a price of a snapshot is not recorded. The comment of `checkSnapshot` lists most reasons. `stale_fetch` and `other_source` come from
 * the recorder. `unreadable` comes from `checkSnapshot`, the recorder and the reader of Polymarket. The readers of the formats and
 * the clients of the venues add these reasons:
 *
 * | reason | what is rejected |
 * |---|---|
 * | unknown_series | a game or market of a league or series that is not in the reader's table |
 * | unknown_event | an event of the venue that is not a game, or a market or order book whose game was not in the responses |
 * | unknown_start | a game whose start is unknown, such as a postponed one |
 * | unknown_teams | a game whose two teams are not stated |
 * | unknown_outcome | an outcome that is neither a side nor a team of its game |
 * | includes_overtime | a market on a second half or fourth quarter that may include overtime |
 * | truncated_page | a list whose last page was not reached, or a ladder in such a list |
 * | not_open | a market or game that takes no orders |
 * | disagreement | a market or game whose fields contradict each other |
 * | empty_side | a side of a market on which nothing is offered |
 * | no_quote | a market without any price |
 * | placeholder_quote | an order book whose best bid and best ask are too far apart to carry information |
 * | crossed_book | an order book whose best bid is not below its best ask |
 * | malformed_file, _milestone, _book, _bookmaker | a file or response, or a part of it, in an unexpected form |
 *
 * Imports and `feed follow` also use malformed_row, malformed_line, oversized_line and unknown_book, which are not in `rejectionReasons`.
 */
export const rejectionReasons = [
  "malformed_snapshot",
  "unknown_sport",
  "unusable_time",
  "before_archive",
  "malformed_event",
  "name_too_long",
  "too_many_events",
  "too_many_prices",
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
  "player_name_too_long",
  "too_many_players",
  "conflicting_prices",
  "impossible_margin",
  "points_do_not_meet",
  "not_main_line",
  "one_sided",
  "draw_missing",
  "side_missing",
  "line_rejected",
  "stale_fetch",
  "other_source",
  "unreadable",
  "unknown_series",
  "unknown_event",
  "unknown_start",
  "unknown_teams",
  "unknown_outcome",
  "includes_overtime",
  "truncated_page",
  "not_open",
  "disagreement",
  "empty_side",
  "no_quote",
  "placeholder_quote",
  "crossed_book",
  "malformed_file",
  "malformed_milestone",
  "malformed_book",
  "malformed_bookmaker",
] as const;

export type RejectionReason = (typeof rejectionReasons)[number];

/** Generated from the OpenAPI document by scripts/generate.ts. Don't edit. */
import type { DateFormat, OddsFormat, Price, Timestamp } from "./formats.js";

export type ApiKey = {
  id: string;
  /** Not secret: `ok_live_` or `ok_test_` and the key's next 8 characters. */
  prefix: string;
  last_four: string;
  /** 1 to 64 characters. */
  label: string;
  test: boolean;
  /** ISO-8601 time in UTC, whole seconds, always ending in Z. */
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  /** When a rotated key ends. From then on it is refused like a revoked key. */
  expires_at: string | null;
};

export type BestLine<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Present if the side does not identify the bet: the team of a team total, the player of a prop. */
  description?: string;
  /** The line; for a spread, the home team's point. Absent if the market has no line. */
  point?: number;
  /** The share of all stakes that the books keep at the best prices of all sides. Negative if a bet on all sides makes a profit. `null` if a side has no price. */
  hold: number | null;
  outcomes: BestOutcome<D, O>[];
};

export type BestMarket<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Market key, period suffix included. */
  key: string;
  lines: BestLine<D, O>[];
};

export type BestOutcome<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** The team or side that the price is for. */
  name: string;
  /** American odds: an integer of absolute value 100 or more. Decimal odds: a number above 1. In the format of `oddsFormat`. */
  price: Price<O>;
  /** Line, spread or total. Absent if the market has no line. */
  point?: number;
  /** The books with the best price. The consensus leaves out the first one. */
  bookmakers: string[];
  /** When the best price was fetched last from one of these books. `null` if no fetch time is measured. */
  last_update: Timestamp<D> | null;
  size?: Size;
  /** `null` if no other source quotes every side of the line. */
  consensus: Consensus | null;
};

export type BookCoverage = {
  /** Book key. */
  key: string;
  /** Upcoming fixtures for which the book has a price now. */
  fixtures: number;
  /** Different market keys that the book quotes now. */
  markets: number;
  /** The time since the book's prices of a fixture were fetched, over its fixtures. `null` if no fetch time is measured: the time at which a price was received is never shown. */
  last_check_age_seconds: CheckAges | null;
  /** Whether all of the book's prices in this sport were removed because none had been checked in time. */
  late: boolean;
  /** Of the upcoming events that the book listed in the last hour, the share that was matched to a fixture. `null` if it is not measured. */
  matched_share: number | null;
  /** Books with which this book is one source: their prices change together and are the same. They count once in a consensus. */
  mirrors: string[];
};

export type BookOdds<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Book key. */
  key: string;
  /** Display title. */
  title: string;
  /** The newest `last_update` of its markets. `null` if no fetch time is measured. */
  last_update: Timestamp<D> | null;
  /** The book's own id of the event. Absent if the source of the prices does not state it. */
  book_event_id?: string;
  /** The event's page at the book, as the book's source states it: an https URL, which may contain placeholders such as `{state}`. Absent if the source states none. The service never requests it. */
  link?: string;
  markets: MarketOdds<D, O>[];
};

export type BookTimes<D extends DateFormat = "iso"> = {
  /** Book key. */
  key: string;
  /** The newest time of the book's requested markets. */
  last_update: Timestamp<D> | null;
  /** Market key -> `last_update`. */
  markets: Record<string, Timestamp<D> | null>;
};

export type Bookmaker = {
  /** Book key. */
  key: string;
  title: string;
  /** `sportsbook`, `exchange` or `prediction_market` today. More may be added. */
  kind: string;
  /** How often the book is typically polled. Not a guarantee of freshness. `null` until the interval is known. */
  update_interval_seconds: number | null;
  /** `false` for books whose `last_update` is always `null` today. */
  last_update_measured: boolean;
};

export type CheckAges = {
  /** Half of the fixtures have at most this age. */
  p50: number;
  /** 95 % of the fixtures have at most this age. */
  p95: number;
};

export type Consensus = {
  /** The probability of the outcome without the books' margin. */
  probability: number;
  /** The books in the consensus, one of each source. Never the first book of the best price. */
  bookmakers: string[];
};

export type CreatedApiKey = {
  id: string;
  /** Not secret: `ok_live_` or `ok_test_` and the key's next 8 characters. */
  prefix: string;
  last_four: string;
  /** 1 to 64 characters. */
  label: string;
  test: boolean;
  /** ISO-8601 time in UTC, whole seconds, always ending in Z. */
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  /** When a rotated key ends. From then on it is refused like a revoked key. */
  expires_at: string | null;
  /** The full secret. Only this response has it. */
  key: string;
};

export type DailyUsage = {
  /** A day in UTC. */
  from: string;
  /** A day in UTC. */
  to: string;
  /** Every day from `from` to `to`, including days without a request. */
  days: DayUsage[];
};

export type DayUsage = {
  /** A day in UTC. */
  date: string;
  /** By endpoint or tool. */
  endpoints: EndpointUsage[];
};

export type EdgeBook<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Book key. */
  key: string;
  title: string;
  markets: EdgeMarket<D, O>[];
};

export type EdgeMarket<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Market key, period suffix included. */
  key: string;
  /** `recorded` or `not_recorded` today. More may be added. */
  status: string;
  /** `null` when `not_recorded`. */
  recorded_at: Timestamp<D> | null;
  /** Empty when `not_recorded`. */
  outcomes: Outcome<O>[];
};

export type EndpointUsage = {
  /** The endpoint's operation id in the OpenAPI document. For a tool of `/mcp`, its name, such as `POST /mcp get_odds`. */
  endpoint: string;
  /** The requests of all keys of the account. */
  account: UsageCounts;
  /** The requests of the presented key. `null` if the call has no key. */
  key: UsageCounts | null;
};

export type ErrorCount = {
  /** The error code. */
  code: string;
  requests: number;
};

/** A fixture without prices. */
export type Fixture<D extends DateFormat = "iso"> = {
  /** Opaque fixture id. */
  id: string;
  /** Names one league or tournament, or all of boxing or MMA. */
  sport_key: string;
  sport_title: string;
  /** When the fixture starts. */
  commence_time: Timestamp<D>;
  home_team: string;
  away_team: string;
};

/** A fixture with the best price of each line and side. */
export type FixtureBest<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Opaque fixture id. */
  id: string;
  /** Names one league or tournament, or all of boxing or MMA. */
  sport_key: string;
  sport_title: string;
  /** When the fixture starts. */
  commence_time: Timestamp<D>;
  home_team: string;
  away_team: string;
  /** `median_margin_free` today: the median of the books' probabilities without margin, scaled to sum to 1. More may be added. */
  consensus_method: string;
  markets: BestMarket<D, O>[];
  left_out: LeftOut[];
};

/** Each book's opening, or closing, line for each market. */
export type FixtureEdge<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Opaque fixture id. */
  id: string;
  /** Names one league or tournament, or all of boxing or MMA. */
  sport_key: string;
  sport_title: string;
  /** When the fixture starts. */
  commence_time: Timestamp<D>;
  home_team: string;
  away_team: string;
  bookmakers: EdgeBook<D, O>[];
  /** Books with a price that may belong to the fixture but could not be matched to it safely, and matched books whose prices can't be trusted. */
  unmatched_bookmakers: string[];
};

/** A fixture with every book's prices for the requested markets. */
export type FixtureOdds<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Opaque fixture id. */
  id: string;
  /** Names one league or tournament, or all of boxing or MMA. */
  sport_key: string;
  sport_title: string;
  /** When the fixture starts. */
  commence_time: Timestamp<D>;
  home_team: string;
  away_team: string;
  bookmakers: BookOdds<D, O>[];
  /** Books with a price that may belong to the fixture but could not be matched to it safely, and matched books whose prices can't be trusted. */
  unmatched_bookmakers: string[];
};

export type FixtureProps<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Opaque fixture id. */
  id: string;
  /** Names one league or tournament, or all of boxing or MMA. */
  sport_key: string;
  sport_title: string;
  /** When the fixture starts. */
  commence_time: Timestamp<D>;
  home_team: string;
  away_team: string;
  props: PropRow<D, O>[];
  /** Books with a price that may belong to the fixture but could not be matched to it safely, and matched books whose prices can't be trusted. */
  unmatched_bookmakers: string[];
};

/** Every recorded price between the opening and the closing line. */
export type FixtureSeries<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Opaque fixture id. */
  id: string;
  /** Names one league or tournament, or all of boxing or MMA. */
  sport_key: string;
  sport_title: string;
  /** When the fixture starts. */
  commence_time: Timestamp<D>;
  home_team: string;
  away_team: string;
  /** When the archive begins. */
  archive_from: Timestamp<D>;
  bookmakers: SeriesBook<D, O>[];
  /** Books with a price that may belong to the fixture but could not be matched to it safely, and matched books whose prices can't be trusted. */
  unmatched_bookmakers: string[];
};

/** A book whose prices are not compared. Without `market`, none of its prices is. */
export type LeftOut = {
  /** Book key. */
  bookmaker: string;
  /** `far_from_consensus`: the price of the named line is far from the consensus. `looks_inverted`: the book's sides look swapped. `start_contradicted`: the start that the book states has passed. `not_matched`: the book's event could not be matched safely. More may be added. */
  reason: "far_from_consensus" | "looks_inverted" | "start_contradicted" | "not_matched" | (string & {});
  /** Market key, period suffix included. */
  market?: string;
  description?: string;
  point?: number;
};

export type Market = {
  /** Exactly as in `markets[].key`, suffix included. */
  key: string;
  /** The key without its period suffix. */
  family: string;
  period: "full" | "h1" | "h2" | "q1" | "q2" | "q3" | "q4" | "f5" | (string & {});
  description: string;
  /** Books known to offer this market. Absent if unknown. */
  bookmakers?: string[];
};

export type MarketOdds<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Market key, period suffix included. */
  key: string;
  /** When the price was fetched. `null` if no fetch time is measured. */
  last_update: Timestamp<D> | null;
  outcomes: Outcome<O>[];
};

export type OddsChanges<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** A position in the order of the database's commits, with the database's time. Opaque. Every instance understands it for 10 minutes. */
  cursor: string;
  /** The whole current state of each fixture that changed. */
  changed: FixtureOdds<D, O>[];
  gone: OddsGone[];
  checked: OddsChecked<D>[];
  /** True if the cursor could not be continued: discard everything, `changed` has all fixtures. */
  reset: boolean;
};

/** Books whose prices were checked again without a change: only their times have moved. */
export type OddsChecked<D extends DateFormat = "iso"> = {
  /** Names one league or tournament, or all of boxing or MMA. */
  sport: string;
  fixtures: {
    /** Fixture id. */
    id: string;
    bookmakers: BookTimes<D>[];
  }[];
};

/** A fixture that is not served any more. */
export type OddsGone = {
  /** Names one league or tournament, or all of boxing or MMA. */
  sport: string;
  /** Fixture id. */
  id: string;
  /** `started`: the fixture has started. `replaced`: another fixture is listed instead. `withdrawn`: the fixture is not listed any more. More may be added. */
  reason: "started" | "replaced" | "withdrawn" | (string & {});
};

/** Why the service ends the stream: the object in the envelope of an error. */
export type OddsStreamError = {
  /** Stable identifier: `BAD_REQUEST`, `INVALID_MARKET`, `MISSING_KEY`, `INVALID_KEY`, `MISSING_SESSION`, `INVALID_SESSION`, `PLAN_REQUIRED`, `UNKNOWN_SPORT`, `UNKNOWN_EVENT`, `KEY_NOT_FOUND`, `SPEED_LIMIT`, `ALLOWANCE_SPENT`, `INTERNAL_ERROR`, `INVALID_FEED_TOKEN`, `BOOK_NOT_ALLOWED`, `UNAVAILABLE`, `FORBIDDEN_ORIGIN`, `NOT_FOUND`, `METHOD_NOT_ALLOWED`. */
  code: string;
  /** Text for people. */
  message: string;
  /** URL of the documentation of this code. */
  docs_url: string;
  /** Matches the `X-Request-Id` header. */
  request_id: string;
  /** 403 only: plan of the account. */
  current_plan?: string;
  /** 403 only: lowest plan that includes this request. */
  required_plan?: string;
};

/** One event: the fields `event` and `id`, and the JSON in `data`. The client's last event id changes only with events that have an `id`. */
export type OddsStreamEvent<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  event: "open";
  /** A position in the order of the database's commits, with the database's time. Opaque. Every instance understands it for 10 minutes. */
  id?: string;
  data: OddsStreamOpen;
} | {
  event: "snapshot";
  /** A position in the order of the database's commits, with the database's time. Opaque. Every instance understands it for 10 minutes. */
  id?: string;
  data: OddsStreamSnapshot<D, O>;
} | {
  event: "fixture";
  /** A position in the order of the database's commits, with the database's time. Opaque. Every instance understands it for 10 minutes. */
  id?: string;
  data: FixtureOdds<D, O>;
} | {
  event: "checked";
  /** A position in the order of the database's commits, with the database's time. Opaque. Every instance understands it for 10 minutes. */
  id?: string;
  data: OddsChecked<D>;
} | {
  event: "gone";
  /** A position in the order of the database's commits, with the database's time. Opaque. Every instance understands it for 10 minutes. */
  id?: string;
  data: OddsGone;
} | {
  event: "heartbeat";
  /** A position in the order of the database's commits, with the database's time. Opaque. Every instance understands it for 10 minutes. */
  id?: string;
  data: OddsStreamHeartbeat<D>;
} | {
  event: "reset";
  /** A position in the order of the database's commits, with the database's time. Opaque. Every instance understands it for 10 minutes. */
  id?: string;
  data: OddsStreamReset;
} | {
  event: "error";
  /** A position in the order of the database's commits, with the database's time. Opaque. Every instance understands it for 10 minutes. */
  id?: string;
  data: OddsStreamError;
};

export type OddsStreamHeartbeat<D extends DateFormat = "iso"> = {
  /** The database's time. */
  as_of: Timestamp<D>;
  /** A position in the order of the database's commits, with the database's time. Opaque. Every instance understands it for 10 minutes. */
  cursor: string;
  /** Books whose prices in this stream are all stale. */
  late: string[];
};

export type OddsStreamOpen = {
  plan: string;
  /** Open streams of the account, this one included. */
  streams_used: number;
  /** Streams that the account may have open. */
  streams_allowed: number;
  /** A position in the order of the database's commits, with the database's time. Opaque. Every instance understands it for 10 minutes. */
  cursor: string;
};

/** Discard everything. Snapshots follow, after `shutdown` on the next connection. */
export type OddsStreamReset = {
  /** `too_old`: the cursor is unknown or older than 10 minutes. `restarted`: the service or its database started again. `slow`: the client reads too slowly. `shutdown`: the instance ends; connect again after the time in `retry`. More may be added. */
  reason: "too_old" | "restarted" | "slow" | "shutdown" | (string & {});
};

/** All fixtures of a sport. They replace what the client has of it. */
export type OddsStreamSnapshot<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Names one league or tournament, or all of boxing or MMA. */
  sport: string;
  fixtures: FixtureOdds<D, O>[];
};

export type Outcome<O extends OddsFormat = "american"> = {
  /** The team, player or side that the price is for. */
  name: string;
  /** Present if `name` alone does not identify the bet: the team of a team total, the player of a prop. */
  description?: string;
  /** American odds: an integer of absolute value 100 or more. Decimal odds: a number above 1. In the format of `oddsFormat`. */
  price: Price<O>;
  /** Line, spread or total. Absent if the market has no line. */
  point?: number;
  size?: Size;
};

export type PropOutcome<O extends OddsFormat = "american"> = {
  /** `Over`, `Under`, `Yes` or `No` today. More sides may be added. */
  name: string;
  /** American odds: an integer of absolute value 100 or more. Decimal odds: a number above 1. In the format of `oddsFormat`. */
  price: Price<O>;
  size?: Size;
};

/** One player, stat and line at one book, with all outcomes of that line. */
export type PropRow<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  bookmaker: {
    /** Book key. */
    key: string;
    title: string;
    /** `null` if no fetch time is measured. */
    last_update: Timestamp<D> | null;
    /** The book's own id of the event. Absent if the source of the prices does not state it. */
    book_event_id?: string;
    /** The event's page at the book, as the book's source states it: an https URL, which may contain placeholders such as `{state}`. Absent if the source states none. The service never requests it. */
    link?: string;
  };
  player: string;
  /** Market key, period suffix included. */
  stat: string;
  /** Absent for a Yes/No prop. */
  point?: number;
  outcomes: PropOutcome<O>[];
};

export type SeriesBook<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Book key. */
  key: string;
  title: string;
  markets: SeriesMarket<D, O>[];
};

export type SeriesMarket<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Market key, period suffix included. */
  key: string;
  /** `recorded`: more than one price seen. `no_movement`: exactly one price ever recorded. `not_recorded`: nothing in the archive for this market on this fixture. More may be added. */
  movement: "recorded" | "no_movement" | "not_recorded" | (string & {});
  /** Empty when `movement` is `not_recorded`. */
  points: SeriesPoint<D, O>[];
};

export type SeriesPoint<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** When the price was recorded. */
  recorded_at: Timestamp<D>;
  outcomes: Outcome<O>[];
};

/** How much can be bet. Present only if the book publishes it. */
export type Size = {
  /** `posted_limit`: a sportsbook's maximum bet, the same number for both sides. `resting_depth`: the amount on offer in an exchange's order book, a separate number for each side. `contracts`: the number of contracts on offer at this price at a prediction market. More may be added. */
  kind: "posted_limit" | "resting_depth" | "contracts" | (string & {});
  amount: number;
};

export type Sport = {
  /** Names one league or tournament, or all of boxing or MMA. */
  key: string;
  group: string;
  title: string;
  description: string;
  /** Whether the sport is in season now. */
  active: boolean;
  /** Always `false` in v1: outright markets are not served. */
  has_outrights: boolean;
  /** Upcoming fixtures. Only with `hasFixtures=true`. */
  fixtures?: number;
};

/** What is quoted now in a sport. */
export type SportCoverage = {
  /** Names one league or tournament, or all of boxing or MMA. */
  key: string;
  /** Upcoming fixtures. */
  fixtures: number;
  /** Different market keys that any book quotes now. */
  markets: number;
  /** Books that quote the sport, or whose prices were removed because they were not checked. */
  bookmakers: BookCoverage[];
};

/** A market that is quoted now in a sport. */
export type SportMarket = {
  /** Exactly as in `markets[].key`, suffix included. */
  key: string;
  /** The key without its period suffix. */
  family: string;
  period: "full" | "h1" | "h2" | "q1" | "q2" | "q3" | "q4" | "f5" | (string & {});
  description: string;
  /** Books that quote this market now for a fixture of the sport. */
  bookmakers: string[];
  /** Upcoming fixtures for which a book quotes this market now. */
  fixtures: number;
  /** The number of books in `bookmakers`. */
  books: number;
};

export type Usage = {
  /** `free`, `starter`, `growth`, `scale`, `business` today. More may be added. */
  plan: string;
  /** Requests per billing period. */
  requests_allowance: number;
  requests_used_this_period: number;
  /** ISO-8601 time in UTC, whole seconds, always ending in Z. */
  period_resets_at: string;
  speed_limit_per_second: number;
};

export type UsageCounts = {
  /** Requests that cost one request each. */
  counted: number;
  /** Successful requests that cost nothing. */
  free: number;
  /** Requests that returned an error, by code. */
  errors: ErrorCount[];
};

/** The service's error codes today. More may be added. */
export type ServiceErrorCode =
  | "BAD_REQUEST"
  | "INVALID_MARKET"
  | "MISSING_KEY"
  | "INVALID_KEY"
  | "MISSING_SESSION"
  | "INVALID_SESSION"
  | "PLAN_REQUIRED"
  | "UNKNOWN_SPORT"
  | "UNKNOWN_EVENT"
  | "KEY_NOT_FOUND"
  | "SPEED_LIMIT"
  | "ALLOWANCE_SPENT"
  | "INTERNAL_ERROR"
  | "INVALID_FEED_TOKEN"
  | "BOOK_NOT_ALLOWED"
  | "UNAVAILABLE"
  | "FORBIDDEN_ORIGIN"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED";

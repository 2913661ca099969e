import type { ReadItem } from "@/server/ingest/feeds/reader";

/** A request to a venue. The runner adds pace, deadline, size limit, retries and conditional headers. */
export type VenueRequest = {
  readonly url: URL;
  readonly method?: "GET" | "POST";
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Whether the request may cost credits. Such a request is attempted only once. */
  readonly isCharged?: boolean;
};

export type VenueResponse = {
  readonly json: unknown;
  /** When the request was sent, in ms since the epoch by the database's clock. The response's `Age` header, if any, is subtracted. */
  readonly fetchedAtMs: number;
  readonly headers: Headers;
};

/**
 * Performs a request. After a 304, returns the last body with the new fetch time.
 * @throws VenueError if the last attempt fails. If the context's `signal` is aborted, throws the signal's reason instead.
 */
export type FetchJson = (request: VenueRequest) => Promise<VenueResponse>;

export type PollContext = {
  readonly fetchJson: FetchJson;
  /** ms since the epoch by the database's clock. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Counts credits that a request has cost. */
  readonly countCredits: (credits: number) => void;
};

/** A part of a feed, with its sports. Only one instance at a time polls a shard. */
export type Shard = { readonly name: string; readonly sports: readonly string[] };

/** How closely requests to one host may follow each other. */
export type Pace = { readonly minIntervalMs: number; readonly maxConcurrent: number };

export type VenueName = "kalshi" | "polymarket" | "the-odds-api";

export type Venue = {
  readonly name: VenueName;
  /** `own`: all prices are the venue's own. `aggregator`: prices of any book. */
  readonly kind: "own" | "aggregator";
  readonly shards: readonly Shard[];
  readonly pace: Pace;
  /**
   * Reads the prices of a shard and yields them page by page. The runner records each page before it asks for the next page. If reading
   * throws, this poll ends and the runner retries later. Pages that were yielded stay recorded.
   */
  readonly poll: (shard: Shard, context: PollContext) => AsyncIterable<readonly ReadItem[]>;
  /**
   * Seconds between the beginnings of two polls.
   * @param startsMs the starts of the games that the last poll saw, in ms since the epoch.
   */
  readonly intervalSeconds: (shard: Shard, startsMs: readonly number[], nowMs: number) => number;
};

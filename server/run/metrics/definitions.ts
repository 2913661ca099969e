import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/* Defines all metrics of the service, except Node's, which come from prom-client (create-metrics.ts). */

/** In seconds. A response from memory takes less than a millisecond. If the database is unavailable, a response takes up to ten seconds. */
const latencyBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const visibleBuckets = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1, 2.5, 5, 10, 30];

type Text = { readonly name: string; readonly help: string };
/** How the values of several processes are combined. The default is `sum`. */
type Aggregator = "max" | "min";

const metricFactories = (registry: Registry) => {
  const registers = [registry];
  return {
    counter: <L extends string>({ name, help }: Text, labelNames: readonly L[] = []) =>
      new Counter({ name, help, labelNames: [...labelNames], registers }),
    gauge: <L extends string>({ name, help }: Text, labelNames: readonly L[] = [], aggregator?: Aggregator) =>
      new Gauge({ name, help, labelNames: [...labelNames], registers, ...(aggregator && { aggregator }) }),
    histogram: <L extends string>(
      { name, help }: Text,
      labelNames: readonly L[],
      buckets: readonly number[],
    ) => new Histogram({ name, help, labelNames: [...labelNames], buckets: [...buckets], registers }),
  };
};

/** Metrics of every process. */
export const defineProcessMetrics = (registry: Registry) => {
  const { gauge } = metricFactories(registry);
  return {
    processes: gauge({
      name: "oddskeeper_processes",
      help: "Processes of this instance that responded to this scrape.",
    }),
    configured: gauge(
      {
        name: "oddskeeper_processes_configured",
        help: "Processes that this instance should have.",
      },
      [],
      "max",
    ),
  };
};

/** Metrics of a process that serves calls. */
export const defineRequestMetrics = (registry: Registry) => {
  const { counter, histogram } = metricFactories(registry);
  return {
    requests: counter(
      {
        name: "oddskeeper_http_requests_total",
        help: "Requests to the API by path template, status and error code. Status 499: the client disconnected before the response.",
      },
      ["endpoint", "status", "code"],
    ),
    duration: histogram(
      {
        name: "oddskeeper_http_request_duration_seconds",
        help: "Time from receiving a request until its response is ready, by path template.",
      },
      ["endpoint"],
      latencyBuckets,
    ),
    logDropped: counter({
      name: "oddskeeper_request_log_dropped_total",
      help: "Lines of the request log that were dropped because stdout was not read fast enough.",
    }),
  };
};

/** Metrics of the streams of a process that serves calls. */
export const defineStreamMetrics = (registry: Registry) => {
  const { counter, gauge, histogram } = metricFactories(registry);
  return {
    open: gauge(
      {
        name: "oddskeeper_streams_open",
        help: "Open streams: of programs (`api`), and of browsers that show the odds screen (`website`).",
      },
      ["audience"],
    ),
    events: counter({ name: "oddskeeper_stream_events_total", help: "Events written to streams." }),
    bytes: counter({ name: "oddskeeper_stream_bytes_total", help: "Bytes of events written to streams." }),
    resets: counter(
      {
        name: "oddskeeper_stream_resets_total",
        help: "Events `reset` by reason. `slow` counts clients that read too slowly.",
      },
      ["reason"],
    ),
    lag: histogram(
      {
        name: "oddskeeper_stream_lag_seconds",
        help: "Time from a read of changed prices until their events are written to all streams that keep up.",
      },
      [],
      latencyBuckets,
    ),
  };
};

/** Metrics of a process that uses the counter store or the database. */
export const defineStoreMetrics = (registry: Registry) => {
  const { counter, histogram } = metricFactories(registry);
  return {
    duration: histogram(
      {
        name: "oddskeeper_store_operation_duration_seconds",
        help: "Duration of operations of the database and the counter store, including failed ones.",
      },
      ["store", "operation"],
      latencyBuckets,
    ),
    errors: counter(
      {
        name: "oddskeeper_store_errors_total",
        help: "Failed operations of the database and the counter store.",
      },
      ["store", "operation"],
    ),
  };
};

/**
 * Metrics of a process with a board. A process without a board must not define these metrics, because its `oddskeeper_ready` would be 0.
 * An instance reports the lowest `oddskeeper_ready` of its processes, so the instance would never count as ready.
 */
export const defineBoardMetrics = (registry: Registry) => {
  const { gauge, histogram } = metricFactories(registry);
  return {
    ready: gauge(
      {
        name: "oddskeeper_ready",
        help: "1 while every serving process can read the database, as in GET /readyz.",
      },
      [],
      "min",
    ),
    degraded: gauge(
      {
        name: "oddskeeper_degraded",
        help: "By part: 1 while the counter store is unavailable (counter_store), while a feed is late (for example feed:kalshi), or while a background job keeps failing (for example job:vacuum).",
      },
      ["part"],
      "max",
    ),
    fixtures: gauge({ name: "oddskeeper_board_fixtures", help: "Fixtures on the board." }, [], "max"),
    books: gauge(
      { name: "oddskeeper_board_books", help: "Books that have a price on the board." },
      [],
      "max",
    ),
    markets: gauge(
      {
        name: "oddskeeper_board_markets",
        help: "Markets on the board, counted per book and fixture.",
      },
      [],
      "max",
    ),
    priceBytes: gauge({
      name: "oddskeeper_board_price_bytes",
      help: "Bytes of the prices on the boards of all processes.",
    }),
    responseBytes: gauge({
      name: "oddskeeper_board_response_bytes",
      help: "Bytes of the cached responses of all processes, including compressed forms.",
    }),
    behind: gauge(
      {
        name: "oddskeeper_board_revision_lag_transactions",
        help: "Number of database transactions from the oldest open transaction to the newest transaction. Whenever the board reads changes, it reads the rows of all these transactions again.",
      },
      [],
      "max",
    ),
    lastRead: gauge(
      {
        name: "oddskeeper_board_last_read_timestamp_seconds",
        help: "Unix time at which the board last read the database. If the instance has several processes, this is the earliest of their times.",
      },
      [],
      "min",
    ),
    visibleDelay: histogram(
      {
        name: "oddskeeper_board_visible_delay_seconds",
        help: "Time from writing prices of a sport until they are visible on the board.",
      },
      [],
      visibleBuckets,
    ),
  };
};

/** Metrics of the process that runs the background jobs. */
export const defineJobMetrics = (registry: Registry) => {
  const { counter, gauge } = metricFactories(registry);
  // Not `job`: Prometheus sets this label itself, and would rename ours.
  const labels = ["name"] as const;
  return {
    runs: counter(
      {
        name: "oddskeeper_job_runs_total",
        help: "Completed runs of a background job, including failed runs.",
      },
      labels,
    ),
    failures: counter(
      { name: "oddskeeper_job_failures_total", help: "Failed runs of a background job." },
      labels,
    ),
    lastSuccess: gauge(
      {
        name: "oddskeeper_job_last_success_timestamp_seconds",
        help: "Unix time at which a background job last succeeded. Before its first success: when it was scheduled.",
      },
      labels,
      "max",
    ),
  };
};

const feedLabels = ["feed", "book"] as const;

/** Metrics of the process that runs the feeds. */
export const defineFeedMetrics = (registry: Registry) => {
  const { counter, gauge } = metricFactories(registry);
  return {
    lastSuccess: gauge(
      {
        name: "oddskeeper_feed_last_success_timestamp_seconds",
        help: "Unix time at which a snapshot of the book was last recorded.",
      },
      feedLabels,
      "max",
    ),
    failures: counter({ name: "oddskeeper_feed_failures_total", help: "Failed polls of a feed." }, ["feed"]),
    requests: counter(
      {
        name: "oddskeeper_feed_requests_total",
        help: "Requests to venues by status class, with 429 separate. Status none: there was no response.",
      },
      ["feed", "status"],
    ),
    credits: counter(
      { name: "oddskeeper_feed_credits_total", help: "Credits that a feed's requests cost." },
      ["feed"],
    ),
    lastPoll: gauge(
      {
        name: "oddskeeper_feed_last_poll_timestamp_seconds",
        help: "Unix time at which a poll of a part of a feed last succeeded on this instance.",
      },
      ["feed", "shard"],
      "max",
    ),
    shards: gauge({ name: "oddskeeper_feed_shards", help: "Parts of a feed that this instance polls." }, [
      "feed",
    ]),
    snapshots: counter(
      { name: "oddskeeper_feed_snapshots_total", help: "Snapshots that a feed delivered." },
      feedLabels,
    ),
    pricesSeen: counter(
      { name: "oddskeeper_feed_prices_seen_total", help: "Prices that a feed delivered." },
      feedLabels,
    ),
    pricesChanged: counter(
      { name: "oddskeeper_feed_prices_changed_total", help: "Prices that were new or had changed." },
      feedLabels,
    ),
    pricesRejected: counter(
      { name: "oddskeeper_feed_prices_rejected_total", help: "Prices that could not be used, by reason." },
      [...feedLabels, "reason"],
    ),
    eventsSeen: counter(
      { name: "oddskeeper_feed_events_seen_total", help: "Events that a feed delivered." },
      feedLabels,
    ),
    eventsMatched: counter(
      { name: "oddskeeper_feed_events_matched_total", help: "Events that were matched to a fixture." },
      feedLabels,
    ),
  };
};

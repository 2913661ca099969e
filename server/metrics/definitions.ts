import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Every metric of the service, each defined here alone. Those of Node itself come from prom-client (create-metrics.ts). */

/** Seconds: an answer from memory takes less than a millisecond, a database that is away up to ten seconds. */
const latencyBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const visibleBuckets = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1, 2.5, 5, 10, 30];

type Text = { readonly name: string; readonly help: string };
/** How the values of several processes become one; `sum` where absent. */
type Aggregator = "max" | "min";

const makers = (registry: Registry) => {
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

/** Of any process. */
export const defineProcessMetrics = (registry: Registry) => {
  const { gauge } = makers(registry);
  return {
    processes: gauge({
      name: "oddskeeper_processes",
      help: "Processes of this instance that answered this scrape.",
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

/** Of a process that answers calls. */
export const defineRequestMetrics = (registry: Registry) => {
  const { counter, histogram } = makers(registry);
  return {
    requests: counter(
      {
        name: "oddskeeper_http_requests_total",
        help: "Requests to the API by path template, status and error code. Status 499: the client went away first.",
      },
      ["endpoint", "status", "code"],
    ),
    duration: histogram(
      {
        name: "oddskeeper_http_request_duration_seconds",
        help: "Time from reading a request to having its answer, by path template.",
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

/** Of a process that uses the counter store or the database. */
export const defineStoreMetrics = (registry: Registry) => {
  const { counter, histogram } = makers(registry);
  return {
    duration: histogram(
      {
        name: "oddskeeper_store_operation_duration_seconds",
        help: "Time that an operation of the database or the counter store took, failed ones included.",
      },
      ["store", "operation"],
      latencyBuckets,
    ),
    errors: counter(
      {
        name: "oddskeeper_store_errors_total",
        help: "Operations of the database or the counter store that failed.",
      },
      ["store", "operation"],
    ),
  };
};

/** Of a process with a board: gauges of one without it would count as zero. */
export const defineBoardMetrics = (registry: Registry) => {
  const { gauge, histogram } = makers(registry);
  return {
    ready: gauge(
      {
        name: "oddskeeper_ready",
        help: "1 while every process that serves can read the database, as GET /readyz tells.",
      },
      [],
      "min",
    ),
    degraded: gauge(
      {
        name: "oddskeeper_degraded",
        help: "1 while a part is away and the service goes on without it.",
      },
      ["part"],
      "max",
    ),
    fixtures: gauge({ name: "oddskeeper_board_fixtures", help: "Fixtures on the board." }, [], "max"),
    books: gauge({ name: "oddskeeper_board_books", help: "Books with a price on the board." }, [], "max"),
    markets: gauge(
      {
        name: "oddskeeper_board_markets",
        help: "Markets on the board, each counted once for each book and fixture.",
      },
      [],
      "max",
    ),
    priceBytes: gauge({
      name: "oddskeeper_board_price_bytes",
      help: "Text of the prices on the boards of all processes.",
    }),
    answerBytes: gauge({
      name: "oddskeeper_board_answer_bytes",
      help: "Rendered answers that are kept by all processes, compressed forms included.",
    }),
    behind: gauge(
      {
        name: "oddskeeper_board_revision_lag_transactions",
        help: "Database transactions since the oldest one that still runs; the board reads all of them at each poll.",
      },
      [],
      "max",
    ),
    lastRead: gauge(
      {
        name: "oddskeeper_board_last_read_timestamp_seconds",
        help: "When the board last read the database (unix time); of several processes the one that lags most.",
      },
      [],
      "min",
    ),
    visibleDelay: histogram(
      {
        name: "oddskeeper_board_visible_delay_seconds",
        help: "Time from writing prices of a sport to their being visible on the board.",
      },
      [],
      visibleBuckets,
    ),
  };
};

const feedLabels = ["feed", "book"] as const;

/** Of the process that runs the feeds. */
export const defineFeedMetrics = (registry: Registry) => {
  const { counter, gauge } = makers(registry);
  return {
    lastSuccess: gauge(
      {
        name: "oddskeeper_feed_last_success_timestamp_seconds",
        help: "When a snapshot of the book was last recorded (unix time).",
      },
      feedLabels,
      "max",
    ),
    failures: counter(
      { name: "oddskeeper_feed_failures_total", help: "Polls of a feed that could not be recorded." },
      ["feed"],
    ),
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
      { name: "oddskeeper_feed_events_matched_total", help: "Events that were joined to a fixture." },
      feedLabels,
    ),
  };
};

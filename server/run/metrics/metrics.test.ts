import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Registry } from "prom-client";
import { describe, expect, test } from "vitest";
import { catalogueBooks } from "@/server/domain/catalogue/books";
import { errorCodes } from "@/server/domain/errors/errors";
import { rejectionReasons } from "@/server/ingest/feeds/rejection-reasons";
import { emptyReport } from "@/server/ingest/recorder/report";
import { createMetrics } from "@/server/run/metrics/create-metrics";
import {
  defineBoardMetrics,
  defineFeedMetrics,
  defineJobMetrics,
  defineProcessMetrics,
  defineRequestMetrics,
  defineStoreMetrics,
} from "@/server/run/metrics/definitions";
import { endpointLabels } from "@/server/run/metrics/observe-calls";
import { maxOtherBooks } from "@/server/run/metrics/observe-feeds";
import { addCounts, countsOf, renderSnapshots, type Snapshot } from "@/server/run/metrics/snapshot";
import type { CompletedCall } from "@/server/web/http/v1/completed-call";

const all = { serves: true, records: true, processes: 1 };

const render = (snapshot: Snapshot): Promise<string> => renderSnapshots(new Map([["main", snapshot]]), []);

/** All values of a label in the series of a metric. */
const labelsOf = (text: string, metric: string, label: string): Set<string> => {
  const series = text.split("\n").filter((line) => line.startsWith(`${metric}{`));
  const values = series.map(
    (line) => new RegExp(`[{,]${label}="((?:[^"\\\\]|\\\\.)*)"`).exec(line)?.[1] ?? "",
  );
  return new Set(values);
};

const readValue = (text: string, series: string): number => {
  const line = text.split("\n").find((candidate) => candidate.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1));
};

const completed: CompletedCall = {
  requestId: "a request",
  endpoint: "/v1/sports",
  method: "GET",
  status: 200,
  code: undefined,
  cost: 0,
  seconds: 0.002,
  admission: undefined,
  detail: undefined,
  aborted: false,
};

const serving = {
  board: { measure: () => ({ fixtures: 7, books: 2, markets: 5, priceBytes: 100, responseBytes: 10 }) },
  status: () => ({ ready: true, degraded: [] }),
};

describe("metric labels", () => {
  const hostile = ['"} 1\nowned{x="', "/v1/../../etc", "x".repeat(10_000), "\\", "__proto__", "constructor"];

  test("the label `endpoint` is a path template, or 'other' for any other path", async () => {
    const { observers, read } = createMetrics(all);
    for (const endpoint of hostile) observers.call?.({ ...completed, endpoint });
    const text = await render(await read());
    const found = labelsOf(text, "oddskeeper_http_requests_total", "endpoint");
    for (const endpoint of found) expect(endpointLabels).toContain(endpoint);
    expect(readValue(text, 'oddskeeper_http_requests_total{endpoint="other",status="200",code="none"}')).toBe(
      hostile.length,
    );
    expect(text).not.toContain("owned");
  });

  test("a call with an unexpected status adds no new value to the label `code`", async () => {
    const { observers, read } = createMetrics(all);
    for (const status of [299, 600, Number.NaN]) observers.call?.({ ...completed, status });
    const codes = labelsOf(await render(await read()), "oddskeeper_http_requests_total", "code");
    for (const code of codes) expect(["none", ...errorCodes]).toContain(code);
  });

  test("the label `book` names the catalogue's books and the first 100 other books with a usable snapshot; all further books are 'other'", async () => {
    const { observers, read } = createMetrics(all);
    const feed = observers.feed?.("demo");
    const report = { ...emptyReport(), snapshots: 1 };
    for (const book of hostile) feed?.recorded(book, report, false);
    const invented = Array.from({ length: maxOtherBooks + 50 }, (_, number) => `invented_${number}`);
    for (const book of [...invented, ...invented]) feed?.recorded(book, report, true);
    for (const { key } of catalogueBooks) feed?.recorded(key, report, true);
    const text = await render(await read());
    const books = labelsOf(text, "oddskeeper_feed_snapshots_total", "book");
    const expected = [...catalogueBooks.map(({ key }) => key), ...invented.slice(0, maxOtherBooks), "other"];
    expect(books).toEqual(new Set(expected));
    expect(readValue(text, 'oddskeeper_feed_snapshots_total{feed="demo",book="other"}')).toBe(
      hostile.length + 2 * 50,
    );
  });

  test("the labels `reason`, `feed` and `operation` have only values from fixed lists", async () => {
    const { observers, read } = createMetrics(all);
    const rejected = Object.fromEntries(hostile.map((reason) => [reason, 1]));
    const report = { ...emptyReport(), rejected: { ...rejected, in_play: 2 } };
    for (const feed of ["demo", ...hostile]) observers.feed?.(feed).recorded("fanduel", report, true);
    for (const operation of hostile) {
      observers.database?.(operation, 0.1, true);
      observers.counterStore?.(operation, 0.1, true);
    }
    const text = await render(await read());
    const reasons = labelsOf(text, "oddskeeper_feed_prices_rejected_total", "reason");
    expect(reasons).toEqual(new Set(["in_play", "other"]));
    expect([...rejectionReasons]).toContain("in_play");
    expect(labelsOf(text, "oddskeeper_feed_prices_rejected_total", "feed")).toEqual(
      new Set(["demo", "other"]),
    );
    const operations = labelsOf(text, "oddskeeper_store_errors_total", "operation");
    for (const operation of hostile) expect(operations).not.toContain(operation);
  });
});

test("a live feed's metrics include its requests by status class, its credits, its last successful poll and its polled parts", async () => {
  const { observers, read } = createMetrics(all);
  const feed = observers.feed?.("kalshi");
  for (const status of [200, 304, 429, 503, undefined]) feed?.requested(status);
  feed?.polled({ shard: "soccer", finishedAt: 5_000, error: undefined, credits: 3 });
  feed?.polled({ shard: "soccer", finishedAt: 9_000, error: "failed", credits: 0 });
  for (const isHeld of [true, true, false]) feed?.held("soccer", isHeld);
  const text = await render(await read());
  const statuses = labelsOf(text, "oddskeeper_feed_requests_total", "status");
  expect(statuses).toEqual(new Set(["2xx", "3xx", "429", "5xx", "none"]));
  expect(readValue(text, 'oddskeeper_feed_credits_total{feed="kalshi"}')).toBe(3);
  expect(readValue(text, 'oddskeeper_feed_last_poll_timestamp_seconds{feed="kalshi",shard="soccer"}')).toBe(
    5,
  );
  expect(readValue(text, 'oddskeeper_feed_shards{feed="kalshi"}')).toBe(1);
});

test("a call is counted by endpoint, status and code, and as 499 if its client disconnected", async () => {
  const { observers, read } = createMetrics(all);
  observers.call?.(completed);
  observers.call?.({ ...completed, status: 401, code: "MISSING_KEY" });
  observers.call?.({ ...completed, aborted: true });
  const text = await render(await read());
  const count = (status: string, code: string) =>
    readValue(
      text,
      `oddskeeper_http_requests_total{endpoint="/v1/sports",status="${status}",code="${code}"}`,
    );
  expect([count("200", "none"), count("401", "MISSING_KEY"), count("499", "none")]).toEqual([1, 1, 1]);
  expect(readValue(text, 'oddskeeper_http_request_duration_seconds_count{endpoint="/v1/sports"}')).toBe(3);
  const upTo = (le: string) =>
    readValue(text, `oddskeeper_http_request_duration_seconds_bucket{le="${le}",endpoint="/v1/sports"}`);
  expect([upTo("0.001"), upTo("0.0025"), upTo("+Inf")]).toEqual([0, 3, 3]);
});

test("failure counters start at zero, so that Prometheus's rate() includes the first failure", async () => {
  const text = await render(await createMetrics(all).read());
  expect(
    readValue(
      text,
      'oddskeeper_http_requests_total{endpoint="/v1/sports",status="500",code="INTERNAL_ERROR"}',
    ),
  ).toBe(0);
  expect(readValue(text, 'oddskeeper_store_errors_total{store="database",operation="select"}')).toBe(0);
});

test("the counters of a feed grow by the figures in the recorder's report", async () => {
  const { observers, read } = createMetrics(all);
  const { events, prices, ...empty } = emptyReport();
  const report = {
    ...empty,
    snapshots: 2,
    events: { ...events, seen: 10, matched: 8 },
    prices: { ...prices, seen: 100, changed: 40 },
    rejected: { one_sided: 3 },
  };
  observers.feed?.("demo").recorded("fanduel", report, true);
  observers.feed?.("demo").failed();
  const text = await render(await read());
  const labels = '{feed="demo",book="fanduel"}';
  expect(readValue(text, `oddskeeper_feed_snapshots_total${labels}`)).toBe(2);
  expect(readValue(text, `oddskeeper_feed_events_seen_total${labels}`)).toBe(10);
  expect(readValue(text, `oddskeeper_feed_events_matched_total${labels}`)).toBe(8);
  expect(readValue(text, `oddskeeper_feed_prices_seen_total${labels}`)).toBe(100);
  expect(readValue(text, `oddskeeper_feed_prices_changed_total${labels}`)).toBe(40);
  expect(readValue(text, 'oddskeeper_feed_failures_total{feed="demo"}')).toBe(1);
  const rejected = 'oddskeeper_feed_prices_rejected_total{feed="demo",book="fanduel",reason="one_sided"}';
  expect(readValue(text, rejected)).toBe(3);
});

describe("metrics of several processes", () => {
  const worker = async (calls: number, ready: boolean): Promise<Snapshot> => {
    const { observers, read } = createMetrics({ serves: true, records: false, processes: 3 });
    observers.services?.({ ...serving, status: () => ({ ready, degraded: [] }) });
    for (let call = 0; call < calls; call++) observers.call?.(completed);
    // Snapshots are sent between processes as JSON.
    return JSON.parse(JSON.stringify(await read())) as Snapshot;
  };
  const first = () => createMetrics({ serves: false, records: true, processes: 3 }).read();
  const requests = 'oddskeeper_http_requests_total{endpoint="/v1/sports",status="200",code="none"}';

  test("the counts of all processes are summed, Node's metrics are kept per process, and the instance is not ready if one process is not ready", async () => {
    const snapshots = new Map([
      ["main", await first()],
      ["web_1", await worker(2, true)],
      ["web_2", await worker(3, false)],
    ]);
    const text = await renderSnapshots(snapshots, []);
    expect(readValue(text, requests)).toBe(5);
    expect(readValue(text, "oddskeeper_processes")).toBe(3);
    expect(readValue(text, "oddskeeper_processes_configured")).toBe(3);
    expect(readValue(text, "oddskeeper_ready")).toBe(0);
    expect(readValue(text, "oddskeeper_board_fixtures")).toBe(7);
    expect(readValue(text, "oddskeeper_board_price_bytes")).toBe(200);
    expect(labelsOf(text, "process_resident_memory_bytes", "process")).toEqual(
      new Set(["main", "web_1", "web_2"]),
    );
  });

  test("an instance stays ready while one of its processes is starting", async () => {
    const starting = createMetrics({ serves: true, records: false, processes: 3 });
    starting.observers.board?.read(3);
    const snapshots = new Map([
      ["main", await first()],
      ["web_1", await worker(0, true)],
      ["web_2", await starting.read()],
    ]);
    const text = await renderSnapshots(snapshots, []);
    expect(readValue(text, "oddskeeper_ready")).toBe(1);
    expect(readValue(text, "oddskeeper_board_revision_lag_transactions")).toBe(0);
  });

  test("if a process has ended or does not respond, its counts are included but its gauges are not", async () => {
    const ended = await addCounts((await worker(2, false)).service, (await worker(4, false)).service);
    const silent = countsOf((await worker(1, false)).service);
    const snapshots = new Map([
      ["main", await first()],
      ["web_1", await worker(3, true)],
    ]);
    const text = await renderSnapshots(snapshots, [ended, silent]);
    expect(readValue(text, requests)).toBe(10);
    expect(readValue(text, "oddskeeper_processes")).toBe(2);
    expect(readValue(text, "oddskeeper_ready")).toBe(1);
    expect(readValue(text, "oddskeeper_board_price_bytes")).toBe(100);
  });
});

const defined = async () => {
  const registry = new Registry();
  for (const define of [
    defineProcessMetrics,
    defineRequestMetrics,
    defineStoreMetrics,
    defineBoardMetrics,
    defineFeedMetrics,
    defineJobMetrics,
  ])
    define(registry);
  return registry.getMetricsAsJSON();
};

const fileBeside = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

describe("metrics files for operators", () => {
  /** The names of all series: three per histogram, one per other metric and one per recording rule. */
  const exported = async (rules: string): Promise<Set<string>> => {
    const { observers, read } = createMetrics(all);
    observers.services?.(serving);
    const text = await render(await read());
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    const series = types.flatMap(([, name = "", type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
    return new Set([...series, ...[...rules.matchAll(/record: (\S+)/g)].map(([, name = ""]) => name)]);
  };
  const named = (text: string): string[] => [
    ...new Set(text.match(/\b(?:oddskeeper|nodejs|process)[_:][a-z0-9_:]+/g) ?? []),
  ];
  const rules = () => readFile(fileBeside("alerts.yaml"), "utf8");
  const exprs = (text: string): string =>
    [...text.matchAll(/(?:expr: )((?:[^\n]|\n {10})*)/g)].map(([, expr]) => expr).join("\n");

  test("the alert rules refer only to exported metrics", async () => {
    const exportedNames = await exported(await rules());
    const names = named(exprs(await rules()));
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !exportedNames.has(name))).toEqual([]);
  });

  test("the dashboard shows every metric of the service and only exported metrics", async () => {
    const dashboard = await readFile(fileBeside("dashboard.json"), "utf8");
    const exportedNames = await exported(await rules());
    const names = named(dashboard);
    expect(names.filter((name) => !exportedNames.has(name))).toEqual([]);
    const shown = new Set(names.map((name) => name.replace(/_(bucket|sum|count)$/, "")));
    expect((await defined()).map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  });

  test("the README of server/run/metrics lists every defined metric", async () => {
    const rows = (await defined()).map(
      ({ name, type, help }) => `| \`${name}\` | ${String(type)} | ${help} |`,
    );
    const text = [
      "# Metrics",
      "",
      "`GET /metrics` on `METRICS_PORT` exports these metrics. It also exports Node's metrics (`process_*`, `nodejs_*`) with the label `process`.",
      "`dashboard.json` is for Grafana, `alerts.yaml` for Prometheus. Update this file with",
      "`npx vitest run --project pure server/run/metrics -u`.",
      "",
      "| metric | type | meaning |",
      "|---|---|---|",
      ...rows,
      "",
    ].join("\n");
    await expect(text).toMatchFileSnapshot("README.md");
  });
});

import { execFileSync } from "node:child_process";
import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { openAccounts } from "@/e2e/testing/accounts";
import { createSeededDir, type DataDir } from "@/e2e/testing/seed-once";
import { createDataDir, type RunningService, startService } from "@/e2e/testing/start-service";
import { reservePort } from "@/server/account/metering/testing/reserve-port";

/** A service of three processes: the supervisor, which runs the stores and the feed, and two web workers. */

let directory: DataDir;
let service: RunningService;
let metricsUrl: string;
let start: () => Promise<void>;
beforeAll(async () => {
  directory = await createSeededDir(inject("seededDir"));
  const port = await reservePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  start = async () => {
    service = await startService(directory.dataDir, {
      WEB_CONCURRENCY: "2",
      METRICS_PORT: String(port),
      REQUEST_LOG: "on",
    });
  };
});
beforeEach(async () => {
  // The service is missing before the first test and after each test that stops it.
  if (service === undefined || service.process.exitCode !== null) await start();
});
afterAll(async () => {
  await service?.stop();
  await directory?.remove();
});

const allProcesses = 3;
const scrape = async (): Promise<string> => (await fetch(metricsUrl)).text();

const readValue = (text: string, series: string): number => {
  const line = text.split("\n").find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? Number.NaN : Number(line.slice(series.length + 1));
};

const completedCalls = 'oddskeeper_http_requests_total{endpoint="/v1/sports",status="200",code="none"}';

/** Scrapes until so many processes have responded. On a busy machine, a process may miss the deadline of a scrape. */
const scrapeFrom = async (processes: number): Promise<string> => {
  for (;;) {
    const text = await scrape();
    if (readValue(text, "oddskeeper_processes") === processes) return text;
    await delay(50);
  }
};
const scrapeAll = (): Promise<string> => scrapeFrom(allProcesses);

/** Each call opens its own connection, so that consecutive calls reach different web workers. */
const call = (
  path: string,
  key = service.demoKey(),
): Promise<{ readonly status: number; readonly requestId: string }> =>
  new Promise((resolve, reject) => {
    const options = { agent: new Agent({ keepAlive: false }), headers: { "X-API-Key": key } };
    get(`${service.url}${path}`, options, (response) => {
      response.resume();
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, requestId: String(response.headers["x-request-id"]) }),
      );
    }).once("error", reject);
  });
const statusOf = async (path: string, key?: string): Promise<number> => (await call(path, key)).status;

/**
 * The PIDs of the web workers, the oldest first. The embedded database is also a child of the supervisor, but does not run start.mjs.
 */
const servingPids = (): number[] =>
  execFileSync("ps", ["-eo", "pid=,ppid=,args=", "--sort=start_time"], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, ...args]) => Number(parent) === service.process.pid && args.join(" ").includes("start.mjs"),
    )
    .map(([pid]) => Number(pid));

const requestLogLines = (): string[] =>
  service
    .printed()
    .split("\n")
    .filter((line) => line.includes('"msg":"request"'));

test("A scrape counts the calls of all processes. The request log has one line per call and contains no query and no key", async () => {
  const before = readValue(await scrapeAll(), completedCalls) || 0;
  const requestIds: string[] = [];
  for (let index = 0; index < 10; index++) {
    const { status, requestId } = await call("/v1/sports?secret=query");
    expect(status).toBe(200);
    requestIds.push(requestId);
  }
  expect(readValue(await scrapeAll(), completedCalls)).toBe(before + 10);
  // Each process writes its lines up to 200 ms late, so lines of an earlier test can be among them.
  const ownLines = () => requestLogLines().filter((line) => requestIds.some((id) => line.includes(id)));
  while (ownLines().length < 10) await delay(20);
  const logged = ownLines().map((line) => JSON.parse(line));
  for (const line of logged) expect(line).toMatchObject({ endpoint: "/v1/sports", status: 200, cost: 0 });
  expect(logged.map(({ requestId }) => requestId).sort()).toEqual([...requestIds].sort());
  expect(requestLogLines().join("")).not.toContain("secret");
  expect(requestLogLines().join("")).not.toContain(service.demoKey());
});

test("A scrape has metrics of the board, the feed, the stores and a web worker's memory", async () => {
  for (;;) {
    const text = await scrapeAll();
    const hasFeedMetrics = /^oddskeeper_feed_prices_seen_total\{feed="demo",book="[a-z_]+"\} [1-9]/m.test(
      text,
    );
    if (!hasFeedMetrics || readValue(text, "oddskeeper_board_visible_delay_seconds_count") === 0) {
      await delay(200);
      continue;
    }
    expect(readValue(text, "oddskeeper_ready")).toBe(1);
    expect(readValue(text, "oddskeeper_board_fixtures")).toBeGreaterThan(0);
    expect(readValue(text, 'oddskeeper_store_errors_total{store="database",operation="select"}')).toBe(0);
    expect(
      readValue(
        text,
        'oddskeeper_store_operation_duration_seconds_count{store="database",operation="select"}',
      ),
    ).toBeGreaterThan(0);
    expect(readValue(text, 'process_resident_memory_bytes{process="web_2"}')).toBeGreaterThan(0);
    return;
  }
});

test("The metrics port serves only GET /metrics, and the site's port serves no metrics", async () => {
  const metricsStatus = async (path: string, method = "GET") =>
    (await fetch(new URL(path, metricsUrl), { method })).status;
  expect(await metricsStatus("/metrics")).toBe(200);
  expect(await metricsStatus("/")).toBe(404);
  expect(await metricsStatus("/v1/sports")).toBe(404);
  expect(await metricsStatus("/metrics/x")).toBe(404);
  expect(await metricsStatus("/metrics", "POST")).toBe(405);
  expect(await metricsStatus("/metrics", "HEAD")).toBe(405);
  expect((await fetch(metricsUrl)).headers.get("content-type")).toBe(
    "text/plain; version=0.0.4; charset=utf-8",
  );
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
});

test("Every process rejects a revoked key at once", async () => {
  const email = "revoked@example.com";
  const accounts = openAccounts(service);
  const key = await accounts.create(email);
  const [record] = (await accounts.find(email))?.keys ?? [];
  await accounts.close();
  for (let index = 0; index < 8; index++) expect(await statusOf("/v1/sports", key)).toBe(200);
  expect((await service.ops("key", "revoke", "--id", record?.id ?? "", "--json")).code).toBe(0);
  for (let index = 0; index < 8; index++) expect(await statusOf("/v1/sports", key)).toBe(401);
});

test("If a web worker hangs or is killed, the metric of completed calls does not decrease and the service responds", async () => {
  expect(await statusOf("/v1/sports")).toBe(200);
  const before = readValue(await scrapeAll(), completedCalls);
  expect(before).toBeGreaterThan(0);
  // The oldest worker serves. The other one may not listen yet, although it already reports metrics.
  const frozen = servingPids().at(-1) ?? Number.NaN;
  process.kill(frozen, "SIGSTOP");
  const without = await scrapeFrom(allProcesses - 1);
  expect(readValue(without, completedCalls)).toBe(before);
  process.kill(frozen, "SIGKILL");
  while (!service.printed().includes("another takes its place")) await delay(10);
  expect(readValue(await scrape(), completedCalls)).toBe(before);
  expect(await statusOf("/v1/markets")).toBe(200);
  const after = await scrapeAll();
  expect(readValue(after, completedCalls)).toBe(before);
  expect(readValue(after, "oddskeeper_processes_configured")).toBe(allProcesses);
  const processes = [...after.matchAll(/^process_start_time_seconds\{process="(\w+)"\}/gm)].map(
    ([, name]) => name,
  );
  expect(processes.sort()).toEqual(["main", "web_1", "web_2"]);
  expect(servingPids()).toHaveLength(2);
  expect(servingPids()).not.toContain(frozen);
  for (let index = 0; index < 4; index++) expect(await statusOf("/v1/markets")).toBe(200);
  // A query can fail while a worker is frozen. The next test starts the service again, without such errors in its metrics.
  await service.stop();
});

test("If the metrics port is in use, the service does not start and prints one line that names METRICS_PORT", async () => {
  const other = await createDataDir();
  const started = startService(other.dataDir, { FEEDS: "none", METRICS_PORT: new URL(metricsUrl).port });
  await expect(started).rejects.toThrow(/^METRICS_PORT: listen EADDRINUSE/m);
  await other.remove();
});

test("If the site's port is in use, the service does not start, although its metrics port is free", async () => {
  const other = await createSeededDir(inject("seededDir"));
  const environment = {
    FEEDS: "none",
    WEB_CONCURRENCY: "2",
    METRICS_PORT: String(await reservePort()),
    PORT: new URL(service.url).port,
  };
  const started = startService(other.dataDir, environment);
  await expect(started).rejects.toThrow(/PORT: [\s\S]*Oddskeeper could not start\./);
  await other.remove();
});

test("Stopping the supervisor ends all processes without an error, even if a metrics connection is open", async () => {
  const pids = servingPids();
  const client = new Agent({ keepAlive: true });
  await new Promise<void>((resolve) => {
    get(metricsUrl, { agent: client }, (response) => response.resume().once("end", resolve));
  });
  await service.stop();
  expect(service.process.exitCode).toBe(0);
  await expect(fetch(metricsUrl)).rejects.toThrow();
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  client.destroy();
});

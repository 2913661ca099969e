import { execFileSync } from "node:child_process";
import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { makeSeededDir } from "@/e2e/testing/seed-once";
import { freePort, makeDataDir, type RunningService, startService } from "@/e2e/testing/start-service";

let directory: Awaited<ReturnType<typeof makeSeededDir>>;
let service: RunningService;
let metricsUrl: string;
beforeAll(async () => {
  directory = await makeSeededDir(inject("seededDir"));
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  service = await startService(directory.dataDir, {
    WEB_CONCURRENCY: "2",
    METRICS_PORT: String(port),
    REQUEST_LOG: "on",
  });
});
afterAll(async () => {
  await service.stop();
  await directory.remove();
});

const scrape = async (): Promise<string> => (await fetch(metricsUrl)).text();

const readValue = (text: string, series: string): number => {
  const line = text.split("\n").find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? Number.NaN : Number(line.slice(series.length + 1));
};

const answered = 'oddskeeper_http_requests_total{endpoint="/v1/sports",status="200",code="none"}';

const untilProcesses = async (count: number): Promise<string> => {
  for (;;) {
    const text = await scrape();
    if (readValue(text, "oddskeeper_processes") === count) return text;
    await delay(50);
  }
};

/** Over a connection of its own: the processes take connections in turn. */
const ask = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const options = {
      agent: new Agent({ keepAlive: false }),
      headers: { "X-API-Key": service.demoKey() },
    };
    get(`${service.url}${path}`, options, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    }).once("error", reject);
  });

const servingProcesses = (): number[] =>
  execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, ...args]) => Number(parent) === service.process.pid && args.join(" ").includes("main.ts"),
    )
    .map(([pid]) => Number(pid));

test("calls of all processes are counted together, and each is one whole line of the request log", async () => {
  const before = readValue(await untilProcesses(3), answered) || 0;
  for (let call = 0; call < 10; call++) expect(await ask("/v1/sports?secret=query")).toBe(200);
  expect(readValue(await scrape(), answered)).toBe(before + 10);
  const lines = (): string[] =>
    service
      .printed()
      .split("\n")
      .filter((line) => line.includes('"msg":"request"'));
  while (lines().length < 10) await delay(20);
  for (const line of lines())
    expect(JSON.parse(line)).toMatchObject({ endpoint: "/v1/sports", status: 200, cost: 0 });
  expect(lines()).toHaveLength(10);
  expect(lines().join("")).not.toContain("secret");
  expect(lines().join("")).not.toContain(service.demoKey());
});

test("the board, the feed and the stores are measured", async () => {
  for (;;) {
    const text = await untilProcesses(3);
    const isFed = /^oddskeeper_feed_prices_seen_total\{feed="demo",book="[a-z_]+"\} [1-9]/m.test(text);
    if (!isFed || readValue(text, "oddskeeper_board_visible_delay_seconds_count") === 0) {
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

test("only GET /metrics is answered on the port of the metrics, and nothing of it on the site's", async () => {
  const statusOf = async (path: string, method = "GET") =>
    (await fetch(new URL(path, metricsUrl), { method })).status;
  expect(await statusOf("/metrics")).toBe(200);
  expect(await statusOf("/")).toBe(404);
  expect(await statusOf("/v1/sports")).toBe(404);
  expect(await statusOf("/metrics/x")).toBe(404);
  expect(await statusOf("/metrics", "POST")).toBe(405);
  expect(await statusOf("/metrics", "HEAD")).toBe(405);
  expect((await fetch(metricsUrl)).headers.get("content-type")).toBe(
    "text/plain; version=0.0.4; charset=utf-8",
  );
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
});

test("a process that does not answer is left out of a scrape, and counters do not go back when one ends", async () => {
  const before = readValue(await untilProcesses(3), answered);
  expect(before).toBeGreaterThan(0);
  const [held = 0] = servingProcesses();
  process.kill(held, "SIGSTOP");
  const without = await scrape();
  expect(readValue(without, "oddskeeper_processes")).toBe(2);
  expect(readValue(without, answered)).toBe(before);
  process.kill(held, "SIGKILL");
  while (!service.printed().includes("another takes its place")) await delay(10);
  expect(readValue(await scrape(), answered)).toBe(before);
  const after = await untilProcesses(3);
  expect(readValue(after, answered)).toBe(before);
  expect(readValue(after, "oddskeeper_processes_configured")).toBe(3);
  const processes = [...after.matchAll(/^process_start_time_seconds\{process="(\w+)"\}/gm)].map(
    ([, name]) => name,
  );
  expect(processes.sort()).toEqual(["main", "web_1", "web_2"]);
});

test("a port that is taken stops the start with one line that names the variable", async () => {
  const other = await makeDataDir();
  const started = startService(other.dataDir, { METRICS_PORT: new URL(metricsUrl).port });
  await expect(started).rejects.toThrow(/^METRICS_PORT: listen EADDRINUSE/m);
  await other.remove();
});

test("a first process that cannot serve stops the start, although it has been asked for its metrics", async () => {
  const other = await makeDataDir();
  const environment = {
    WEB_CONCURRENCY: "2",
    METRICS_PORT: String(await freePort()),
    PORT: new URL(service.url).port,
  };
  const started = startService(other.dataDir, environment);
  await expect(started).rejects.toThrow(/PORT: [\s\S]*Oddskeeper could not start\./);
  await other.remove();
});

test("metrics can be read until the service has ended, and it ends by itself", async () => {
  const busy = new Agent({ keepAlive: true });
  await new Promise<void>((resolve) => {
    get(metricsUrl, { agent: busy }, (response) => response.resume().once("end", resolve));
  });
  await service.stop();
  expect(service.process.exitCode).toBe(0);
  await expect(fetch(metricsUrl)).rejects.toThrow();
  busy.destroy();
});

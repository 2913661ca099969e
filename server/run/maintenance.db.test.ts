import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { sql } from "drizzle-orm";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { openDatabaseClock } from "@/server/clock/database-clock";
import { parseConfig } from "@/server/config";
import { createJobs, type Job, type Jobs } from "@/server/run/jobs/run-jobs";
import { manualSchedule } from "@/server/run/jobs/testing/manual-schedule";
import { maintenanceJobs } from "@/server/run/maintenance";
import { createMetrics } from "@/server/run/metrics/create-metrics";
import { renderSnapshots } from "@/server/run/metrics/snapshot";
import { createServices } from "@/server/run/services";
import { createListener } from "@/server/web/http/door/listener";
import { jobNames } from "@/server/web/site/job-names";

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

type Line = {
  readonly level: number;
  readonly msg: string;
  readonly job?: string;
  readonly failures?: number;
  readonly err?: { readonly message: string };
};

/** Jobs whose ticks the test makes, and the lines that they log. */
const openJobs = (jobs: readonly Job[]) => {
  const lines: Line[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  const log = pino({ level: "info" }, sink);
  const clock = manualSchedule();
  const metrics = createMetrics({ serves: true, records: true, processes: 1 });
  const running = createJobs({
    log,
    schedule: clock.schedule,
    observe: (name, event) => {
      metrics.observers.job?.(name, event);
      clock.observe(name, event);
    },
  });
  for (const job of jobs) running.start(job);
  const readMetric = async (series: string): Promise<number> => {
    const text = await renderSnapshots(new Map([["main", await metrics.read()]]), []);
    const line = text.split("\n").find((each) => each.startsWith(`${series} `));
    return Number(line?.slice(series.length + 1));
  };
  return { ...clock, running, lines, metrics, readMetric };
};

const breakTable = () => store.db.execute(sql`alter table unmatched_events rename to unmatched_events_away`);
const repairTable = () =>
  store.db.execute(sql`alter table if exists unmatched_events_away rename to unmatched_events`);

const kind = process.env.TEST_STORE === "postgres" ? "postgres" : "embedded";
let opened: ReturnType<typeof openJobs>;
beforeEach(() => {
  opened = openJobs(maintenanceJobs(store.db, kind));
});
afterEach(async () => {
  opened.running.stop();
  await repairTable();
});

const countOf = async (table: string): Promise<number> => {
  const [row] = await store.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)}`,
  );
  return row?.count ?? Number.NaN;
};

test("every job runs on the current schema without an error", async () => {
  await opened.tickAll();
  expect(opened.events.filter((event) => event.endsWith("failed"))).toEqual([]);
  expect(opened.events).toHaveLength(opened.names.length);
  expect(opened.running.failing()).toEqual([]);
  for (const name of opened.names) expect(jobNames).toContain(name);
});

test("a job that fails does not keep the other jobs from running", async () => {
  await store.db.execute(sql`
    insert into verification_tokens (identifier, token, expires) values ('old', 'old', now() - interval '1 hour')`);
  await breakTable();
  await opened.tickAll();
  expect(opened.events.filter((event) => event.endsWith("failed"))).toEqual([
    "expire_unmatched_events failed",
  ]);
  expect(opened.events).toHaveLength(opened.names.length);
  expect(await countOf("verification_tokens")).toBe(0);
});

test("a failure is logged with its cause, and repeated failures for the same reason are not logged each time", async () => {
  await breakTable();
  for (let run = 1; run <= 8; run++) await opened.run("expire_unmatched_events");
  await repairTable();
  await opened.run("expire_unmatched_events");
  const shown = opened.lines.map(({ level, msg, failures }) => [level, msg, failures]);
  expect(shown).toEqual([
    [40, "a background job failed", 1],
    [50, "a background job keeps failing", 3],
    [40, "a background job failed", 6],
    [30, "a background job works again", 8],
  ]);
  expect(opened.lines[0]).toMatchObject({ job: "expire_unmatched_events" });
  // pino appends the messages of causes to the error's message.
  expect(opened.lines[0]?.err?.message).toContain('relation "unmatched_events" does not exist');
});

test("the metrics count the runs and failures of each job, and have the time of its last success", async () => {
  const of = (metric: string, name: string) => opened.readMetric(`oddskeeper_job_${metric}{name="${name}"}`);
  expect(await of("failures_total", "expire_unmatched_events")).toBe(0);
  await opened.tickAll();
  const lastSuccess = await of("last_success_timestamp_seconds", "expire_unmatched_events");
  expect(lastSuccess).toBeGreaterThan(Date.now() / 1000 - 300);
  await breakTable();
  await opened.tickAll();
  expect(await of("runs_total", "expire_unmatched_events")).toBe(2);
  expect(await of("failures_total", "expire_unmatched_events")).toBe(1);
  expect(await of("last_success_timestamp_seconds", "expire_unmatched_events")).toBe(lastSuccess);
  expect(await of("runs_total", "expire_sessions")).toBe(2);
  expect(await of("failures_total", "expire_sessions")).toBe(0);
});

test("a job that is still running is not started again, and does not keep the other jobs from running", async () => {
  let end = (): void => undefined;
  let started = 0;
  const slow: Job = {
    name: "thin_observations",
    run: () => {
      started += 1;
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    },
  };
  const both = openJobs([slow, ...maintenanceJobs(store.db, kind)]);
  both.tick("thin_observations");
  for (let tick = 1; tick <= 2; tick++) {
    both.tick("thin_observations");
    await both.run("expire_sessions");
  }
  expect(started).toBe(1);
  expect(both.events).toEqual(["expire_sessions succeeded", "expire_sessions succeeded"]);
  expect(both.lines.map(({ job, msg }) => [job, msg])).toEqual([
    ["thin_observations", "a background job still runs; its next run is left out"],
  ]);
  const ended = both.run("expire_sessions");
  end();
  await ended;
  both.tick("thin_observations");
  expect(started).toBe(2);
  both.running.stop();
});

/** The services of a process on the test's database, behind a real listener. */
const serve = async (jobs: Pick<Jobs, "failing">) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "oddskeeper-jobs-"));
  const config = parseConfig({ DATA_DIR: dataDir, FEEDS: "none" });
  const log = pino({ level: "silent" });
  const { db, address } = store;
  const clock = await openDatabaseClock(db, log);
  const close = async (): Promise<void> => undefined;
  const { observers, read } = createMetrics({ serves: true, records: true, processes: 1 });
  const services = await createServices(config, { db, clock, address, jobs, close }, log, observers);
  const unused = () => undefined;
  const server = createListener({
    config,
    log,
    handleV1: unused,
    pages: unused,
    serveStaticFile: unused,
    canReadAccounts: async () => true,
    handleDelivery: () => async () => new Response(null, { status: 404 }),
    status: services.status,
    development: false,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    services,
    readyz: async () => {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`);
      return [response.status, await response.json()];
    },
    metrics: async () => renderSnapshots(new Map([["main", await read()]]), []),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await services.close();
      await rm(dataDir, { recursive: true });
    },
  };
};

test("after three failures in a row, /readyz, the metrics and the status page name the job, until it succeeds again", async () => {
  const served = await serve(opened.running);
  const part = "job:expire_unmatched_events";
  const degraded = [200, { status: "ready", degraded: [part] }];
  try {
    await breakTable();
    for (let failure = 1; failure <= 2; failure++) await opened.run("expire_unmatched_events");
    expect(await served.readyz()).toEqual([200, { status: "ready" }]);
    await opened.run("expire_unmatched_events");
    expect(await served.readyz()).toEqual(degraded);
    expect(await served.metrics()).toContain(`oddskeeper_degraded{part="${part}"} 1`);
    const failing = await served.services.readStatus();
    expect(failing).toMatchObject({ overall: "degraded", failingJobs: ["expire_unmatched_events"] });
    expect(failing.incidents).toMatchObject([{ part, endedAt: undefined }]);
    await opened.run("expire_sessions");
    expect(await served.readyz()).toEqual(degraded);
    await repairTable();
    await opened.run("expire_unmatched_events");
    expect(await served.readyz()).toEqual([200, { status: "ready" }]);
    expect(await served.metrics()).toContain(`oddskeeper_degraded{part="${part}"} 0`);
    expect(await served.services.readStatus()).toMatchObject({ overall: "ok", failingJobs: [] });
  } finally {
    await served.close();
  }
});

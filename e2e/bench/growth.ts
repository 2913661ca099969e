/**
 * Measures how the cost of the service grows with the number of prices, books, accounts, archive points and concurrent callers. Each of
 * these numbers grows by up to four powers of ten.
 * Run: `npm run bench:growth` (see docs/benchmarks.md). GROWTH_ONLY lists the parts to run, separated by commas. The parts are prices,
 * books, accounts, archive and callers. GROWTH_SECONDS is a whole number: each measurement calls the service for this many
 * seconds. In the part `callers`, each measurement takes twice as long. A run of all parts takes about 20 minutes and 5 GB of disk.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import pino from "pino";
import type { Database } from "@/db/connect";
import { postgresDatabase, type TestDatabase } from "@/db/testing";
import { createBenchKey } from "@/e2e/bench/create-bench-key";
import { type ImportBoard, importBoard, pricesPerEvent } from "@/e2e/bench/import-board";
import { load, type Target } from "@/e2e/bench/load/load";
import {
  type ArchiveSize,
  measureArchive,
  moreBuffers,
  probed,
  probeRequest,
} from "@/e2e/bench/measure/archive-size";
import { rowsRead } from "@/e2e/bench/measure/row-reads";
import { measureService, type ServiceCost } from "@/e2e/bench/measure/service-cost";
import { createStart } from "@/e2e/bench/open-stores";
import { startPostgres } from "@/e2e/bench/postgres";
import { residentMegabytes } from "@/e2e/bench/resident-memory";
import { sports } from "@/server/catalogue/sports";
import { openDatabaseClock } from "@/server/clock/database-clock";
import { hasRedisServer, startTestRedis } from "@/server/metering/testing/redis-server";
import { recordSnapshots } from "@/server/recorder/record-snapshots";

const seconds = Number(process.env.GROWTH_SECONDS ?? 2);
const only = process.env.GROWTH_ONLY?.split(",");
const callers = 64;
const wants = (part: string): boolean => only === undefined || only.includes(part);
const closers: (() => unknown)[] = [];
const tables: string[] = [];

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const digits = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);

/** Prints a Markdown table and keeps it for `artifacts/growth.md`. */
const addTable = (
  title: string,
  heading: readonly string[],
  rows: readonly (readonly (string | number)[])[],
) => {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => (typeof cell === "number" && !Number.isInteger(cell) ? digits(cell) : cell)).join(" | ")} |`;
  const table = [title, "", line(heading), line(heading.map(() => "---")), ...rows.map(line), ""].join("\n");
  tables.push(table);
  print(`\n${table}`);
};

const firstSport = sports[0]?.key ?? "";
const allSports = sports.length;

/** The heading of `costCells`. The parameters name the requests before the second measurement of memory, and the last target. */
const costHeading = (visited: string, target: string): readonly string[] => [
  "start, ms",
  "memory at start, MB",
  `memory after ${visited}, MB`,
  "`/v1/sports`, µs",
  `${target}, µs`,
  "rows read per call",
];
const slateHeading = costHeading("all sports were read", "one slate");
const costCells = ({ startMs, startedMegabytes, visitedMegabytes, cpuMicros, rowsPerCall }: ServiceCost) => [
  Math.round(startMs),
  Math.round(startedMegabytes),
  Math.round(visitedMegabytes),
  ...Object.values(cpuMicros),
  rowsPerCall,
];

const callWith =
  (key: string) =>
  (url: string, requested: string): Target => ({ url: `${url}${requested}`, headers: { "X-API-Key": key } });

type Fill = (db: Database) => Promise<void>;

const fillBoard =
  (size: ImportBoard): Fill =>
  async (db) => {
    const log = pino({ level: "error" });
    const recorder = { db, archiveFrom: 0, clock: await openDatabaseClock(db, log), log };
    const now = Date.now();
    const { prices } = await recordSnapshots(recorder, importBoard(size, now), { clock: "now", now });
    print(`  ${prices.changed} prices`);
  };

/** Creates accounts, each with a key and a billing period. */
const fillAccounts =
  (accounts: number): Fill =>
  async (db) => {
    await db.execute(sql`
      insert into accounts (id, email, plan, created_at)
      select gen_random_uuid(), 'growth-' || n || '@example.com', 'free', now() from generate_series(1, ${accounts}::int) n`);
    await db.execute(sql`
      insert into api_keys (id, account_id, hash, prefix, last_four, label, test, created_at)
      select gen_random_uuid(), id, md5(id::text) || md5('b' || id::text), 'ok_live_', '0000', 'growth', false, now() from accounts`);
    await db.execute(sql`
      insert into usage_periods (account_id, period_start, used) select id, date_trunc('month', now()), 1 from accounts`);
    for (const table of ["accounts", "api_keys", "usage_periods"])
      await db.execute(sql.raw(`vacuum analyze ${table}`));
  };

const run = async (): Promise<void> => {
  const postgres = await startPostgres();
  if (postgres === undefined || !hasRedisServer)
    throw new Error("PostgreSQL and redis-server must be installed");
  closers.push(postgres.close);
  process.env.TEST_DATABASE_URL = postgres.url;
  const redis = await startTestRedis();
  closers.push(redis.close);

  /** Calls `use` with a key and a function that starts services on the database. Stops the services afterwards. */
  const withServices = async <T>(
    { db, address }: TestDatabase,
    use: (on: { db: Database; key: string; start: Awaited<ReturnType<typeof createStart>> }) => Promise<T>,
  ): Promise<T> => {
    const stops: (() => unknown)[] = [];
    try {
      const key = await createBenchKey(db);
      return await use({ db, key, start: await createStart("url" in address ? address.url : "", stops) });
    } finally {
      for (const stop of stops.reverse()) await stop();
    }
  };

  /** Fills a new database and calls `use`, as `withServices` does. */
  const withBoard = async <T>(
    fills: readonly Fill[],
    use: Parameters<typeof withServices<T>>[1],
  ): Promise<T> => {
    const database = await postgresDatabase();
    try {
      for (const fill of fills) await fill(database.db);
      return await withServices(database, use);
    } finally {
      await database.close();
    }
  };

  const startOnRedis = { REDIS_URL: redis.url, HOST: "127.0.0.1" };

  const measure = (fills: readonly Fill[]): Promise<ServiceCost> =>
    withBoard(fills, ({ db, key, start }) => {
      const headers = { "X-API-Key": key };
      const call = callWith(key);
      return measureService({
        db,
        seconds,
        callers,
        start: () => start(startOnRedis),
        targetsOf: (url) => ({
          sports: call(url, "/v1/sports"),
          slate: call(url, `/v1/sports/${firstSport}/odds`),
        }),
        visited: async (url) => {
          const listed = await fetch(`${url}/v1/sports`, { headers });
          const active = new Set(
            ((await listed.json()) as { key: string; active: boolean }[])
              .filter((sport) => sport.active)
              .map((sport) => sport.key),
          );
          return sports
            .filter((sport) => active.has(sport.key))
            .map((sport) => call(url, `/v1/sports/${sport.key}/odds`));
        },
      });
    });

  if (wants("prices")) {
    const rows = [];
    for (const boardSports of [1, 12, allSports]) {
      const size = { books: 60, sports: boardSports, fixtures: 36 };
      const prices = size.books * size.sports * size.fixtures * pricesPerEvent;
      print(`${prices} prices: ${size.sports} sports, ${size.books} books`);
      rows.push([prices, ...costCells(await measure([fillBoard(size)]))]);
    }
    addTable("Prices on the board (60 books, 36 fixtures per sport)", ["prices", ...slateHeading], rows);
  }
  if (wants("books")) {
    const rows = [];
    for (const books of [1, 10, 100, 1_000]) {
      print(`${books} books`);
      rows.push([books, ...costCells(await measure([fillBoard({ books, sports: 1, fixtures: 16 })]))]);
    }
    addTable("Books (one sport, 16 fixtures)", ["books", ...slateHeading], rows);
  }
  if (wants("accounts")) {
    const rows = [];
    for (const accounts of [100, 1_000, 10_000, 100_000, 1_000_000]) {
      print(`${accounts} accounts`);
      const board = fillBoard({ books: 20, sports: 1, fixtures: 16 });
      rows.push([accounts, ...costCells(await measure([fillAccounts(accounts), board]))]);
    }
    addTable("Accounts (20 books, 16 fixtures)", ["accounts", ...slateHeading], rows);
  }
  if (wants("archive")) {
    const sizes: ArchiveSize[] = [];
    const costs: ServiceCost[] = [];
    for (const points of [100_000, 1_000_000, 10_000_000]) {
      print(`${points} archive points`);
      const measureHistory = (database: TestDatabase): Promise<void> =>
        withServices(database, async ({ db, key, start }) => {
          const call = callWith(key);
          const cost = await measureService({
            db,
            seconds,
            callers,
            start: () => start(startOnRedis),
            targetsOf: (url) => ({ sports: call(url, "/v1/sports"), history: call(url, probeRequest) }),
            visited: async (url) => [call(url, probeRequest)],
          });
          costs.push(cost);
        });
      sizes.push(await measureArchive(points, measureHistory));
    }
    addTable(
      `Archive points, seen by the service (a history request of ${probed.lookups} series)`,
      ["points", ...costHeading("one call", "history")],
      costs.map((cost, index) => [sizes[index]?.points ?? Number.NaN, ...costCells(cost)]),
    );
    const [smallest] = sizes;
    const more = (size: ArchiveSize, part: "series" | "opener" | "closing") =>
      smallest === undefined ? Number.NaN : moreBuffers(smallest, size, part);
    addTable(
      `Archive points (a history request of ${probed.lookups} series)`,
      [
        "points",
        "bytes per point",
        "bytes per point after reindexing",
        "pages read: whole series",
        "pages read: openers",
        "pages read: closing lines",
        "additional pages per series, compared with the first row",
      ],
      sizes.map((size) => [
        size.points,
        size.bytesPerPoint,
        size.reindexedBytesPerPoint,
        size.buffers.series ?? Number.NaN,
        size.buffers.opener ?? Number.NaN,
        size.buffers.closing ?? Number.NaN,
        Math.max(more(size, "series"), more(size, "opener"), more(size, "closing")),
      ]),
    );
  }
  if (wants("callers")) {
    const board = fillBoard({ books: 20, sports: 1, fixtures: 16 });
    const rows = await withBoard([board], async ({ db, key, start }) => {
      const service = await start(startOnRedis);
      const pid = service.process.pid ?? 0;
      const target = callWith(key)(service.url, `/v1/sports/${firstSport}/odds`);
      await load(target, { seconds, callers });
      const measured = [];
      for (const concurrent of [1, 10, 100, 1_000, 2_000]) {
        print(`${concurrent} callers`);
        const before = await rowsRead(db);
        const { calls, cpuMicros, perSecond, p50, p99 } = await load(target, {
          seconds: 2 * seconds,
          callers: concurrent,
          pid,
        });
        const rowsPerCall = ((await rowsRead(db)) - before) / calls;
        const memory = Math.round(residentMegabytes(pid) ?? Number.NaN);
        measured.push([concurrent, cpuMicros, Math.round(perSecond), p50, p99, memory, rowsPerCall]);
      }
      return measured;
    });
    addTable(
      "Concurrent callers of one slate (20 books, 16 fixtures)",
      [
        "callers",
        "processor time, µs per call",
        "calls per second",
        "p50, ms",
        "p99, ms",
        "memory, MB",
        "rows read per call",
      ],
      rows,
    );
  }
  const file = path.resolve("artifacts/growth.md");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${tables.join("\n")}\n`);
  print(`written to ${file}`);
};

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
} finally {
  for (const close of closers.reverse()) await close();
}
process.exit();

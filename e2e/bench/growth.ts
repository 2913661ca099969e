/**
 * Measures how the cost of the service grows with the number of prices, books, accounts, archive points and concurrent callers. Each of
 * these numbers grows by up to four powers of ten.
 * Run: `npm run bench:growth` (see docs/benchmarks.md). GROWTH_ONLY lists the parts to run, separated by commas. The parts are prices,
 * books, accounts, archive and callers. GROWTH_SECONDS is a whole number: each measurement calls the service for this many
 * seconds. In the part `callers`, each measurement takes twice as long. A run of all parts takes about 10 minutes and 5 GB of disk.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import pino from "pino";
import type { Database } from "@/db/connect";
import { postgresDatabase, type TestDatabase } from "@/db/testing";
import { createBenchKey } from "@/e2e/bench/create-bench-key";
import { type ImportBoard, importBoard, pricesPerEvent } from "@/e2e/bench/import-board";
import { generator, generatorWarning, load } from "@/e2e/bench/load/load";
import type { Target } from "@/e2e/bench/load/load-types";
import { limitOf } from "@/e2e/bench/measure/add-rate";
import { becomesIdle } from "@/e2e/bench/measure/alternate";
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
import { createReport, digits } from "@/e2e/bench/report";
import { residentMegabytes } from "@/e2e/bench/resident-memory";
import { spreadOf } from "@/e2e/bench/statistics";
import { hasRedisServer, startTestRedis } from "@/server/account/metering/testing/redis-server";
import { openDatabaseClock } from "@/server/clock/database-clock";
import { sports } from "@/server/domain/catalogue/sports";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";

const seconds = Number(process.env.GROWTH_SECONDS ?? 2);
const only = process.env.GROWTH_ONLY?.split(",");
const callers = 64;
/** Few, because a history call takes about 18 ms of processor time. */
const historyCallers = 8;
const maxMegabytes = 1_200;
const extrapolatedPoints = 100_000_000;
const wants = (part: string): boolean => only === undefined || only.includes(part);
const closers: (() => unknown)[] = [];
const tables: string[] = [];

const report = createReport();
const { print } = report;

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

/** The next figure of a series, if the series rises once more by its largest step so far. */
const extrapolate = (figures: readonly number[]): number =>
  (figures.at(-1) ?? Number.NaN) +
  Math.max(0, ...figures.slice(1).map((figure, index) => figure - (figures[index] ?? Number.NaN)));

const run = async (): Promise<void> => {
  if (generatorWarning !== undefined) report.warn(generatorWarning);
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
      const cost = await measure([fillBoard(size)]);
      rows.push([prices, ...costCells(cost)]);
      if (boardSports === allSports)
        report.add({
          name: `memory with ${prices} prices, after all sports were read`,
          value: spreadOf([cost.visitedMegabytes]),
          unit: "MB",
          target: { max: maxMegabytes },
        });
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
            targetsOf: (url) => ({
              sports: call(url, "/v1/sports"),
              history: { ...call(url, probeRequest), callers: historyCallers },
            }),
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
    const bytesPerPoint = sizes.at(-1)?.bytesPerPoint ?? Number.NaN;
    addTable(
      "Archive points, extrapolated (size by bytes per point, other figures by their largest increase per row)",
      ["points", "size of the archive, bytes", "memory after one call, MB", "history, µs"],
      [
        [
          `${extrapolatedPoints} (extrapolated)`,
          Math.round(extrapolatedPoints * bytesPerPoint),
          Math.round(extrapolate(costs.map(({ visitedMegabytes }) => visitedMegabytes))),
          extrapolate(costs.map(({ cpuMicros }) => cpuMicros.history ?? Number.NaN)),
        ],
      ],
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
      await becomesIdle(pid);
      const measured = [];
      for (const concurrent of [1, 10, 100, 1_000, 2_000]) {
        print(`${concurrent} callers`);
        const before = await rowsRead(db);
        const measuredLoad = await load(target, { seconds: 2 * seconds, callers: concurrent, pid });
        const { calls, cpuMicros, perSecond, p50, p99, generatorCores } = measuredLoad;
        await becomesIdle(pid);
        const rowsPerCall = ((await rowsRead(db)) - before) / calls;
        const memory = Math.round(residentMegabytes(pid) ?? Number.NaN);
        const generatorUse = `${digits(generatorCores)}${limitOf([measuredLoad])}`;
        measured.push([
          concurrent,
          cpuMicros,
          Math.round(perSecond),
          generatorUse,
          p50,
          p99,
          memory,
          rowsPerCall,
        ]);
      }
      return measured;
    });
    addTable(
      "Concurrent callers of one slate (20 books, 16 fixtures)",
      [
        "callers",
        "processor time, µs per call",
        "calls per second",
        "load generator, cores",
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
  const warning = generatorWarning === undefined ? [] : [`WARNING: ${generatorWarning}\n`];
  writeFileSync(file, `${[...warning, ...tables].join("\n")}\n`);
  print(`written to ${file}`);
  report.finish(path.resolve("artifacts/growth.json"), {
    at: new Date().toISOString(),
    node: process.version,
    seconds,
    callers,
    historyCallers,
    loadGenerator: generator,
  });
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

import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import { connectDatabase } from "@/db/connect";
import { embeddedPaths } from "@/db/embedded-paths";
import { testDatabase } from "@/db/testing";
import { createBenchKey } from "@/e2e/bench/create-bench-key";
import { startPostgres } from "@/e2e/bench/postgres";
import type { Report } from "@/e2e/bench/report";
import { pastOfOneGame, slateBookKeys, slateSport, wholeBoard } from "@/e2e/bench/slate";
import { createDataDir, type RunningService, startService } from "@/e2e/testing/start-service";
import { hasRedisServer, startTestRedis } from "@/server/account/metering/testing/redis-server";
import { buildIfOld } from "@/server/build/build-if-old.mjs";
import { openDatabaseClock } from "@/server/clock/database-clock";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";

const pastTurns = 208;

export const benchAuthSecret = "only for the benchmark, not a secret";

/**
 * Opens the stores of a benchmark: PostgreSQL with a full board, Redis if it is installed, and an account with a key.
 * @param closers receives the functions that close the stores. The caller calls them in reverse order.
 * @returns undefined without PostgreSQL.
 */
export const openStores = async (report: Pick<Report, "print" | "skip">, closers: (() => unknown)[]) => {
  const postgres = await startPostgres();
  if (postgres === undefined) {
    report.skip("all figures", "PostgreSQL is not installed and TEST_DATABASE_URL is not set");
    return undefined;
  }
  closers.push(postgres.close);
  process.env.TEST_DATABASE_URL = postgres.url;
  process.env.TEST_STORE = "postgres";
  const database = await testDatabase();
  closers.push(database.close);
  const { db } = database;
  const databaseUrl = "url" in database.address ? database.address.url : "";
  const log = pino({ level: "error" });
  const recorder = { db, archiveFrom: 0, clock: await openDatabaseClock(db, log), log };

  report.print("fill the board");
  const slateNow = Date.now();
  const past = await recordSnapshots(recorder, pastOfOneGame(slateNow, pastTurns), {
    clock: "recorded",
    now: slateNow,
  });
  const filled = await recordSnapshots(recorder, wholeBoard(slateNow), { clock: "now", now: slateNow });
  report.print(
    `  ${filled.prices.changed} current prices, and ${past.prices.changed} earlier prices of one game`,
  );

  const redis = hasRedisServer ? await startTestRedis() : undefined;
  if (redis === undefined)
    report.skip(
      "Redis over REST, compared with Redis over TCP",
      "redis-server is not installed, so the database counts the calls in all measurements",
    );
  else closers.push(redis.close);
  return {
    postgresName: postgres.name,
    db,
    databaseUrl,
    recorder,
    slateNow,
    redis,
    key: await createBenchKey(db),
    onRedis: { ...(redis !== undefined && { REDIS_URL: redis.url }), HOST: "127.0.0.1" },
  };
};

/**
 * Builds the service if necessary. Returns a function that starts the service on the database, as `npm start` does.
 * @param databaseUrl undefined for the embedded database.
 */
export const createStart = async (databaseUrl: string | undefined, closers: (() => unknown)[]) => {
  await buildIfOld(process.cwd());
  return async (environment: Readonly<Record<string, string>>): Promise<RunningService> => {
    const { dataDir, remove } = await createDataDir();
    const service = await startService(dataDir, {
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: benchAuthSecret,
      FEEDS: "none",
      ARCHIVE_FROM: "2020-01-01T00:00:00Z",
      ...environment,
    });
    closers.push(async () => {
      await service.stop();
      await remove();
    });
    const url = service.url.replace("localhost", "127.0.0.1");
    return { ...service, url };
  };
};

/** Starts the service on an embedded database, fills the board, and creates an account with a key. */
export const openEmbedded = async (closers: (() => unknown)[]) => {
  const start = await createStart(undefined, closers);
  const service = await start({ HOST: "127.0.0.1" });
  const db = connectDatabase({ socketPath: embeddedPaths(path.resolve(service.dataDir)).socket }, 1);
  const stop = async (): Promise<void> => {
    await db.$client.end({ timeout: 2 });
    await service.stop();
  };
  closers.push(stop);
  const log = pino({ level: "error" });
  const recorder = { db, archiveFrom: 0, clock: await openDatabaseClock(db, log), log };
  const slateNow = Date.now();
  await recordSnapshots(recorder, wholeBoard(slateNow), { clock: "now", now: slateNow });
  const key = await createBenchKey(db);
  const countBooks = async (): Promise<number> => {
    const response = await fetch(`${service.url}/v1/sports/${slateSport}/odds`, {
      headers: { "X-API-Key": key },
    });
    const [game] = (await response.json()) as { bookmakers: unknown[] }[];
    return game?.bookmakers.length ?? 0;
  };
  while ((await countBooks()) < slateBookKeys.length) await delay(50);
  return { url: service.url, recorder, slateNow, key, stop };
};

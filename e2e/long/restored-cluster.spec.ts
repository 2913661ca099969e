import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectDatabase, type Database } from "@/db/connect";
import { migrateDatabase } from "@/db/migrate";
import { rowsRead } from "@/e2e/bench/measure/row-reads";
import { type BenchPostgres, newestBin, startOwnPostgres } from "@/e2e/bench/postgres";
import { wholeBoard } from "@/e2e/bench/slate";
import { inherited, runOps } from "@/e2e/testing/start-service";
import { openDatabaseClock } from "@/server/clock/database-clock";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { silentLog } from "@/server/ingest/recorder/testing/snapshots";
import { loadBoard, loadChanges } from "@/server/market/board/load-changes";

const print = (text: string): void => void process.stderr.write(`${text}\n`);
const installed = newestBin() !== undefined;
if (!installed) print("skipped: a restore into another cluster (PostgreSQL is not installed)");

const books = 30;
const polls = 50;
/** More transactions than a new cluster has had, so that a copied row seems to be newer than the new cluster's cursor. */
const earlierTransactions = 5_000;

/** What a poll of the board reads if nothing has changed. */
const measurePolls = async (db: Database) => {
  const { cursor, markets } = await loadBoard(db, Date.now());
  const before = await rowsRead(db);
  const times: number[] = [];
  let found = 0;
  for (let poll = 0; poll < polls; poll++) {
    const startedAt = performance.now();
    const read = await loadChanges(db, cursor);
    times.push(performance.now() - startedAt);
    const { books, fixtures, checks, markets, sightings, players, withheld } = read;
    found += [books, fixtures, checks, markets, sightings, players, withheld].flat().length;
  }
  const rowsPerPoll = ((await rowsRead(db)) - before) / polls;
  const medianMs = times.sort((a, b) => a - b)[polls / 2] ?? Number.NaN;
  return { markets: markets.length, found, rowsPerPoll, medianMs };
};

describe.skipIf(!installed)("a backup that is restored into another PostgreSQL cluster", () => {
  let original: BenchPostgres;
  let other: BenchPostgres;
  let folder: string;
  beforeAll(async () => {
    original = (await startOwnPostgres()) as BenchPostgres;
    other = (await startOwnPostgres()) as BenchPostgres;
    folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-restored-"));
  });
  afterAll(async () => {
    original?.close();
    other?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const withDatabase = async <T>(url: string, work: (db: Database) => Promise<T>): Promise<T> => {
    const db = connectDatabase({ url }, 2);
    try {
      return await work(db);
    } finally {
      await db.$client.end({ timeout: 2 });
    }
  };
  const ops = async (url: string, ...args: string[]): Promise<void> => {
    const env = { ...inherited(), DATABASE_URL: url, AUTH_SECRET: "a secret for this test alone" };
    const { code, stderr } = await runOps(args, env);
    expect([code, stderr.includes("error")], stderr).toEqual([0, false]);
  };

  test("After `ops restore`, a poll of the board finds nothing and reads as few rows as on the original cluster", async () => {
    await migrateDatabase({ url: original.url });
    const before = await withDatabase(original.url, async (db) => {
      for (let n = 0; n < earlierTransactions; n++) await db.execute(sql`select pg_current_xact_id()`);
      const clock = await openDatabaseClock(db, silentLog);
      const recorder = { db, archiveFrom: 0, clock, log: silentLog };
      const now = clock.now();
      await recordSnapshots(recorder, wholeBoard(now).slice(0, books), { clock: "now", now });
      await db.execute(sql`vacuum analyze`);
      return measurePolls(db);
    });
    const file = path.join(folder, "backup");
    await ops(original.url, "backup", "--to", file);
    await ops(other.url, "restore", "--from", file);
    const after = await withDatabase(other.url, measurePolls);
    print(`polls of the board: ${JSON.stringify({ original: before, restored: after })}`);
    expect(before.markets).toBeGreaterThan(0);
    expect([after.markets, before.found, after.found]).toEqual([before.markets, 0, 0]);
    // Catalogue reads differ a little. A poll that found the copied rows would read each of them.
    expect(after.rowsPerPoll).toBeLessThan(before.rowsPerPoll + before.markets / 10);
  });
});

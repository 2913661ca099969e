import { randomUUID } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { connectDatabase, type Database, type DatabaseAddress } from "@/db/connect";
import { startEmbeddedDatabase } from "@/db/embedded";
import { migrateDatabase } from "@/db/migrate";

export type TestDatabase = {
  readonly db: Database;
  readonly address: DatabaseAddress;
  /** Opens another pool on the same database, as another instance would. `close` closes the pool. */
  readonly connect: () => Database;
  readonly close: () => Promise<void>;
};

/** Whether this run tests on PostgreSQL; vitest.config.ts sets TEST_STORE. */
const onPostgres = () => process.env.TEST_STORE === "postgres";

/**
 * Reduces the number of runs of a property test that uses the database. `npm run test:long` makes all `runs`. Other commands make half of
 * them on PostgreSQL, and only a sixth on the embedded database, because a statement there takes about five times as much processor time.
 */
export const storeRuns = (runs: number): number =>
  process.env.PROPERTY_RUNS === "all" ? runs : Math.ceil(runs / (onPostgres() ? 2 : 6));

const localHosts = ["localhost", "127.0.0.1", "[::1]", ""];

/** The server on which tests create and drop databases. */
const postgresUrl = (): URL => {
  const url = new URL(process.env.TEST_DATABASE_URL ?? "");
  if (!localHosts.includes(url.hostname))
    throw new Error("TEST_DATABASE_URL must name a database server on this machine");
  return url;
};

/**
 * Deletes all rows of `tables`. Locks the tables first, so that rows of a transaction in progress are deleted too. TRUNCATE would take
 * 40 ms on PostgreSQL and 80 ms on the embedded database, because it creates new files for each table and each index.
 */
export const emptyTables = (db: Database, tables: readonly string[]): Promise<unknown> =>
  db.$client.begin((transaction) =>
    transaction.unsafe(`
      lock table ${tables.join(", ")} in share row exclusive mode;
      -- Without foreign keys and other triggers, the order of the tables does not matter.
      set local session_replication_role = replica;
      ${tables.map((table) => `delete from ${table};`).join("\n")}
    `),
  );

const withPools = (address: DatabaseAddress, closeStore: () => Promise<void>): TestDatabase => {
  const pools: Database[] = [];
  const connect = () => {
    const pool = connectDatabase(address);
    pools.push(pool);
    return pool;
  };
  return {
    db: connect(),
    address,
    connect,
    close: async () => {
      await Promise.all(pools.map((pool) => pool.$client.end({ timeout: 2 })));
      await closeStore();
    },
  };
};

/**
 * Creates a database on the PostgreSQL server of TEST_DATABASE_URL, whichever store this run tests.
 * @param migrated whether to create the tables. If false, the database stays empty.
 */
export const postgresDatabase = async ({ migrated = true } = {}): Promise<TestDatabase> => {
  const url = postgresUrl();
  const admin = postgres(url.href, { max: 1, onnotice: () => undefined });
  const name = `oddskeeper_test_${randomUUID().replaceAll("-", "")}`;
  const template = migrated ? process.env.TEST_DATABASE_TEMPLATE : undefined;
  await admin.unsafe(`create database ${name} ${template === undefined ? "" : `template ${template}`}`);
  url.pathname = `/${name}`;
  if (migrated && template === undefined) await migrateDatabase({ url: url.href });
  return withPools({ url: url.href }, async () => {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  });
};

/** Creates a data directory. It contains a copy of this run's migrated template database, or nothing if the run has no template. */
export const testDataDir = async (): Promise<{ dataDir: string; remove: () => Promise<void> }> => {
  const template = process.env.TEST_DATA_TEMPLATE;
  // The data directory is in the template's folder, because the test run deletes this folder when it ends. So the run also deletes data
  // directories that tests did not remove.
  const dataDir = await mkdtemp(path.join(template ?? tmpdir(), "oddskeeper-"));
  if (template !== undefined)
    await cp(path.join(template, "database"), path.join(dataDir, "database"), { recursive: true });
  return {
    dataDir,
    remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
};

type EmbeddedStore = {
  readonly socketPath: string;
  /** The names of the migrated tables, quoted for SQL. */
  readonly tables: readonly string[];
  readonly close: () => Promise<void>;
};

const startEmbeddedStore = async (): Promise<EmbeddedStore> => {
  const { dataDir, remove } = await testDataDir();
  const { socketPath, close } = await startEmbeddedDatabase(dataDir);
  const db = connectDatabase({ socketPath }, 1);
  const rows = await db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  await db.$client.end();
  return { socketPath, tables: rows.map(({ name }) => name), close: () => close().then(remove) };
};

const empty = async ({ socketPath, tables }: EmbeddedStore): Promise<void> => {
  const db = connectDatabase({ socketPath }, 1);
  await emptyTables(db, tables);
  await db.execute(sql`select setval(seqrelid::regclass, seqstart, false) from pg_sequence`);
  await db.$client.end();
};

/**
 * An embedded database that no test file is using. The test files of one test worker use the same database one after the other, because
 * starting a database takes three seconds of processor time.
 */
let idle: EmbeddedStore | undefined;

const embeddedTestDatabase = async (): Promise<TestDatabase> => {
  const store = idle ?? (await startEmbeddedStore());
  if (store === idle) idle = undefined;
  return withPools({ socketPath: store.socketPath }, async () => {
    if (idle !== undefined) return store.close();
    await empty(store);
    idle = store;
  });
};

/** Returns an empty, migrated database in the store that this run tests. */
export const testDatabase = (): Promise<TestDatabase> =>
  onPostgres() ? postgresDatabase() : embeddedTestDatabase();

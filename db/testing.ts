import { randomUUID } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { connectDatabase, type Database, type DatabaseAddress } from "@/db/connect";
import { startEmbeddedDatabase } from "@/db/embedded";
import { migrateDatabase } from "@/db/migrate";

export type TestDatabase = {
  readonly db: Database;
  readonly address: DatabaseAddress;
  /** Another pool on the same database, as another instance would have; closed with it. */
  readonly connect: () => Database;
  readonly close: () => Promise<void>;
};

/** Set by vitest.config.ts: which of the two stores this run of the suite is on. */
const onPostgres = () => process.env.TEST_STORE === "postgres";

const localHosts = ["localhost", "127.0.0.1", "[::1]", ""];

/** The server that tests may create and drop databases on: never a remote one. */
const postgresUrl = (): URL => {
  const url = new URL(process.env.TEST_DATABASE_URL ?? "");
  if (!localHosts.includes(url.hostname))
    throw new Error("TEST_DATABASE_URL must name a database server on this machine");
  return url;
};

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
 * A database of its own on the PostgreSQL that TEST_DATABASE_URL names; the suite's store does not matter.
 * @param migrated false leaves it empty.
 */
export const postgresDatabase = async ({ migrated = true } = {}): Promise<TestDatabase> => {
  const url = postgresUrl();
  const admin = postgres(url.href, { max: 1, onnotice: () => undefined });
  const name = `oddskeeper_test_${randomUUID().replaceAll("-", "")}`;
  await admin.unsafe(`create database ${name}`);
  url.pathname = `/${name}`;
  if (migrated) await migrateDatabase({ url: url.href });
  return withPools({ url: url.href }, async () => {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  });
};

/** A new data directory whose database is migrated already: a copy of one that the run of the suite made once. */
export const testDataDir = async (): Promise<{ dataDir: string; remove: () => Promise<void> }> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "oddskeeper-"));
  const template = process.env.TEST_DATA_TEMPLATE;
  if (template !== undefined)
    await cp(path.join(template, "database"), path.join(dataDir, "database"), { recursive: true });
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
};

const embeddedTestDatabase = async (): Promise<TestDatabase> => {
  const { dataDir, remove } = await testDataDir();
  const database = await startEmbeddedDatabase(dataDir);
  return withPools({ socketPath: database.socketPath }, async () => {
    await database.close();
    await remove();
  });
};

/** A fresh, migrated database of its own: embedded, or on a real PostgreSQL in the suite's second run. */
export const testDatabase = (): Promise<TestDatabase> =>
  onPostgres() ? postgresDatabase() : embeddedTestDatabase();

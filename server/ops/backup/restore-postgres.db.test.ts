import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectDatabase, type Database } from "@/db/connect";
import { migrateDatabase } from "@/db/migrate";
import { migrationLock } from "@/db/migration-lock";
import { accounts } from "@/db/schema/accounts";
import { fixtures } from "@/db/schema/prices";
import { postgresDatabase, type TestDatabase } from "@/db/testing";
import { addMeteredAccount } from "@/server/account/metering/testing/metered-account";
import { parseConfig } from "@/server/config";
import { backUp } from "@/server/ops/backup/back-up";
import { restorePostgres } from "@/server/ops/backup/restore-postgres";

describe.skipIf(process.env.TEST_STORE !== "postgres")("PostgreSQL database", () => {
  let folder: string;
  let file: string;
  let databases: TestDatabase[];
  const urlOf = ({ address }: TestDatabase): string => ("url" in address ? address.url : "");
  const open = async (migrated: boolean): Promise<string> => {
    const database = await postgresDatabase({ migrated });
    databases.push(database);
    return urlOf(database);
  };
  const withDatabase = async <T>(url: string, work: (db: Database) => Promise<T>): Promise<T> => {
    const db = connectDatabase({ url }, 1);
    try {
      return await work(db);
    } finally {
      await db.$client.end({ timeout: 2 });
    }
  };
  const write = (url: string) =>
    backUp(parseConfig({ DATABASE_URL: url, AUTH_SECRET: "x".repeat(32) }), file);
  const nothing = async () => undefined;
  const addFixture = async (db: Database, id: string): Promise<number | undefined> => {
    const [row] = await db
      .insert(fixtures)
      .values({
        id,
        sportKey: "soccer_epl",
        homeTeam: "a",
        awayTeam: "b",
        commenceTime: new Date(),
        listed: true,
        createdAt: new Date(),
      })
      .returning({ number: fixtures.number });
    return row?.number;
  };

  beforeEach(async () => {
    databases = [];
    folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-backup-"));
    file = path.join(folder, "backup");
  });
  afterEach(async () => {
    for (const database of databases) await database.close();
    await rm(folder, { recursive: true });
  });

  const foreign = `
    create table public.theirs (n int); insert into public.theirs values (1);
    create schema other; create table other.theirs (n int); insert into other.theirs values (1);
    create type other.mood as enum ('ok'); create function other.one() returns int language sql as 'select 1'`;
  const readForeign = (db: Database) =>
    db.$client<{ n: number }[]>`
      select n from public.theirs union all select n from other.theirs union all select other.one()`;

  it("restore replaces only our tables and leaves tables of other applications unchanged", async () => {
    const url = await open(true);
    await withDatabase(url, async (db) => {
      await db.$client.unsafe(foreign);
      await addMeteredAccount(db);
    });
    await write(url);
    await withDatabase(url, async (db) => {
      await addMeteredAccount(db);
      await db.$client`insert into public.theirs values (2)`;
    });
    await expect(restorePostgres(url, file, false, nothing)).rejects.toThrow("--force replaces its tables");
    await restorePostgres(url, file, true, nothing);
    await withDatabase(url, async (db) => {
      expect(await db.select().from(accounts)).toHaveLength(1);
      expect((await readForeign(db)).map(({ n }) => n)).toEqual([1, 2, 1, 1]);
    });
  });

  it("restore creates our tables in a database without them, and new fixtures continue the numbering of the backup", async () => {
    const [from, to] = [await open(true), await open(false)];
    await withDatabase(from, async (db) => {
      await db.$client.unsafe(foreign);
      expect(await addFixture(db, "first")).toBe(1);
      expect(await addFixture(db, "second")).toBe(2);
    });
    await write(from);
    await withDatabase(to, (db) =>
      db.$client.unsafe("create table public.theirs (n int); create schema other"),
    );
    await restorePostgres(to, file, false, nothing);
    const describeColumns = (url: string) =>
      withDatabase(
        url,
        (db) => db.$client`
          select table_name, column_name, data_type, column_default from information_schema.columns
          where table_schema in ('public', 'drizzle') and table_name <> 'theirs' order by 1, 2`,
      );
    const describeIndexes = (url: string) =>
      withDatabase(
        url,
        (db) => db.$client`
          select indexdef from pg_indexes where schemaname in ('public', 'drizzle') order by 1`,
      );
    expect([...(await describeColumns(to))]).toEqual([...(await describeColumns(from))]);
    expect([...(await describeIndexes(to))]).toEqual([...(await describeIndexes(from))]);
    await migrateDatabase({ url: to });
    expect(await withDatabase(to, (db) => addFixture(db, "third"))).toBe(3);
  });

  it("backup fails on a database with migrations of a later version", async () => {
    const url = await open(true);
    await withDatabase(
      url,
      (db) => db.$client`
        insert into drizzle.__drizzle_migrations (hash, created_at)
        select 'later', max(created_at) + 1 from drizzle.__drizzle_migrations`,
    );
    await expect(write(url)).rejects.toThrow("the database has migrations of a later version");
    expect(await readdir(folder)).toEqual([]);
  });

  it("a restore keeps the migration lock even if the restore takes longer than a connection's maximum lifetime", async () => {
    const url = await open(true);
    await write(url);
    const short = new URL(url);
    short.searchParams.set("max_lifetime", "0.2");
    let locked = false;
    await restorePostgres(short.href, file, true, async () => {
      await delay(1_000);
      locked = await withDatabase(url, async (db) => {
        const [row] = await db.$client<
          { free: boolean }[]
        >`select pg_try_advisory_lock(${migrationLock}) as free`;
        return row?.free === false;
      });
    });
    expect(locked).toBe(true);
  });
});

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { vacuum } from "@/db/vacuum";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it("a table keeps about the same size if a vacuum follows each replacement of its rows", async () => {
  const { db } = database;
  await db.execute(sql`create table replaced (id int primary key, at timestamptz)`);
  await db.execute(sql`create index on replaced (at)`);
  await db.execute(sql`insert into replaced select n, now() from generate_series(1, 5000) n`);
  /** Whether another process, such as autovacuum, has a snapshot, in which replaced rows still exist. */
  const isSeen = async (): Promise<boolean> => {
    const others = await db.execute(sql`
      select from pg_stat_activity
      where datname = current_database() and backend_xmin is not null and pid <> pg_backend_pid()`);
    return others.length > 0;
  };
  const sizeAfter = async (times: number): Promise<number> => {
    for (let time = 0; time < times; time++) {
      await db.execute(sql`update replaced set at = clock_timestamp()`);
      while (await isSeen());
      await vacuum(db);
    }
    const [row] = await db.execute<{ size: number }>(
      sql`select pg_total_relation_size('replaced')::int as size`,
    );
    return row?.size ?? 0;
  };
  const once = await sizeAfter(3);
  // Without any vacuum, the factor is 3.2. A snapshot of autovacuum, which PostgreSQL runs at any time, can keep the rows of one replacement.
  expect(await sizeAfter(10)).toBeLessThan(2.5 * once);
});

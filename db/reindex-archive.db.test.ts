import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { reindexArchive } from "@/db/reindex-archive";
import { type TestDatabase, testDatabase } from "@/db/testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const bytesPerPoint = async (): Promise<number> => {
  const [row] = await database.db.execute<{ bytes: number }>(sql`
    select pg_indexes_size('archive_points')::float8 / (select count(*) from archive_points) as bytes`);
  return row?.bytes ?? 0;
};

/** Adds points as a recorder does: one point to each series in turn. */
const grow = async (points: number): Promise<void> => {
  for (let point = 1; point <= points; point++)
    await database.db.execute(sql`
      insert into archive_points (recorded_at, series_id, outcomes)
      select timestamptz '2026-11-01' + ${point}::int * interval '1 minute', series, 'h-110'
      from generate_series(1, 4000) series`);
  await database.db.execute(sql`vacuum analyze archive_points`);
};

it("after many series grew at the same time, a reindex makes the archive's index dense again and keeps every point", async () => {
  const { db } = database;
  await grow(12);
  expect(await bytesPerPoint()).toBeGreaterThan(36);
  expect(await reindexArchive(db)).toBe(false);
  expect(await reindexArchive(db, 0)).toBe(true);
  expect(await bytesPerPoint()).toBeLessThan(33);
  expect(await reindexArchive(db, 0)).toBe(false);
  const again = sql`
    insert into archive_points (recorded_at, series_id, outcomes)
    select recorded_at, series_id, 'h-120' from archive_points on conflict do nothing`;
  await db.execute(again);
  const [row] = await db.execute<{ points: number }>(
    sql`select count(*)::int as points from archive_points where outcomes = 'h-110'`,
  );
  expect(row?.points).toBe(4000 * 12);
  const [all] = await db.execute<{ points: number }>(sql`select count(*)::int as points from archive_points`);
  expect(all?.points).toBe(4000 * 12);
});

it("reindexArchive drops the invalid index that an interrupted rebuild left behind", async () => {
  const { db } = database;
  const indexes = async (): Promise<number> => {
    const [row] = await db.execute<{ indexes: number }>(sql`
      select count(*)::int as indexes from pg_index where indrelid = 'archive_points'::regclass`);
    return row?.indexes ?? 0;
  };
  const before = await indexes();
  await db.execute(sql`create index archive_points_pk_ccnew on archive_points (series_id)`);
  await db.execute(
    sql`update pg_index set indisvalid = false where indexrelid = 'archive_points_pk_ccnew'::regclass`,
  );
  await reindexArchive(db);
  expect(await indexes()).toBe(before);
});

import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateDatabase, migrationsFolder } from "@/db/migrate";
import { type TestDatabase, testDatabase } from "@/db/testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Makes the database anew, as it was once a migration had been applied and none after it. */
const goBackTo = async (tag: string): Promise<void> => {
  const folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-migrations-"));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    const file = path.join(folder, "meta", "_journal.json");
    const journal = JSON.parse(await readFile(file, "utf8")) as { entries: { tag: string }[] };
    const last = journal.entries.findIndex((entry) => entry.tag === tag);
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
    await database.db.execute(sql`drop schema if exists drizzle cascade`);
    await database.db.execute(sql`drop schema public cascade`);
    await database.db.execute(sql`create schema public`);
    await migrate(database.db, { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
};

test("instances that start at once migrate once, and a migrated database stays as it is", async () => {
  const applied = () => database.db.execute(sql`select count(*)::int as n from drizzle.__drizzle_migrations`);
  const before = await applied();
  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(database.address)));
  expect(await applied()).toEqual(before);
  expect(before[0]?.n).toBeGreaterThan(0);
});

test("an archive whose series named their fixture by its id keeps every point, and new series get numbers of their own", async () => {
  const { db } = database;
  await goBackTo("0003_looks");
  await db.execute(sql`
    insert into fixtures (id, number, sport_key, home_team, away_team, commence_time, commence_recorded_at, listed, created_at)
    select id, number, 'icehockey_nhl', 'Home', 'Away', now(), now(), true, now()
    from (values ('late', 7), ('early', 3), ('quiet', 5)) f (id, number)`);
  await db.execute(sql`
    insert into archive_series (fixture_id, book_key, market_key)
    select fixture, book, market
    from unnest(array['late', 'early']) fixture, unnest(array['b', 'a']) book, unnest(array['totals', 'h2h']) market`);
  await db.execute(sql`
    insert into archive_points (recorded_at, series_id, outcomes)
    select to_timestamp(p), s.id, concat_ws(' ', s.fixture_id, s.book_key, s.market_key, p)
    from archive_series s, generate_series(1, 2) p`);
  await migrateDatabase(database.address);

  const points = await db.execute<{ said: string; outcomes: string }>(sql`
    select concat_ws(' ', f.id, s.book_key, s.market_key, extract(epoch from p.recorded_at)::int) as said, p.outcomes
    from fixtures f join archive_series s on s.fixture_number = f.number join archive_points p on p.series_id = s.id`);
  expect(points).toHaveLength(16);
  expect(points.map(({ said }) => said)).toEqual(points.map(({ outcomes }) => outcomes));
  const [made] = await db.execute<{ is_new: boolean }>(sql`
    insert into archive_series (fixture_number, book_key, market_key) values (5, 'a', 'h2h')
    returning id > (select max(id) from archive_series) as is_new`);
  expect(made).toEqual({ is_new: true });
});

test("a book that had checked a fixture before starts were agreed on is taken to have stated the start that counted", async () => {
  const { db } = database;
  await goBackTo("0004_series_by_number");
  await db.execute(sql`
    insert into fixtures (id, sport_key, home_team, away_team, commence_time, commence_recorded_at, listed, created_at)
    values ('game', 'icehockey_nhl', 'Home', 'Away', '2026-11-22T18:00:00Z', now(), true, now())`);
  await db.execute(sql`
    insert into checks (fixture_id, book_key, sport_key, recorded_at, checked_at, fetched_at, market_times)
    values ('game', 'a', 'icehockey_nhl', '2026-11-21T12:00:00.250Z', now(), null, '{}')`);
  await migrateDatabase(database.address);
  const stated = Date.UTC(2026, 10, 21, 12) + 250;
  expect(await db.execute(sql`select starts, listed_as from checks`)).toEqual([
    { starts: [[Date.UTC(2026, 10, 22, 18), stated, stated, 0]], listed_as: "" },
  ]);
  expect(await db.execute(sql`select replaced_by from fixtures`)).toEqual([{ replaced_by: null }]);
});

// The embedded database has one process and one transaction at a time.
test.runIf(process.env.TEST_STORE === "postgres")(
  "a series that another instance makes while the archive is moved to numbers is kept",
  async () => {
    const { db } = database;
    await goBackTo("0003_looks");
    await db.execute(sql`
      insert into fixtures (id, sport_key, home_team, away_team, commence_time, commence_recorded_at, listed, created_at)
      values ('game', 'icehockey_nhl', 'Home', 'Away', now(), now(), true, now())`);
    const { migration } = await db.transaction(async (tx) => {
      await tx.execute(sql`
        insert into archive_series (fixture_id, book_key, market_key) values ('game', 'a', 'h2h')`);
      const migration = migrateDatabase(database.address);
      const waiting = () =>
        tx.execute(sql`
          select from pg_locks l join pg_database d on d.oid = l.database
          where not l.granted and d.datname = current_database()`);
      await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1);
      return { migration };
    });
    await migration;
    expect(await db.execute(sql`select book_key, market_key from archive_series`)).toEqual([
      { book_key: "a", market_key: "h2h" },
    ]);
  },
);

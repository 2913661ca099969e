import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { earlierMigrationsFolder, migrateDatabase } from "@/db/migrate";
import { type TestDatabase, testDatabase } from "@/db/testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Recreates the database as it was after `tag`, a migration from before 0.2.0. */
const goBackTo = async (tag: string): Promise<void> => {
  const folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-migrations-"));
  try {
    await cp(earlierMigrationsFolder, folder, { recursive: true });
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

test("if several instances start at the same time on a migrated database, no migration runs again", async () => {
  const applied = () => database.db.execute(sql`select count(*)::int as n from drizzle.__drizzle_migrations`);
  const before = await applied();
  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(database.address)));
  expect(await applied()).toEqual(before);
  expect(before[0]?.n).toBeGreaterThan(0);
});

test("the migration to fixture numbers keeps every archive point in its series", async () => {
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

  const points = await db.execute<{ keys: string; outcomes: string }>(sql`
    select concat_ws(' ', f.id, s.book_key, s.market_key, extract(epoch from p.recorded_at)::int) as keys, p.outcomes
    from fixtures f join archive_series s on s.fixture_number = f.number join archive_points p on p.series_id = s.id`);
  expect(points).toHaveLength(16);
  expect(points.map(({ keys }) => keys)).toEqual(points.map(({ outcomes }) => outcomes));
  const [created] = await db.execute<{ is_new: boolean }>(sql`
    insert into archive_series (fixture_number, book_key, market_key) values (5, 'a', 'h2h')
    returning id > (select max(id) from archive_series) as is_new`);
  expect(created).toEqual({ is_new: true });
});

test("after the migration to agreed starts, each book that listed a fixture counts as having stated the fixture's start", async () => {
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

test("the migration to observations keeps the log of polls, the sign-in links, and what counts against the sign-in limits", async () => {
  const { db } = database;
  await goBackTo("0008_set_aside_points");
  const uses = "00000000-0000-4000-8000-000000000001";
  await db.execute(sql`insert into look_streams (book_key, sport_key) values ('a', 'icehockey_nhl')`);
  await db.execute(sql`
    insert into look_sets (stream_id, hash, complete, scope, fixtures, unread)
    values (1, gen_random_uuid(), true, '{h2h}', '{}', '{}')`);
  await db.execute(sql`
    insert into looks (recorded_at, stream_id, set_id, digest, polled) values ('2026-11-21T12:00:00Z', 1, 1, 7, true)`);
  await db.execute(sql`
    insert into verification_tokens (identifier, token, expires)
    values ('mailFromNetwork 2001:db8::/64', ${uses}, now()), ('jo@example.com', 'hash', now())`);
  await migrateDatabase(database.address);
  expect(
    await db.execute(sql`
      select s.book_key, c.scope, o.digest, o.polled from observations o
      join sources s on s.id = o.source_id join observation_scopes c on c.id = o.scope_id and c.source_id = s.id`),
  ).toEqual([{ book_key: "a", scope: ["h2h"], digest: 7, polled: true }]);
  expect(await db.execute(sql`select bound, subject, reservation_id from sign_in_uses`)).toEqual([
    { bound: "mailFromNetwork", subject: "2001:db8::/64", reservation_id: uses },
  ]);
  expect(await db.execute(sql`select identifier from verification_tokens`)).toEqual([
    { identifier: "jo@example.com" },
  ]);
  const [source] = await db.execute<{ id: number }>(sql`
    insert into sources (book_key, sport_key) values ('b', 'icehockey_nhl') returning id`);
  expect(source).toEqual({ id: 2 });
});

// On PostgreSQL only: the embedded database runs one transaction at a time.
test.runIf(process.env.TEST_STORE === "postgres")(
  "the migration to fixture numbers keeps an archive series that another instance is creating",
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
      while ((await waiting()).length === 0) await delay(20);
      return { migration };
    });
    await migration;
    expect(await db.execute(sql`select book_key, market_key from archive_series`)).toEqual([
      { book_key: "a", market_key: "h2h" },
    ]);
  },
);

test("a database migrated from before 0.2.0 has the same schema as a new database", async () => {
  const { db } = database;
  const describeSchema = async () => {
    const columns = await db.execute(sql`
      select table_name, column_name, data_type, is_nullable, column_default, identity_generation from information_schema.columns
      where table_schema = 'public' order by 1, 2`);
    const indexes = await db.execute(
      sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`,
    );
    const constraints = await db.execute(sql`
      select conrelid::regclass::text as of, pg_get_constraintdef(oid) as is from pg_constraint
      where connamespace = 'public'::regnamespace order by 1, 2`);
    return [[...columns], [...indexes], [...constraints]];
  };
  await goBackTo("0000_start");
  await migrateDatabase(database.address);
  const upgraded = await describeSchema();
  await db.execute(sql`drop schema drizzle cascade`);
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`create schema public`);
  await migrateDatabase(database.address);
  expect(upgraded).toEqual(await describeSchema());
  expect(upgraded.map((rows) => rows.length).every((rows) => rows > 20)).toBe(true);
});

test("a migration gives stored fixtures and aliases of renamed teams the new names, in the sports of these teams only", async () => {
  const { db } = database;
  await goBackTo("0012_simpler_metering");
  await db.execute(sql`
    insert into fixtures (id, sport_key, home_team, away_team, commence_time, listed, created_at)
    select id, sport, home, away, now(), true, now()
    from (values ('a', 'soccer_spl', 'Rangers FC', 'Heart of Midlothian'), ('b', 'soccer_epl', 'Rangers FC', 'Arsenal'))
      f (id, sport, home, away)`);
  await db.execute(sql`
    insert into team_aliases (sport_key, normalized_name, name, team, created_at)
    values ('soccer_spl', 'gers', 'Gers', 'Rangers FC', now())`);
  await migrateDatabase(database.address);
  const fixtures = await db.execute(
    sql`select home_team, away_team from fixtures where id in ('a', 'b') order by id`,
  );
  expect([...fixtures]).toEqual([
    { home_team: "Rangers", away_team: "Hearts" },
    { home_team: "Rangers FC", away_team: "Arsenal" },
  ]);
  const aliases = await db.execute(sql`select team from team_aliases`);
  expect([...aliases]).toEqual([{ team: "Rangers" }]);
});

import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, moneyline, snapshotOf } from "@/server/ingest/recorder/testing/snapshots";
import { loadBoard, loadChanges } from "@/server/market/board/load-changes";

const rig = recorderRig();

const sorted = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

test("reading all changes returns the same rows as loading the board", async () => {
  const { db } = rig.database();
  await rig.record(snapshotOf("fanduel", t0, [eventOf(start, [moneyline(-110, -110)])]));
  await rig.record(snapshotOf("unlisted_book", t0, [eventOf(start, [moneyline(-120, 100)])]));
  await db.execute(sql`
    insert into unmatched_notes (fixture_id, book_key, sport_key, first_recorded_at, checked_at)
    select id, 'betmgm', sport_key, created_at, created_at from fixtures`);
  await db.execute(
    sql`insert into fixture_players (fixture_id, book_key, name) select id, 'betmgm', 'A. Player' from fixtures`,
  );
  await db.execute(sql`
    insert into withheld_periods (fixture_id, book_key, since) select id, 'fanduel', created_at from fixtures`);
  const loaded = await loadBoard(db, t0);
  const changes = await loadChanges(db, "0");
  for (const part of [
    "books",
    "fixtures",
    "checks",
    "markets",
    "sightings",
    "players",
    "withheld",
  ] as const) {
    expect(loaded[part].length, part).toBeGreaterThan(0);
    expect(sorted(changes[part]), part).toEqual(sorted(loaded[part]));
  }
  expect(Number(changes.cursor)).toBeGreaterThanOrEqual(Number(loaded.cursor));
  expect(changes.writes.map(({ written }) => written)).toEqual(loaded.writes.map(({ written }) => written));
});

test("a read of changes returns all rows of a fixture whose own row changed, and no row of another fixture", async () => {
  const { db } = rig.database();
  await rig.record(
    snapshotOf("fanduel", t0, [
      eventOf(start, [moneyline(-110, -110)]),
      eventOf(start, [moneyline(-150, 130)], { home: "Denver Broncos", away: "Las Vegas Raiders" }),
    ]),
  );
  // The read of changes starts at the update's own transaction, not at the cursor of an earlier read. The cursor could be an older
  // transaction, because transactions of other tests may be running. The read could then also return rows that changed before the update.
  const [moved] = await db.execute<{ id: string; xid: string }>(sql`
    update fixtures set commence_time = commence_time + interval '1 hour', changed_xid = pg_current_xact_id()
    where home_team = 'Denver Broncos' returning id, changed_xid::text as xid`);
  const { fixtures, checks, markets } = await loadChanges(db, moved?.xid ?? "");
  expect(fixtures.map(({ id }) => id)).toEqual([moved?.id]);
  expect(checks.map(({ fixture_id }) => fixture_id)).toEqual([moved?.id]);
  expect(markets.map(({ fixture_id }) => fixture_id)).toEqual([moved?.id]);
});

test("a board of several thousand fixtures is loaded with the prices of every fixture", async () => {
  const { db } = rig.database();
  await db.execute(sql`
    insert into fixtures (id, sport_key, home_team, away_team, commence_time, listed, created_at)
    select md5(n::text), 'soccer_epl', 'Home ' || n, 'Away ' || n, to_timestamp(${start}::float8 / 1000), true, now()
    from generate_series(1, 2001) n`);
  await db.execute(sql`
    insert into current_markets (fixture_id, book_key, market_key, sport_key, outcomes)
    select id, 'fanduel', 'h2h', sport_key, id from fixtures`);
  const { fixtures, markets } = await loadBoard(db, t0);
  expect(fixtures).toHaveLength(2_001);
  expect(markets.map(({ fixture_id }) => fixture_id).sort()).toEqual(fixtures.map(({ id }) => id).sort());
  expect(markets.every(({ fixture_id, outcomes }) => outcomes === fixture_id)).toBe(true);
});

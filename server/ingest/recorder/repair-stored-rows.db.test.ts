import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { hourMs } from "@/server/domain/durations";
import { createRepair } from "@/server/ingest/recorder/repair-stored-rows";
import { recorderRig } from "@/server/ingest/recorder/testing/recorder-rig";
import {
  eventOf,
  iso,
  moneyline,
  playerMarket,
  snapshotOf,
} from "@/server/ingest/recorder/testing/snapshots";

const rig = recorderRig();
const now = Math.floor(Date.now() / 1000) * 1000;
const start = now + 8 * hourMs;

const record = (book: string, at: number, player: string, eventStart = start) =>
  rig.record(
    snapshotOf(
      book,
      null,
      [
        eventOf(eventStart, [
          moneyline(-150, 130),
          playerMarket("player_pass_yds", [
            { side: "over", player, american: -115, point: 249.5 },
            { side: "under", player, american: -105, point: 249.5 },
          ]),
        ]),
      ],
      { recorded_at: iso(at) },
    ),
    at,
    "recorded",
  );

const names = () =>
  rig.rows<{ name: string; shown_as: string | null }>(
    sql`select name, shown_as from fixture_players order by name`,
  );
const starts = async () =>
  (
    await rig.rows<{ start: number }>(
      sql`select (extract(epoch from commence_time) * 1000)::float8 as start from fixtures`,
    )
  ).map((row) => row.start);

test("names that 0.2.0 stored without a displayed name get the names that the recorder would give them", async () => {
  await record("fanduel", now - hourMs, "Josh Allen");
  await record("draftkings", now - hourMs, "J. Allen");
  const before = await names();
  expect(before).toEqual([
    { name: "J. Allen", shown_as: "Josh Allen" },
    { name: "Josh Allen", shown_as: "Josh Allen" },
  ]);
  await rig.rows(sql`update fixture_players set shown_as = null returning 1`);
  await createRepair(rig.database().db)();
  expect(await names()).toEqual(before);
});

test("the start of an unfinished fixture is recomputed from its books' statements, even if it seems to be past", async () => {
  for (const book of ["fanduel", "draftkings", "betmgm"]) await record(book, now - hourMs, "Josh Allen");
  for (const wrong of [start + 2 * hourMs, now - 5 * hourMs]) {
    await rig.rows(
      sql`update fixtures set commence_time = to_timestamp(${wrong / 1000}::float8) returning 1`,
    );
    await createRepair(rig.database().db)();
    expect(await starts()).toEqual([start]);
  }
});

test("the start of a fixture that ended days ago stays as it is", async () => {
  await record("fanduel", now - hourMs, "Josh Allen");
  const past = now - 72 * hourMs;
  await rig.rows(sql`update fixtures set commence_time = to_timestamp(${past / 1000}::float8) returning 1`);
  await createRepair(rig.database().db)();
  expect(await starts()).toEqual([past]);
});

import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { ReadItem } from "@/server/ingest/feeds/reader";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { createRecordItems } from "@/server/ingest/recorder/record-items";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { emptyReport } from "@/server/ingest/recorder/report";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, moneyline, snapshotOf, testRecorder } from "@/server/ingest/recorder/testing/snapshots";

const rig = recorderRig();
const { currentMarkets, empty, fixtureIds, points, rows } = rig;

const sports = [
  ["americanfootball_nfl", "Buffalo Bills", "Kansas City Chiefs"],
  ["icehockey_nhl", "Boston Bruins", "Edmonton Oilers"],
  ["basketball_nba", "Boston Celtics", "Miami Heat"],
] as const;

/** Snapshots of a new book: for `count` minutes, one snapshot of each sport per minute. The book's title differs by sport. */
const polls = (count: number): BookSnapshot[] =>
  Array.from({ length: count }, (_, poll) =>
    sports.map(([sport, home, away]) =>
      snapshotOf(
        "southline",
        t0 + poll * minuteMs,
        [eventOf(start, [moneyline(-150 - poll, 130)], { home, away, ref: `${sport}-1` })],
        { sport, book_title: `Southline ${sport}` },
      ),
    ),
  ).flat();

const itemsOf = (snapshots: readonly BookSnapshot[]): ReadItem[] =>
  snapshots.map((snapshot) => ({ kind: "snapshot", snapshot }));

const recordItems = (snapshots: readonly BookSnapshot[]) =>
  createRecordItems(testRecorder(rig.database().db), { clock: "recorded" })(() => itemsOf(snapshots));

const bookTitle = () => rows(sql`select title from books where key = 'southline'`);

test("recording items in several transactions has the same result and report as recording them together", async () => {
  const snapshots = polls(70);
  const reset = async () => {
    await empty();
    await rig.database().db.execute(sql`truncate books`);
  };
  const left = async () => [await currentMarkets(), await points(), await bookTitle()];
  await reset();
  const recorder = testRecorder(rig.database().db);
  const report = await recordSnapshots(recorder, snapshots, { clock: "recorded", now: t0 + 9 * hourMs });
  const together = await left();
  await reset();
  expect(await recordItems(snapshots)).toEqual(report);
  expect(await left()).toEqual(together);
});

test("after a database failure, the committed transactions stay, and recording the same items again adds the rest", async () => {
  const { db } = rig.database();
  await db.execute(sql`
    create function fail_hockey() returns trigger language plpgsql as
    $$ begin if new.sport_key = 'icehockey_nhl' then raise exception 'no hockey'; end if; return new; end $$`);
  await db.execute(
    sql`create trigger fail_hockey before insert on fixtures for each row execute function fail_hockey()`,
  );
  const snapshots = polls(3);
  try {
    await expect(recordItems(snapshots)).rejects.toThrow();
  } finally {
    await db.execute(sql`drop function fail_hockey cascade`);
  }
  const [football] = sports;
  expect((await fixtureIds()).some((id) => id.startsWith(football[0]))).toBe(true);
  const report = await recordItems(snapshots);
  expect(report.events).toEqual({ ...emptyReport().events, seen: 9, matched: 9 });
  expect(await fixtureIds()).toHaveLength(sports.length);
  expect(await points()).toHaveLength(9);
});

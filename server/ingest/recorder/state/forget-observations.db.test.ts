import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { fixedClock } from "@/server/clock/testing/fixed-clock";
import { dayMs, hourMs, minuteMs } from "@/server/domain/durations";
import { createForgetting } from "@/server/ingest/recorder/state/forget-observations";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, iso, moneyline, snapshotOf, totals } from "@/server/ingest/recorder/testing/snapshots";

const rig = recorderRig();

const poll = (at: number, markets = [moneyline(-150, 130)]) =>
  rig.record(
    snapshotOf("fanduel", at, [eventOf(start, markets)], { scope: markets.map(({ key }) => key) }),
    at,
  );

const times = async () =>
  (
    await rig.rows<{ at: number }>(
      sql`select (extract(epoch from recorded_at) * 1000)::float8 as at from observations order by 1`,
    )
  ).map(({ at }) => (at - t0) / hourMs);
const scopes = async () =>
  (await rig.rows<{ scope: string[] }>(sql`select scope from observation_scopes order by 1`)).map(
    ({ scope }) => scope,
  );

/** A job whose clock the test sets. */
const forgetting = () => {
  let now = 0;
  const run = createForgetting(
    rig.database().db,
    fixedClock(() => now),
  );
  return (at: number) => {
    now = at;
    return run();
  };
};

test("polls are forgotten after 90 days, with the scopes that only they had", async () => {
  await poll(t0);
  await poll(t0 + hourMs, [totals(47.5, -110, -110)]);
  await rig.rows(
    sql`update observations set recorded_at = recorded_at - interval '2 days' where recorded_at = ${iso(t0)} returning 1`,
  );
  const run = forgetting();
  await run(t0 + 88 * dayMs);
  expect(await times()).toEqual([-48, 1]);
  await run(t0 + 90 * dayMs);
  expect(await times()).toEqual([1]);
  expect(await scopes()).toEqual([["totals"]]);
  await run(t0 + 92 * dayMs);
  expect(await times()).toEqual([]);
  expect(await scopes()).toEqual([]);
});

test("a scope stays while a newer poll has it", async () => {
  await poll(t0);
  await poll(t0 + 3 * hourMs);
  await rig.rows(
    sql`update observations set recorded_at = recorded_at - interval '95 days' where recorded_at = ${iso(t0)} returning 1`,
  );
  await forgetting()(t0);
  expect(await times()).toEqual([3]);
  expect(await scopes()).toEqual([["h2h"]]);
});

test("imported recordings are never forgotten, so an import recognizes what it has recorded before", async () => {
  const recorded = snapshotOf("fanduel", null, [eventOf(start, [moneyline(-150, 130)])], {
    recorded_at: iso(t0),
  });
  await rig.record(recorded, t0 + minuteMs, "recorded");
  await forgetting()(t0 + 400 * dayMs);
  expect(await times()).toEqual([0]);
  await rig.record(recorded, t0 + 2 * minuteMs, "recorded");
  expect(await times()).toEqual([0]);
});

test("the first run removes scopes that no observation has any more", async () => {
  await poll(t0);
  await rig.rows(sql`delete from observations returning 1`);
  await forgetting()(t0);
  expect(await scopes()).toEqual([]);
});

import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { thinObservations } from "@/server/ingest/recorder/state/thin-observations";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import {
  eventOf,
  moneyline,
  snapshotOf,
  testRecorder,
  totals,
} from "@/server/ingest/recorder/testing/snapshots";

const rig = recorderRig();
const { firstLines, record, rows } = rig;

const quote = (at: number, home: number, more = {}) =>
  snapshotOf("draftkings", at, [eventOf(start, [moneyline(home, 130)])], more);
const polls = (seconds: readonly number[], home = -150, more = {}) =>
  recordSnapshots(
    testRecorder(rig.database().db),
    seconds.map((second) => quote(t0 + second * 1000, home, { ...more, recorded_at: undefined })),
    { clock: "recorded", now: t0 + 3 * hourMs },
  );
const observations = async () =>
  (
    await rows<{ at: number }>(
      sql`select (extract(epoch from recorded_at) * 1000)::float8 as at from observations order by 1`,
    )
  ).map(({ at }) => (at - t0) / 1000);

test("polls that cover the same fixtures and markets share one row of `observation_scopes`", async () => {
  await polls([0, 30, 60]);
  await polls([90, 120], -150, { complete: true });
  await polls([150]);
  expect(await observations()).toHaveLength(6);
  expect(
    await rows(sql`select complete, cardinality(fixtures) as fixtures from observation_scopes order by 1`),
  ).toEqual([
    { complete: false, fixtures: 1 },
    { complete: true, fixtures: 0 },
  ]);
});

test("two polls share one row of `observation_scopes`, even if the book lists the same events in a different order", async () => {
  const unreadable = { key: "totals", outcomes: [{ side: "over" as const, decimal: 1, point: 47.5 }] };
  const first = eventOf(start, [moneyline(-150, 130), unreadable]);
  const second = eventOf(start, [moneyline(-150, 130), unreadable], {
    home: "Miami Dolphins",
    away: "New York Jets",
  });
  await record(snapshotOf("draftkings", t0, [first, second]), t0);
  await record(snapshotOf("draftkings", t0 + minuteMs, [second, first]), t0 + minuteMs);
  expect(await observations()).toHaveLength(2);
  expect(await rows(sql`select id from observation_scopes`)).toHaveLength(1);
});

describe("thinning", () => {
  const every30Seconds = Array.from({ length: 50 }, (_, index) => index * 30);
  const polledThrough = async () => {
    await polls(every30Seconds);
    await rig.database().db.execute(sql`update observations set polled = true`);
  };

  test("in each ten-minute window that ended more than a day ago, thinning keeps only the last poll", async () => {
    await polledThrough();
    expect(await thinObservations(rig.database().db, t0, t0 + 24 * hourMs)).toBe(t0);
    expect(await observations()).toHaveLength(every30Seconds.length);
    const until = await thinObservations(rig.database().db, t0, t0 + 24 * hourMs + 21 * minuteMs);
    expect(until).toBe(t0 + 20 * minuteMs);
    expect((await observations()).filter((second) => second < 1200)).toEqual([570, 1170]);
    expect((await observations()).filter((second) => second >= 1200)).toHaveLength(10);
    expect(await thinObservations(rig.database().db, until, t0)).toBe(until);
  });

  test("thinning keeps all imported recordings, and the last poll of each scope in a ten-minute window", async () => {
    await polls([0, 30, 60]);
    await thinObservations(rig.database().db, t0, t0 + 48 * hourMs);
    expect(await observations()).toEqual([0, 30, 60]);
    await polls([90], -150, { complete: true });
    await rig.database().db.execute(sql`update observations set polled = true`);
    await thinObservations(rig.database().db, t0, t0 + 48 * hourMs);
    expect(await observations()).toEqual([60, 90]);
  });

  test("if a recording is imported for a time whose polls were thinned out, the archive shows the recording's price at most ten minutes too long", async () => {
    await polledThrough();
    await thinObservations(rig.database().db, t0, t0 + 48 * hourMs);
    await polls([100], -160);
    expect(await firstLines()).toEqual([
      [0, "h-150"],
      [100 / 60, "h-160"],
      [570 / 60, "h-150"],
    ]);
  });
});

test("if a listed market is unreadable, its earlier prices stay and the time of their last check does not change", async () => {
  const both = [moneyline(-150, 130), totals(47.5, -110, -110)];
  await record(snapshotOf("draftkings", t0, [eventOf(start, both)]), t0);
  const unreadable = { key: "totals", outcomes: [{ side: "over" as const, decimal: 1, point: 47.5 }] };
  const later = snapshotOf("draftkings", t0 + minuteMs, [eventOf(start, [moneyline(-160, 140), unreadable])]);
  const report = await record(later, t0 + minuteMs);
  expect(report.rejected).toEqual({ price_out_of_range: 1 });
  expect((await rig.currentMarkets()).map(({ market_key }) => market_key)).toEqual(["h2h", "totals"]);
  expect(await rows(sql`select market_times from checks`)).toEqual([{ market_times: { totals: [t0, t0] } }]);
});

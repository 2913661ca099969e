import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { minuteMs } from "@/server/domain/durations";
import type { SnapshotMarket } from "@/server/ingest/feeds/snapshot";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, snapshotOf } from "@/server/ingest/recorder/testing/snapshots";

const { currentMarkets, record, rows } = recorderRig();

const twoWay: SnapshotMarket = {
  key: "h2h",
  outcomes: [
    { side: "home", decimal: 1.74 },
    { side: "away", decimal: 2.1 },
  ],
};
const drawn = (home: number, draw = 4.2, key = "h2h"): SnapshotMarket => ({
  key,
  outcomes: [
    { side: "home", decimal: home },
    { side: "away", decimal: 2.6 },
    { side: "draw", decimal: draw },
  ],
});

const keys = async () => (await currentMarkets()).map(({ market_key }) => market_key);

describe.each([
  ["of every market", undefined],
  ["of h2h alone", ["h2h"]],
])("polls %s", (_, scope) => {
  const poll = (minutes: number, ...markets: SnapshotMarket[]) =>
    record(
      snapshotOf("draftkings", t0 + minutes * minuteMs, [eventOf(start, markets)], scope && { scope }),
      t0 + minutes * minuteMs,
    );

  test("if the h2h of a poll includes the draw, the two-way price is withdrawn and the three-way price is recorded", async () => {
    await poll(0, twoWay);
    expect(await keys()).toEqual(["h2h"]);
    await poll(1, drawn(2.28));
    expect(await keys()).toEqual(["h2h_3_way"]);
  });

  test("if the h2h of a poll includes the draw, the poll updates the check time of the three-way price", async () => {
    await poll(0, drawn(2.28));
    const report = await poll(1, drawn(2.28));
    expect(report.prices).toMatchObject({ seen: 3, changed: 0, unchanged: 3 });
    expect(await rows(sql`select fetched_at::text, market_times from checks`)).toEqual([
      { fetched_at: "2026-11-21 12:01:00+00", market_times: {} },
    ]);
  });

  test("if the h2h of a poll has an unusable price for the draw, a recorded two-way price is withdrawn, but a recorded three-way price is kept", async () => {
    await poll(0, twoWay);
    await poll(1, drawn(2.3, 1));
    expect(await keys()).toEqual([]);
    await poll(2, drawn(2.28));
    await poll(3, drawn(2.3, 1));
    expect(await keys()).toEqual(["h2h_3_way"]);
  });
});

test("if a poll covers every market but has no price for the draw, the three-way price is withdrawn", async () => {
  await record(snapshotOf("draftkings", t0, [eventOf(start, [drawn(2.28)])]), t0);
  await record(snapshotOf("draftkings", t0 + minuteMs, [eventOf(start, [twoWay])]), t0 + minuteMs);
  expect(await keys()).toEqual(["h2h"]);
});

test("a poll of h2h alone does not withdraw an h2h_3_way price that another poll recorded", async () => {
  const poll = (at: number, market: SnapshotMarket) =>
    record(snapshotOf("draftkings", at, [eventOf(start, [market])], { scope: [market.key] }), at);
  await poll(t0, drawn(2.28, 4.2, "h2h_3_way"));
  await poll(t0 + minuteMs, twoWay);
  await poll(t0 + 2 * minuteMs, twoWay);
  expect(await keys()).toEqual(["h2h", "h2h_3_way"]);
});

import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { BookSnapshot, SnapshotMarket } from "@/server/ingest/feeds/snapshot";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, iso, moneyline, snapshotOf, totals } from "@/server/ingest/recorder/testing/snapshots";

const rig = recorderRig();
const { firstLines, record, rows } = rig;

const poll = (
  at: number,
  fetchedAt: number,
  markets: SnapshotMarket[],
  more: Partial<BookSnapshot> = {},
  commence = start,
) => record(snapshotOf("draftkings", fetchedAt, [eventOf(commence, markets)], more), at);
const lines = async () => (await rig.currentMarkets()).map(({ outcomes }) => outcomes.split("\n")[0]);
const own = (market: SnapshotMarket, fetchedAt: number) => ({ ...market, fetched_at: iso(fetchedAt) });

test("if a poll was fetched earlier than the recorded prices, its prices are rejected as stale_fetch, and no row changes", async () => {
  await poll(t0, t0, [moneyline(-150, 130)]);
  const before = await rows(sql`select * from checks`);
  const report = await poll(t0 + minuteMs, t0 - minuteMs, [moneyline(-140, 120)]);
  expect(report.prices).toMatchObject({ seen: 2, changed: 0, unchanged: 0 });
  expect(report.rejected).toEqual({ stale_fetch: 2 });
  expect(await firstLines()).toEqual([[0, "h-150"]]);
  expect(await rows(sql`select * from checks`)).toEqual(before);
  expect(await rows(sql`select * from observations`)).toHaveLength(1);
});

test("staleness is decided per market: a fresh market is recorded even if another market of the poll is stale", async () => {
  await poll(t0, t0, [moneyline(-150, 130), totals(47, -110, -110)]);
  const both = [moneyline(-160, 140), own(totals(47, -120, 100), t0 - minuteMs)];
  const report = await poll(t0 + minuteMs, t0 + minuteMs, both);
  expect(report.rejected).toEqual({ stale_fetch: 2 });
  expect(await lines()).toEqual(["h-160", "o-110@47"]);
  expect(await rows(sql`select market_times from checks`)).toEqual([{ market_times: { totals: [t0, t0] } }]);
});

test("a poll of one market is not made stale by a later fetch of another market", async () => {
  await poll(t0, t0 - 20_000, [totals(47, -110, -110)], { scope: ["totals"] });
  await poll(t0 + 5000, t0 + 2000, [moneyline(-150, 130)], { scope: ["h2h"] });
  await poll(t0 + 10_000, t0 - 5000, [totals(47, -115, -105)], { scope: ["totals"] });
  expect(await lines()).toEqual(["h-150", "o-115@47"]);
});

test("a stale poll does not restore a market or fixture that a newer fetch withdrew", async () => {
  await poll(t0, t0, [moneyline(-150, 130), totals(47, -110, -110)]);
  await poll(t0 + minuteMs, t0 + minuteMs, [moneyline(-150, 130)]);
  await poll(t0 + 2 * minuteMs, t0 + 30_000, [moneyline(-150, 130), totals(47, -110, -110)]);
  expect(await lines()).toEqual(["h-150"]);
  const gone = snapshotOf("draftkings", t0 + 3 * minuteMs, [], { complete: true });
  await record(gone, t0 + 3 * minuteMs);
  await poll(t0 + 4 * minuteMs, t0 + 2.5 * minuteMs, [moneyline(-150, 130)]);
  expect(await lines()).toEqual([]);
});

test("a stale poll of the whole sport withdraws nothing that a newer fetch lists", async () => {
  await poll(t0, t0, [moneyline(-150, 130)]);
  await record(snapshotOf("draftkings", t0 - minuteMs, [], { complete: true }), t0 + minuteMs);
  expect(await lines()).toEqual(["h-150"]);
});

test("the start in a stale poll is ignored", async () => {
  const starts = () =>
    rows(sql`select (extract(epoch from commence_time) * 1000)::float8 as start from fixtures`);
  await poll(t0 + 1000, t0, [moneyline(-150, 130)], {}, start + hourMs);
  await poll(t0 + 2000, t0 - minuteMs, [moneyline(-150, 130)]);
  expect(await starts()).toEqual([{ start: start + hourMs }]);
  await poll(t0 + minuteMs, t0 + minuteMs, [moneyline(-150, 130)]);
  expect(await starts()).toEqual([{ start }]);
});

test("if a market was stale in all polls after the time of an imported recording, the recording adds the market's newest archive point", async () => {
  await poll(t0, t0, [moneyline(-150, 130), totals(47, -110, -110)]);
  await poll(t0 + 2 * minuteMs, t0 + 2 * minuteMs, [
    moneyline(-150, 130),
    own(totals(47, -110, -110), t0 - minuteMs),
  ]);
  const late = snapshotOf("draftkings", t0 + minuteMs, [eventOf(start, [totals(47, -115, -110)])], {
    scope: ["totals"],
  });
  await record(late, t0 + hourMs, "recorded");
  expect(await firstLines("totals")).toEqual([
    [0, "o-110@47"],
    [1, "o-115@47"],
  ]);
});

import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { BookSnapshot, SnapshotMarket } from "@/server/feeds/snapshot";
import { hour, minute, recorderRig, start, t0 } from "@/server/recorder/testing/recorder-rig";
import { eventOf, iso, moneyline, snapshotOf, totals } from "@/server/recorder/testing/snapshots";

const rig = recorderRig();
const { firstLines, record, rows } = rig;

describe("a poll that was overtaken", () => {
  const startNow = async () =>
    (
      await rows<{ start: number }>(
        sql`select (extract(epoch from commence_time) * 1000)::float8 as start from fixtures`,
      )
    ).map((row) => row.start);
  const seen = (fetchedAt: number, commence: number, home = -150) =>
    snapshotOf("draftkings", fetchedAt, [eventOf(commence, [moneyline(home, 130)])]);

  test("moves no start: it counts from its fetch, not from its arrival", async () => {
    await record(seen(t0, start + hour), t0 + 1000);
    await record(seen(t0 - minute, start), t0 + 2000);
    expect(await startNow()).toEqual([start + hour]);
    await record(seen(t0 + minute, start), t0 + minute);
    expect(await startNow()).toEqual([start]);
  });

  test("takes its place before the newer one, also where the book's clock is ahead of ours", async () => {
    await record(seen(t0 + 30_000, start, -150), t0);
    await record(seen(t0 + 20_000, start, -140), t0 + 10_000);
    expect((await rig.currentMarkets()).map(({ outcomes }) => outcomes)).toEqual(["h-150\na+130"]);
  });

  test("is told by the markets that it speaks for: each of a book's requests has fetch times of its own", async () => {
    const prices = (fetchedAt: number, markets: SnapshotMarket[], scope: string[]) =>
      snapshotOf("draftkings", fetchedAt, [eventOf(start, markets)], { scope });
    const lines = async () => (await rig.currentMarkets()).map(({ outcomes }) => outcomes.split("\n")[0]);
    await record(prices(t0 - 20_000, [totals(47, -110, -110)], ["totals"]), t0);
    await record(prices(t0 + 2000, [moneyline(-150, 130)], ["h2h"]), t0 + 5000);
    await record(prices(t0 - 5000, [totals(47, -115, -105)], ["totals"]), t0 + 10_000);
    expect(await lines()).toEqual(["h-150", "o-115@47"]);
    await record(prices(t0 - 6000, [totals(47, -120, 100)], ["totals"]), t0 + 12_000);
    expect(await lines()).toEqual(["h-150", "o-115@47"]);
    await record(prices(t0 + 1000, [moneyline(-160, 140)], ["h2h"]), t0 + 14_000);
    expect(await lines()).toEqual(["h-150", "o-115@47"]);
  });

  test("in one market alone leaves that market as it is, with the time of its newer fetch", async () => {
    const both = (at: number, home: number, over: number, of: number) =>
      snapshotOf("draftkings", at, [
        eventOf(start, [moneyline(home, 130), { ...totals(47, over, -110), fetched_at: iso(of) }]),
      ]);
    await record(both(t0, -150, -110, t0), t0);
    const report = await record(both(t0 + minute, -160, -120, t0 - minute), t0 + minute);
    expect(report.prices).toMatchObject({ seen: 4, changed: 1, unchanged: 3 });
    expect((await rig.currentMarkets()).map(({ outcomes }) => outcomes.split("\n")[0])).toEqual([
      "h-160",
      "o-110@47",
    ]);
    expect(await rows(sql`select market_times from checks`)).toEqual([
      { market_times: { totals: [t0, t0] } },
    ]);
  });

  test("does not bring back what a newer fetch had withdrawn", async () => {
    await record(snapshotOf("draftkings", t0, [eventOf(start, [totals(47, -110, -110)])]), t0);
    await record(
      snapshotOf("draftkings", t0 + minute, [eventOf(start, [moneyline(-150, 130)])]),
      t0 + minute,
    );
    const older = snapshotOf("draftkings", t0 + 30_000, [eventOf(start, [totals(47, -110, -110)])], {
      scope: ["totals"],
    });
    await record(older, t0 + 2 * minute);
    expect((await rig.currentMarkets()).map(({ market_key }) => market_key)).toEqual(["h2h"]);
  });

  test("does not bring that back either where another of its markets is fresh", async () => {
    const own = (fetchedAt: number) => ({ ...totals(47, -110, -110), fetched_at: iso(fetchedAt) });
    const poll = (at: number, markets: SnapshotMarket[], more: Partial<BookSnapshot> = {}) =>
      record(snapshotOf("draftkings", at, [eventOf(start, markets)], more), at);
    await poll(t0, [moneyline(-150, 130), own(t0)]);
    await poll(t0 + minute, [moneyline(-150, 130)]);
    // Its fetch stays known when the market is no longer spoken for.
    await poll(t0 + 1.5 * minute, [moneyline(-155, 135)], { scope: ["h2h"] });
    await poll(t0 + 2 * minute, [moneyline(-160, 140), own(t0 + 30_000)]);
    expect((await rig.currentMarkets()).map(({ outcomes }) => outcomes.split("\n")[0])).toEqual(["h-160"]);
    expect(await firstLines("totals")).toEqual([
      [0, "o-110@47"],
      [1, ""],
    ]);
    await poll(t0 + 3 * minute, [moneyline(-160, 140), own(t0 + 70_000)]);
    expect(await rig.currentMarkets()).toHaveLength(2);
  });

  test("does not bring back a fixture that a newer fetch of the whole sport had left out", async () => {
    await record(seen(t0, start), t0);
    await record(snapshotOf("draftkings", t0 + minute, [], { complete: true }), t0 + minute);
    await record(seen(t0 + 30_000, start), t0 + 2 * minute);
    expect(await rig.currentMarkets()).toEqual([]);
    await record(seen(t0 + 3 * minute, start), t0 + 3 * minute);
    expect(await rig.currentMarkets()).toHaveLength(1);
  });

  test("is no look at its arrival: what came before that stands on", async () => {
    await record(seen(t0, start, -150), t0);
    await record(snapshotOf("draftkings", t0 - minute, [], { complete: true }), t0 + 2 * minute);
    await record(seen(t0 + minute, start, -155), t0 + 3 * minute, "recorded");
    expect(await firstLines()).toEqual([
      [0, "h-150"],
      [1, "h-155"],
    ]);
  });
});

describe("a poll that was overtaken in some markets", () => {
  const overs = (over: number, fetchedAt: number): SnapshotMarket => ({
    ...totals(47, over, -110),
    fetched_at: iso(fetchedAt),
  });
  const poll = (at: number, markets: SnapshotMarket[], more: Partial<BookSnapshot> = {}) =>
    record(snapshotOf("draftkings", at, [eventOf(start, markets)], more), at);
  const lateTotals = () =>
    record(
      snapshotOf("draftkings", t0 + minute, [eventOf(start, [totals(47, -115, -110)])], {
        scope: ["totals"],
      }),
      t0 + hour,
      "recorded",
    );

  test("is no look at these: a price that comes late stands on", async () => {
    await poll(t0, [moneyline(-150, 130), overs(-110, t0)]);
    await poll(t0 + 2 * minute, [moneyline(-160, 140), overs(-110, t0 - minute)]);
    await lateTotals();
    expect(await firstLines("totals")).toEqual([
      [0, "o-110@47"],
      [1, "o-115@47"],
    ]);
    expect((await rig.currentMarkets()).map(({ outcomes }) => outcomes.split("\n")[0])).toEqual([
      "h-160",
      "o-115@47",
    ]);
  });

  test("is no look at these when it no longer lists them, or nothing of the fixture", async () => {
    const older = { fetched_at: iso(t0 - 30_000) };
    for (const events of [[eventOf(start, [{ ...moneyline(-160, 140), fetched_at: iso(t0) }])], []]) {
      await rig.empty();
      await poll(t0, [{ ...moneyline(-150, 130), fetched_at: iso(t0 - minute) }, overs(-110, t0)]);
      await record(snapshotOf("draftkings", null, events, { ...older, complete: true }), t0 + 2 * minute);
      await lateTotals();
      expect(await firstLines("totals")).toEqual([
        [0, "o-110@47"],
        [1, "o-115@47"],
      ]);
      expect((await firstLines()).at(-1)).toEqual([2, events.length === 0 ? "" : "h-160"]);
    }
  });

  test("leaves these as they are also where it comes at the very moment of the newer one", async () => {
    await poll(t0, [{ ...moneyline(-150, 130), fetched_at: iso(t0 - minute) }, overs(-110, t0)]);
    await poll(t0, [{ ...moneyline(-160, 140), fetched_at: iso(t0) }, overs(-120, t0 - minute)]);
    expect(await firstLines()).toEqual([[0, "h-160"]]);
    expect(await firstLines("totals")).toEqual([[0, "o-110@47"]]);
  });

  test("counts from the newest of its fetches where all are older, and then says nothing of what was known by then", async () => {
    await poll(t0 + 8 * minute, [overs(-110, t0 + 8 * minute)], { scope: ["totals"] });
    await poll(t0 + 10 * minute, [moneyline(-150, 130)], { scope: ["h2h"] });
    const older = [moneyline(-140, 120), overs(-120, t0 + 5 * minute)];
    await record(snapshotOf("draftkings", t0 + 9 * minute, [eventOf(start, older)]), t0 + 11 * minute);
    expect(await firstLines()).toEqual([
      [9, "h-140"],
      [10, "h-150"],
    ]);
    expect(await firstLines("totals")).toEqual([[8, "o-110@47"]]);
  });
});

describe("a poll that was overtaken in some markets and brings another that is fresh", () => {
  const own = (market: SnapshotMarket, fetchedAt: number): SnapshotMarket => ({
    ...market,
    fetched_at: iso(fetchedAt),
  });
  const poll = (at: number, fetchedAt: number | null, markets: SnapshotMarket[]) =>
    record(snapshotOf("draftkings", fetchedAt, [eventOf(start, markets)]), at);
  const lines = async () => (await rig.currentMarkets()).map(({ outcomes }) => outcomes.split("\n")[0]);

  test("counts from its arrival: a market that is listed for the first time", async () => {
    await poll(t0, t0, [moneyline(-150, 130)]);
    const late = t0 + 2 * minute;
    await poll(late, late, [own(moneyline(-140, 120), t0 - minute), totals(47, -110, -110)]);
    expect(await lines()).toEqual(["h-150", "o-110@47"]);
    expect(await firstLines("totals")).toEqual([[2, "o-110@47"]]);
    const before = snapshotOf("draftkings", t0 + minute, [eventOf(start, [totals(47, -115, -110)])], {
      scope: ["totals"],
    });
    await record(before, t0 + hour, "recorded");
    expect(await firstLines("totals")).toEqual([
      [1, "o-115@47"],
      [2, "o-110@47"],
    ]);
  });

  test("counts from its arrival: one without a measured fetch, its withdrawal included", async () => {
    await poll(t0, null, [own(moneyline(-150, 130), t0), totals(47, -110, -110)]);
    const older = own(moneyline(-140, 120), t0 - minute);
    await poll(t0 + 2 * minute, null, [older, totals(47, -120, -110)]);
    expect(await lines()).toEqual(["h-150", "o-120@47"]);
    await poll(t0 + 4 * minute, null, [older]);
    expect(await lines()).toEqual(["h-150"]);
    expect(await firstLines("totals")).toEqual([
      [0, "o-110@47"],
      [2, "o-120@47"],
      [4, ""],
    ]);
  });
});

describe("a poll that was overtaken in all markets", () => {
  test("never has the last word, also where the book's clock is ahead and another request came since", async () => {
    const second = 1000;
    const poll = (at: number, fetchedAt: number, market: SnapshotMarket) =>
      record(snapshotOf("draftkings", fetchedAt, [eventOf(start, [market])], { scope: [market.key] }), at);
    await poll(t0, t0 + 30 * second, moneyline(-150, 130));
    await poll(t0 + 60 * second, t0 + 60 * second, totals(47, -110, -110));
    await poll(t0 + 70 * second, t0 + 20 * second, moneyline(-140, 120));
    expect(await firstLines()).toEqual([[0, "h-150"]]);
    const between = snapshotOf("draftkings", t0 + 15 * second, [eventOf(start, [moneyline(-155, 135)])]);
    await record(between, t0 + hour, "recorded");
    expect((await firstLines()).at(-1)).toEqual([0.25, "h-155"]);
  });

  test("says nothing of those fetched before its newest", async () => {
    const both = (at: number, fetchedAt: number, home: number, over: number, of: number) =>
      record(
        snapshotOf("draftkings", fetchedAt, [
          eventOf(start, [moneyline(home, 130), { ...totals(47, over, -110), fetched_at: iso(of) }]),
        ]),
        at,
      );
    await both(t0 + 8 * minute, t0 + 8 * minute, -150, -110, t0 + 8 * minute);
    await both(t0 + 10 * minute, t0 + 10 * minute, -150, -110, t0 + 10 * minute);
    await both(t0 + 11 * minute, t0 + 9 * minute, -140, -120, t0 + 5 * minute);
    expect(await firstLines()).toEqual([
      [8, "h-150"],
      [9, "h-140"],
      [10, "h-150"],
    ]);
    expect(await firstLines("totals")).toEqual([[8, "o-110@47"]]);
  });
});

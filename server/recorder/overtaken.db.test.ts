import { sql } from "drizzle-orm";
import fc from "fast-check";
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

// ---- against a naive model ----

const marketKeys = ["h2h", "totals"] as const;
type MarketKey = (typeof marketKeys)[number];

/** What arrives in one minute: a poll, or a recording from before. */
type Arrival = {
  /** Minutes back to when it was recorded, never as far as a poll's fetch; undefined for a poll. */
  back: number | undefined;
  /** How old a poll's fetches are, in minutes; null where it is not measured. The moneyline states its own, the totals the book's. */
  homeAge: number | null;
  overAge: number | null;
  /** How far the book's clock is ahead of ours, in minutes. */
  ahead: number;
  home: number;
  over: number | undefined;
  isUnread: boolean;
  scope: MarketKey[] | undefined;
  complete: boolean;
};
const age = fc.constantFrom(0, 0, 0, 1.3, 1.3, 1, 2, 3.25, null);
const arrival: fc.Arbitrary<Arrival> = fc.record({
  back: fc.constantFrom(undefined, undefined, undefined, 0.5, 1.5, 2.5, 3.5),
  homeAge: age,
  overAge: age,
  ahead: fc.constantFrom(0, 0.8),
  home: fc.constantFrom(-150, -155, -160),
  over: fc.constantFrom(undefined, -110, -115, -120),
  isUnread: fc.constantFrom(false, false, false, false, true),
  scope: fc.constantFrom<MarketKey[] | undefined>(undefined, undefined, ["h2h"], ["totals"]),
  complete: fc.boolean(),
});

const unreadable: SnapshotMarket = { key: "totals", outcomes: [{ side: "over", decimal: 1, point: 47 }] };

type Statement = { readonly at: number; readonly fetched: number | null; readonly line: string };
type Stated = Omit<Statement, "at"> & { readonly key: MarketKey };

const fetchesOf = ({ back, homeAge, overAge, ahead }: Arrival, arrivedAt: number) => {
  const measured = (age: number | null) =>
    age === null ? null : arrivedAt + Math.round((ahead - age) * minute);
  const recorded = arrivedAt - (back ?? 0) * minute;
  return back === undefined
    ? { h2h: measured(homeAge), totals: measured(overAge) }
    : { h2h: recorded, totals: recorded };
};
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));
/** Each poll lists something: of one that lists nothing there is nothing to compare. */
const listsTotals = ({ over, scope }: Arrival) => over !== undefined || scope?.includes("h2h") === false;
const totalsPrice = ({ over }: Arrival) => over ?? -105;

const hidesTotals = ({ isUnread, scope }: Arrival) => isUnread && (scope?.includes("h2h") ?? true);

const arrive = (one: Arrival, position: number) => {
  const { back, home, scope, complete } = one;
  const arrivedAt = t0 + position * minute;
  const fetched = fetchesOf(one, arrivedAt);
  const over = hidesTotals(one) ? [unreadable] : listsTotals(one) ? [totals(47, totalsPrice(one), -110)] : [];
  const listed = [{ ...moneyline(home, 130), fetched_at: isoOrNull(fetched.h2h) }, ...over];
  const inScope = listed.filter(({ key }) => scope === undefined || scope.some((one) => one === key));
  const snapshot = snapshotOf("draftkings", fetched.totals, [eventOf(start, inScope)], {
    complete,
    ...(scope === undefined ? {} : { scope }),
    ...(back === undefined ? {} : { recorded_at: iso(arrivedAt - back * minute) }),
  });
  return record(snapshot, arrivedAt, back === undefined ? "now" : "recorded");
};

const statedBy = (one: Arrival, arrivedAt: number): Stated[] => {
  const fetched = fetchesOf(one, arrivedAt);
  const lines = { h2h: `h${one.home}`, totals: listsTotals(one) ? `o${totalsPrice(one)}@47` : "" };
  return marketKeys
    .filter((key) => one.scope === undefined || one.scope.includes(key))
    .filter((key) => key === "h2h" || !hidesTotals(one))
    .map((key) => ({ key, fetched: fetched[key], line: lines[key] }));
};

/** The last statement not after a moment; of several at one moment the greater text. */
const standingAt = (statements: readonly Statement[], moment: number): Statement | undefined =>
  statements
    .filter(({ at }) => at <= moment)
    .sort((a, b) => a.at - b.at || (a.line < b.line ? -1 : 1))
    .at(-1);

type Said = Record<MarketKey, Statement[]>;

/** Where a poll belongs, and what it says: nothing of a market that is known from a newer fetch, unless all are and it comes before. */
const naivePoll = (said: Said, stated: readonly Stated[], arrivedAt: number) => {
  const last = (key: MarketKey) => standingAt(said[key], Number.POSITIVE_INFINITY);
  const isOlder = ({ key, fetched }: Stated) => fetched !== null && fetched < (last(key)?.fetched ?? 0);
  const telling = stated.filter(({ key, line }) => line !== "" || (last(key)?.line ?? "") !== "");
  if (telling.length === 0 || !telling.every(isOlder))
    return { at: arrivedAt, says: stated.filter((one) => !isOlder(one)) };
  const newest = Math.max(...telling.map(({ fetched }) => fetched ?? 0));
  const newestAt = Math.max(...marketKeys.flatMap((key) => said[key]).map(({ at }) => at));
  const at = Math.min(newest, newestAt - 1);
  const isFollowed = ({ key, fetched }: Stated) => fetched === newest && said[key].some((one) => one.at > at);
  return { at, says: stated.filter((one) => !isOlder(one) || isFollowed(one)) };
};

const naively = (arrivals: readonly Arrival[]): Said => {
  const said: Said = { h2h: [], totals: [] };
  for (const [position, one] of arrivals.entries()) {
    const arrivedAt = t0 + position * minute;
    const stated = statedBy(one, arrivedAt);
    const { at, says } =
      one.back === undefined
        ? naivePoll(said, stated, arrivedAt)
        : { at: arrivedAt - one.back * minute, says: stated };
    for (const { key, fetched, line } of says) said[key].push({ at, fetched, line });
  }
  return said;
};

/** Minutes and lines of the changes. */
const changes = (statements: readonly Statement[]) => {
  const moments = [...new Set(statements.map(({ at }) => at))].sort((a, b) => a - b);
  return changed(moments.map((at) => [(at - t0) / minute, standingAt(statements, at)?.line ?? ""]));
};
const changed = (states: readonly (readonly [number, string])[]) =>
  states.filter(([, line], index) => line !== (states[index - 1]?.[1] ?? ""));

const standing = async (key: MarketKey) =>
  rows<{ line: string; fetched: number | null }>(sql`
    select split_part(m.outcomes, E'\n', 1) as line,
      case when c.market_times ? m.market_key then (c.market_times -> m.market_key ->> 1)::float8
        else (extract(epoch from c.fetched_at) * 1000)::float8 end as fetched
    from current_markets m join checks c using (fixture_id, book_key)
    where m.market_key = ${key} and m.outcomes <> ''`);

const first: Arrival = {
  ...{ back: undefined, homeAge: 0, overAge: 0, ahead: 0, home: -150, over: -110 },
  ...{ isUnread: false, scope: undefined, complete: true },
};
/** Too rare to be left to chance. */
const examples: [Arrival[]][] = [
  // The book's clock is ahead, and its other request comes before the older fetch.
  [
    [
      { ...first, ahead: 0.8, home: -155, scope: ["h2h"] },
      { ...first, scope: ["totals"] },
      { ...first, homeAge: 1.3, home: -160, scope: ["h2h"] },
    ],
  ],
  // All are older, one by more than the other.
  [[first, { ...first, homeAge: 1.3, overAge: 3.25, home: -160, over: -120 }]],
];

test("whatever polls deliver older fetches and whichever recordings come late, each market stands where a naive model has it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arrival, { minLength: 2, maxLength: 10 }), async (later) => {
      await rig.empty();
      const arrivals = [first, ...later];
      for (const [position, one] of arrivals.entries()) await arrive(one, position);
      const expected = naively(arrivals);
      for (const key of marketKeys) {
        const found = (await firstLines(key)).map(([at, line]) => [Number(at), String(line)] as const);
        expect(changed(found)).toEqual(changes(expected[key]));
        const last = standingAt(expected[key], Number.POSITIVE_INFINITY);
        expect(await standing(key)).toEqual(
          last === undefined || last.line === "" ? [] : [{ line: last.line, fetched: last.fetched }],
        );
      }
    }),
    { numRuns: 100, examples },
  );
});

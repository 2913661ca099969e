import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { SnapshotMarket } from "@/server/feeds/snapshot";
import { minute, recorderRig, start, t0 } from "@/server/recorder/testing/recorder-rig";
import { eventOf, iso, moneyline, snapshotOf, totals } from "@/server/recorder/testing/snapshots";

const rig = recorderRig();
const { firstLines, record, rows } = rig;

/* Polls with fetches of any age, and recordings from before, against a naive model of what each market stood at. */

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

type Statements = Record<MarketKey, Statement[]>;

/** A poll says nothing of a market that is known from a newer fetch. */
const naivePoll = (statements: Statements, stated: readonly Stated[]): Stated[] =>
  stated.filter(({ key, fetched }) => {
    const known = standingAt(statements[key], Number.POSITIVE_INFINITY)?.fetched ?? null;
    return fetched === null || known === null || fetched >= known;
  });

const naively = (arrivals: readonly Arrival[]): Statements => {
  const statements: Statements = { h2h: [], totals: [] };
  for (const [position, one] of arrivals.entries()) {
    const arrivedAt = t0 + position * minute;
    const stated = statedBy(one, arrivedAt);
    const at = arrivedAt - (one.back ?? 0) * minute;
    const counting = one.back === undefined ? naivePoll(statements, stated) : stated;
    for (const { key, fetched, line } of counting) statements[key].push({ at, fetched, line });
  }
  return statements;
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
test("whatever older fetches polls deliver and whatever recordings come late, each market stands where a naive model has it", async () => {
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
    { numRuns: 100 },
  );
});

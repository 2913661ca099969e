import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { storeRuns } from "@/db/testing";
import { compare } from "@/server/domain/collections";
import { minuteMs } from "@/server/domain/durations";
import type { SnapshotMarket } from "@/server/ingest/feeds/snapshot";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, iso, moneyline, snapshotOf, totals } from "@/server/ingest/recorder/testing/snapshots";

const rig = recorderRig();
const { firstLines, record, rows } = rig;

/*
 * The test records polls with fetches of any age, and recordings that arrive late. It compares the result with a naive model of each
 * market's prices.
 */

const marketKeys = ["h2h", "totals"] as const;
type MarketKey = (typeof marketKeys)[number];

/** What arrives in one minute of the test: a poll, or a recording of an earlier time. */
type Input = {
  /**
   * How many minutes a recording arrives after the time that its data states. Undefined for a poll. Never a whole number, because polls
   * arrive at whole minutes and a recording must not have the same time as a poll.
   */
  minutesAgo: number | undefined;
  /** Minutes since the moneyline's own fetch. Null if not measured. */
  moneylineAge: number | null;
  /** Minutes since the snapshot's fetch, which is also the fetch of the totals. Null if not measured. */
  totalsAge: number | null;
  /** How far the book's clock is ahead of ours, in minutes. */
  ahead: number;
  home: number;
  over: number | undefined;
  isUnread: boolean;
  scope: MarketKey[] | undefined;
  complete: boolean;
};
const age = fc.constantFrom(0, 0, 0, 1.3, 1.3, 1, 2, 3.25, null);
const anyInput: fc.Arbitrary<Input> = fc.record({
  minutesAgo: fc.constantFrom(undefined, undefined, undefined, 0.5, 1.5, 2.5, 3.5),
  moneylineAge: age,
  totalsAge: age,
  ahead: fc.constantFrom(0, 0.8),
  home: fc.constantFrom(-150, -155, -160),
  over: fc.constantFrom(undefined, -110, -115, -120),
  isUnread: fc.constantFrom(false, false, false, false, true),
  scope: fc.constantFrom<MarketKey[] | undefined>(undefined, undefined, ["h2h"], ["totals"]),
  complete: fc.boolean(),
});

const unreadable: SnapshotMarket = { key: "totals", outcomes: [{ side: "over", decimal: 1, point: 47 }] };

type Statement = { readonly at: number; readonly fetched: number | null; readonly line: string };
type MarketStatement = Omit<Statement, "at"> & { readonly key: MarketKey };

const fetchesOf = ({ minutesAgo, moneylineAge, totalsAge, ahead }: Input, arrivedAt: number) => {
  const measured = (age: number | null) =>
    age === null ? null : arrivedAt + Math.round((ahead - age) * minuteMs);
  const recorded = arrivedAt - (minutesAgo ?? 0) * minuteMs;
  return minutesAgo === undefined
    ? { h2h: measured(moneylineAge), totals: measured(totalsAge) }
    : { h2h: recorded, totals: recorded };
};
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));
/**
 * Whether the input lists totals. It always does if its scope is only `totals`. A poll with this scope and no totals would list no market,
 * so there would be no fetch time to compare.
 */
const listsTotals = ({ over, scope }: Input) => over !== undefined || scope?.includes("h2h") === false;
const totalsPrice = ({ over }: Input) => over ?? -105;

const hasUnreadableTotals = ({ isUnread, scope }: Input) => isUnread && (scope?.includes("h2h") ?? true);

const recordInput = (input: Input, position: number) => {
  const { minutesAgo, home, scope, complete } = input;
  const arrivedAt = t0 + position * minuteMs;
  const fetched = fetchesOf(input, arrivedAt);
  const over = hasUnreadableTotals(input)
    ? [unreadable]
    : listsTotals(input)
      ? [totals(47, totalsPrice(input), -110)]
      : [];
  const listed = [{ ...moneyline(home, 130), fetched_at: isoOrNull(fetched.h2h) }, ...over];
  const inScope = listed.filter(({ key }) => scope === undefined || scope.some((covered) => covered === key));
  const snapshot = snapshotOf("draftkings", fetched.totals, [eventOf(start, inScope)], {
    complete,
    ...(scope === undefined ? {} : { scope }),
    ...(minutesAgo === undefined ? {} : { recorded_at: iso(arrivedAt - minutesAgo * minuteMs) }),
  });
  return record(snapshot, arrivedAt, minutesAgo === undefined ? "now" : "recorded");
};

const statedBy = (input: Input, arrivedAt: number): MarketStatement[] => {
  const fetched = fetchesOf(input, arrivedAt);
  const lines = { h2h: `h${input.home}`, totals: listsTotals(input) ? `o${totalsPrice(input)}@47` : "" };
  return marketKeys
    .filter((key) => input.scope === undefined || input.scope.includes(key))
    .filter((key) => key === "h2h" || !hasUnreadableTotals(input))
    .map((key) => ({ key, fetched: fetched[key], line: lines[key] }));
};

/** The last state at or before a time. Of several states with the same time, the state whose line sorts last wins. */
const stateAt = (statements: readonly Statement[], moment: number): Statement | undefined =>
  statements
    .filter(({ at }) => at <= moment)
    .sort((a, b) => a.at - b.at || compare(a.line, b.line))
    .at(-1);

type Statements = Record<MarketKey, Statement[]>;

/** The recorder rejects a poll's prices of a market if a newer fetch of the market is already recorded. */
const acceptedStatements = (statements: Statements, stated: readonly MarketStatement[]): MarketStatement[] =>
  stated.filter(({ key, fetched }) => {
    const recorded = stateAt(statements[key], Number.POSITIVE_INFINITY)?.fetched ?? null;
    return fetched === null || recorded === null || fetched >= recorded;
  });

const expectedStatements = (inputs: readonly Input[]): Statements => {
  const statements: Statements = { h2h: [], totals: [] };
  for (const [position, input] of inputs.entries()) {
    const arrivedAt = t0 + position * minuteMs;
    const stated = statedBy(input, arrivedAt);
    const at = arrivedAt - (input.minutesAgo ?? 0) * minuteMs;
    const accepted = input.minutesAgo === undefined ? acceptedStatements(statements, stated) : stated;
    for (const { key, fetched, line } of accepted) statements[key].push({ at, fetched, line });
  }
  return statements;
};

/** The changes of a market. Each change is a pair: its time in minutes since `t0`, and the new line. */
const changes = (statements: readonly Statement[]) => {
  const moments = [...new Set(statements.map(({ at }) => at))].sort((a, b) => a - b);
  return changed(moments.map((at) => [(at - t0) / minuteMs, stateAt(statements, at)?.line ?? ""]));
};
const changed = (states: readonly (readonly [number, string])[]) =>
  states.filter(([, line], index) => line !== (states[index - 1]?.[1] ?? ""));

const currentState = async (key: MarketKey) =>
  rows<{ line: string; fetched: number | null }>(sql`
    select split_part(m.outcomes, E'\n', 1) as line,
      case when c.market_times ? m.market_key then (c.market_times -> m.market_key ->> 1)::float8
        else (extract(epoch from c.fetched_at) * 1000)::float8 end as fetched
    from current_markets m join checks c using (fixture_id, book_key)
    where m.market_key = ${key} and m.outcomes <> ''`);

const first: Input = {
  ...{ minutesAgo: undefined, moneylineAge: 0, totalsAge: 0, ahead: 0, home: -150, over: -110 },
  ...{ isUnread: false, scope: undefined, complete: true },
};
test("after any stale fetches and late recordings, each market has the state that a naive model computes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyInput, { minLength: 2, maxLength: 10 }), async (later) => {
      await rig.empty();
      const inputs = [first, ...later];
      for (const [position, input] of inputs.entries()) await recordInput(input, position);
      const expected = expectedStatements(inputs);
      for (const key of marketKeys) {
        const found = (await firstLines(key)).map(([at, line]) => [Number(at), String(line)] as const);
        expect(changed(found)).toEqual(changes(expected[key]));
        const last = stateAt(expected[key], Number.POSITIVE_INFINITY);
        expect(await currentState(key)).toEqual(
          last === undefined || last.line === "" ? [] : [{ line: last.line, fetched: last.fetched }],
        );
      }
    }),
    { numRuns: storeRuns(100) },
  );
});

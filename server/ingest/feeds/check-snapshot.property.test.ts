import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CheckedSnapshot, checkSnapshot } from "@/server/ingest/feeds/check-snapshot";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";

const recordedAt = Date.parse("2026-11-21T10:00:00Z");

const check = (untrusted: unknown): CheckedSnapshot =>
  checkSnapshot(untrusted as BookSnapshot, { recordedAt, now: recordedAt, archiveFrom: 0 });

const snapshot = (events: unknown): unknown => ({
  book: "northline",
  sport: "americanfootball_nfl",
  fetched_at: "2026-11-21T09:59:30Z",
  events,
});

const acceptedOf = (checked: CheckedSnapshot): number =>
  checked.events.reduce(
    (sum, { markets }) => sum + markets.reduce((inner, { outcomes }) => inner + outcomes.length, 0),
    0,
  );

const listIn = (value: unknown, member: string): unknown[] => {
  const list =
    typeof value === "object" && value !== null ? (value as Record<string, unknown>)[member] : undefined;
  return Array.isArray(list) ? list : [];
};

describe("checkSnapshot on arbitrary input", () => {
  const addUp = (checked: CheckedSnapshot): void => {
    const rejected = [...checked.rejected.values()].reduce((sum, prices) => sum + prices, 0);
    expect(acceptedOf(checked) + checked.pricesRepeated + rejected).toBe(checked.pricesSeen);
    expect(checked.events.filter(({ inPlay }) => !inPlay).length + checked.rejectedEvents).toBe(
      checked.eventsSeen,
    );
  };

  test("checkSnapshot never throws and its counts add up", () => {
    fc.assert(fc.property(fc.jsonValue(), (anything) => addUp(check(anything))));
    fc.assert(fc.property(fc.jsonValue(), (anything) => addUp(check(snapshot(anything)))));
    fc.assert(fc.property(fc.array(fc.jsonValue()), (events) => addUp(check(snapshot(events)))));
  });

  test("checkSnapshot counts every price of a nearly correct snapshot, and its counts add up", () => {
    const odd = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant(Number.NaN));
    const mostly = <T>(good: fc.Arbitrary<T>) =>
      fc.oneof({ weight: 9, arbitrary: good as fc.Arbitrary<unknown> }, odd);
    const outcome = mostly(
      fc.record(
        {
          side: mostly(fc.constantFrom("home", "away", "over", "under", "yes")),
          american: mostly(fc.constantFrom(-110, -105, 50)),
          decimal: fc.constant(2),
          point: mostly(fc.constantFrom(1.5, -1.5)),
          team: fc.constantFrom("home", "away"),
          player: fc.constantFrom("A", "B"),
          size: fc.record({ kind: fc.constantFrom("contracts", ""), amount: fc.integer() }),
        },
        { requiredKeys: ["side", "american"] },
      ),
    );
    const anyMarket = mostly(
      fc.record(
        {
          key: mostly(
            fc.constantFrom("h2h", "spreads", "totals", "team_totals", "player_pass_tds", "h2h_lay"),
          ),
          outcomes: mostly(fc.array(outcome, { maxLength: 6 })),
          fetched_at: mostly(fc.constant("2026-11-21T09:00:00Z")),
        },
        { requiredKeys: ["key", "outcomes"] },
      ),
    );
    const start = mostly(
      fc.constantFrom("2026-11-22T18:00:00Z", "2026-11-21T09:00:00Z", "2020-01-01T00:00:00Z"),
    );
    const anyEvent = mostly(
      fc.record({
        commence_time: start,
        home: mostly(fc.constant("A")),
        away: fc.constant("B"),
        markets: mostly(fc.array(anyMarket, { maxLength: 4 })),
      }),
    );
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 4 }), (events) => {
        const checked = check(snapshot(events));
        addUp(checked);
        const listed = events
          .flatMap((item) => listIn(item, "markets"))
          .flatMap((item) => listIn(item, "outcomes"));
        expect(checked.pricesSeen).toBeGreaterThanOrEqual(listed.length);
      }),
      { numRuns: 500 },
    );
  });

  test("checkSnapshot describes at most twenty rejections, each in at most 200 characters", () => {
    const many = Array.from({ length: 50 }, () => ({ side: "x".repeat(500) }));
    const checked = check(
      snapshot([
        {
          commence_time: "2026-11-22T18:00:00Z",
          home: "A",
          away: "B",
          markets: [{ key: "totals", outcomes: many }],
        },
      ]),
    );
    expect(checked.details).toHaveLength(20);
    expect(Math.max(...checked.details.map(({ detail }) => detail.length))).toBeLessThanOrEqual(200);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findMarket, isLegalFor, markets, sidesOf } from "@/server/domain/catalogue/markets";
import { findSport, type Sport } from "@/server/domain/catalogue/sports";
import { getOrInsert } from "@/server/domain/collections";
import { impliedProbability } from "@/server/domain/prices/implied-probability";
import type { Outcome } from "@/server/domain/prices/outcome";
import type { CheckedSnapshot } from "@/server/ingest/feeds/check-snapshot";
import { minProbabilitySum } from "@/server/ingest/feeds/judge-outcomes";
import { lineOf } from "@/server/ingest/feeds/lines";
import { check, event, snapshot } from "@/server/ingest/feeds/testing/loose-snapshots";

const sportOf = (key: string): Sport => {
  const found = findSport(key);
  if (found === undefined) throw new Error(`no sport ${key}`);
  return found;
};

const sportKeys = [
  "icehockey_nhl",
  "basketball_nba",
  "mma_mixed_martial_arts",
  "boxing_boxing",
  "cricket_psl",
  "cricket_test_match",
  "soccer_epl",
];

const price = fc.oneof(
  fc.record({ decimal: fc.constantFrom(1, 1.2, 1.9, 2.1, 2.6, 4.2, 9) }),
  fc.record({ american: fc.constantFrom(-500, -110, 50, 105, 400) }),
  fc.record({ probability: fc.constantFrom(0.1, 0.48, 0.55, 1) }),
);
const outcome = fc
  .tuple(
    fc.constantFrom("home", "away", "draw", "over", "under", "yes", "no", "Draw", null),
    price,
    fc.record(
      {
        point: fc.constantFrom(-3.5, 3.5, 0, null),
        team: fc.constantFrom("home", "away"),
        player: fc.constantFrom("A", "B"),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([side, own, more]) => ({ side, ...own, ...more }));
const keys = [
  "h2h",
  "h2h_h1",
  "h2h_3_way",
  "draw_no_bet",
  "spreads",
  "alternate_spreads",
  "totals",
  "team_totals",
  "player_points",
  "constructor",
];
const anyMarket = fc.record({
  key: fc.constantFrom(...keys),
  outcomes: fc.array(fc.oneof({ weight: 19, arbitrary: outcome }, fc.jsonValue()), { maxLength: 6 }),
});
const ofWinner = fc
  .tuple(
    fc.constantFrom("h2h", "h2h_3_way"),
    fc.array(
      fc.tuple(fc.constantFrom("home", "away", "draw"), price).map(([side, own]) => ({ side, ...own })),
      { maxLength: 4 },
    ),
  )
  .map(([key, outcomes]) => ({ key, outcomes }));
const delivered = fc.record({
  sport: fc.constantFrom(...sportKeys),
  listed: fc.array(fc.oneof(anyMarket, ofWinner), { maxLength: 5 }),
  scope: fc.constantFrom(undefined, ["h2h", "spreads"], keys),
});
type Delivered = {
  sport: string;
  listed: { key: string; outcomes: unknown[] }[];
  scope: string[] | undefined;
};

const judge = ({ sport, listed, scope }: Delivered): CheckedSnapshot =>
  check(snapshot([event(listed)], { sport, ...(scope !== undefined && { scope }) }));

const marketsOf = (checked: CheckedSnapshot) => checked.events.flatMap((item) => item.markets);

const isDraw = (item: unknown): boolean =>
  typeof item === "object" && item !== null && (item as { side?: unknown }).side === "draw";

describe("checkMarkets on arbitrary listings", () => {
  test("a moneyline or `draw_no_bet` with a draw is never accepted as a two-way market, and no accepted moneyline lacks a side", () => {
    fc.assert(
      fc.property(delivered, (given) => {
        const sport = sportOf(given.sport);
        const drawn = new Set(
          given.listed.filter(({ outcomes }) => outcomes.some(isDraw)).map(({ key }) => key),
        );
        for (const { key, outcomes } of marketsOf(judge(given))) {
          const market = findMarket(key);
          if (market === undefined) throw new Error(`no market ${key}`);
          expect(isLegalFor(market, sport)).toBe(true);
          const listedSides = new Set(outcomes.map(({ side }) => side));
          if (market.family.startsWith("h2h"))
            expect([...listedSides].sort()).toEqual([...sidesOf(market, sport)].sort());
          if (drawn.has(key) && market.family === "h2h") expect(listedSides).toContain("draw");
          expect(key === "draw_no_bet" && drawn.has("draw_no_bet")).toBe(false);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("if an accepted line has all its sides, the sum of their implied probabilities is at least `minProbabilitySum`", () => {
    fc.assert(
      fc.property(delivered, (given) => {
        const sport = sportOf(given.sport);
        for (const { key, outcomes } of marketsOf(judge(given))) {
          const market = findMarket(key);
          if (market === undefined) throw new Error(`no market ${key}`);
          const lines = new Map<string, Outcome[]>();
          for (const item of outcomes) {
            const line = lineOf(item, market.shape);
            getOrInsert(lines, line, () => []).push(item);
          }
          for (const line of lines.values()) {
            expect(new Set(line.map(({ side }) => side)).size).toBe(line.length);
            if (line.length < sidesOf(market, sport).length) continue;
            const sum = line.reduce((total, item) => total + impliedProbability(item.price), 0);
            expect(sum).toBeGreaterThanOrEqual(minProbabilitySum);
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("each price is counted once as accepted, repeated or rejected, and the result does not depend on the order of the markets", () => {
    fc.assert(
      fc.property(delivered, (given) => {
        const checked = judge(given);
        const accepted = marketsOf(checked).reduce((sum, { outcomes }) => sum + outcomes.length, 0);
        const rejected = [...checked.rejected.values()].reduce((sum, prices) => sum + prices, 0);
        expect(accepted + checked.pricesRepeated + rejected).toBe(checked.pricesSeen);
        const reversed = judge({ ...given, listed: given.listed.toReversed() });
        const byKey = (item: CheckedSnapshot) =>
          Object.fromEntries(marketsOf(item).map(({ key, outcomes }) => [key, outcomes]));
        expect(byKey(reversed)).toEqual(byKey(checked));
        expect(reversed.rejected).toEqual(checked.rejected);
        expect(reversed.scope).toEqual(checked.scope);
      }),
      { numRuns: 500 },
    );
  });

  test("every market key in `unread` is in the catalogue and is not the key of an accepted market", () => {
    const served = new Set(markets.map(({ key }) => key));
    fc.assert(
      fc.property(delivered, (given) => {
        const [first] = judge(given).events;
        for (const key of first?.unread ?? []) {
          expect(served).toContain(key);
          expect(first?.markets.map((item) => item.key)).not.toContain(key);
        }
      }),
    );
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { sides } from "@/server/domain/catalogue/sides";
import { orderOutcomes } from "@/server/domain/prices/order-outcomes";
import type { Outcome } from "@/server/domain/prices/outcome";

const price = { american: -110 };

test("outcomes are sorted by point, then by side", () => {
  const ladder: Outcome[] = [
    { side: "under", price, point: 8.5 },
    { side: "under", price, point: 7.5 },
    { side: "over", price, point: 8.5 },
    { side: "over", price, point: 7.5 },
  ];
  expect(orderOutcomes(ladder).map(({ side, point }) => [point, side])).toEqual([
    [7.5, "over"],
    [7.5, "under"],
    [8.5, "over"],
    [8.5, "under"],
  ]);
});

test("the draw comes after both teams, and `no` comes after `yes`", () => {
  const shuffled: Outcome[] = (["no", "draw", "yes", "away", "home"] as const).map((side) => ({
    side,
    price,
  }));
  expect(orderOutcomes(shuffled).map(({ side }) => side)).toEqual(["home", "away", "draw", "yes", "no"]);
});

test("the home team's total comes before the away team's, and players are sorted by name", () => {
  const teams: Outcome[] = [
    { side: "over", price, point: 20.5, team: "away" },
    { side: "over", price, point: 20.5, team: "home" },
  ];
  expect(orderOutcomes(teams).map(({ team }) => team)).toEqual(["home", "away"]);
  const players: Outcome[] = [
    { side: "over", price, point: 4.5, player: "B" },
    { side: "over", price, point: 4.5, player: "A" },
  ];
  expect(orderOutcomes(players).map(({ player }) => player)).toEqual(["A", "B"]);
});

test("the canonical order does not depend on the input order", () => {
  const outcome: fc.Arbitrary<Outcome> = fc.record(
    {
      side: fc.constantFrom(...sides),
      price: fc.constant(price),
      point: fc.constantFrom(-1.5, 0, 1.5),
      team: fc.constantFrom("home" as const, "away" as const),
      player: fc.constantFrom("A", "B", "É"),
    },
    { requiredKeys: ["side", "price"] },
  );
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (outcomes, random) => {
      const shuffled = outcomes
        .map((one) => ({ one, key: random.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one);
      expect(orderOutcomes(shuffled)).toEqual(orderOutcomes(outcomes));
    }),
  );
});

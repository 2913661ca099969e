import fc from "fast-check";
import { expect, test } from "vitest";
import { sides } from "@/server/domain/catalogue/sides";
import type { Outcome } from "@/server/domain/prices/outcome";
import { decodeOutcomes, encodeOutcomes } from "@/server/domain/prices/outcome-text";

const finite = { noNaN: true, noDefaultInfinity: true } as const;
const positive = fc.double({ min: 1e-9, max: 1e9, ...finite });
const outcome: fc.Arbitrary<Outcome> = fc.record(
  {
    side: fc.constantFrom(...sides),
    price: fc.oneof(
      fc.record({
        american: fc.oneof(fc.integer({ min: 100, max: 99_999 }), fc.integer({ min: -99_999, max: -100 })),
      }),
      fc.record({ decimal: positive }),
      fc.record({ probability: positive }),
    ),
    point: fc.oneof(
      fc.integer({ min: -40, max: 40 }).map((n) => n / 2 + 0),
      fc.double({ ...finite }).map((n) => n + 0),
    ),
    team: fc.constantFrom("home" as const, "away" as const),
    player: fc.string({ minLength: 1, unit: "grapheme" }).filter((name) => !/[\n\r\u2028\u2029]/.test(name)),
    size: fc.record({
      kind: fc.oneof(
        fc.constantFrom("posted_limit", "resting_depth", "contracts"),
        fc.stringMatching(/^[a-z_:~]{1,12}$/),
      ),
      amount: positive,
    }),
  },
  { requiredKeys: ["side", "price"] },
);

test("encoded outcomes decode to the same outcomes", () => {
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 6 }), (outcomes) => {
      const withoutNegativeZero = JSON.parse(JSON.stringify(outcomes)) as Outcome[];
      expect(JSON.parse(JSON.stringify(decodeOutcomes(encodeOutcomes(outcomes))))).toEqual(
        withoutNegativeZero,
      );
    }),
    { numRuns: 500 },
  );
});

test("the stored text of a spread states its point once", () => {
  const spread = encodeOutcomes([
    { side: "home", price: { american: -110 }, point: -3.5 },
    { side: "away", price: { american: -110 }, point: 3.5 },
  ]);
  expect(spread).toBe("h-110@-3.5\na-110!");
});

test("a text that encodeOutcomes did not create is rejected", () => {
  expect(() => decodeOutcomes("home -110")).toThrow("Not a stored outcome");
});

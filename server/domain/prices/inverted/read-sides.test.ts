import { describe, expect, test } from "vitest";
import { type Lean, readSides } from "@/server/domain/prices/inverted/read-sides";
import { mirrored, spread, threeWay, twoWay } from "@/server/domain/prices/inverted/testing/quotes";
import type { Outcome } from "@/server/domain/prices/outcome";

const football = { group: "American Football", canDraw: false } as const;
const baseball = { group: "Baseball", canDraw: false } as const;
const soccer = { group: "Soccer", canDraw: true } as const;

const readMoneyline = (h2h: readonly Outcome[] | undefined): Lean | undefined =>
  readSides({ h2h }, football).moneyline;

const readSpread = (spreads: readonly Outcome[] | undefined, sport: Parameters<typeof readSides>[1]) =>
  readSides({ spreads }, sport).spread;

const lean = (home: number, away: number): number => Math.log(home / away);

describe("the lean of a moneyline (how far its prices favour the home team)", () => {
  test.each([0.98, 1, 1.045, 1.12, 1.25])(
    "a moneyline whose implied probabilities sum to %d has the same lean as a moneyline without a margin",
    (margin) => {
      const read = readMoneyline(twoWay(0.6, margin));
      expect(read?.lean).toBeCloseTo(lean(0.6, 0.4), 1);
      expect(read?.home).toBeCloseTo(0.6, 1);
    },
  );

  test.each<[string, Outcome[]]>([
    [
      "American",
      [
        { side: "home", price: { american: -150 } },
        { side: "away", price: { american: 150 } },
      ],
    ],
    [
      "decimal",
      [
        { side: "home", price: { decimal: 5 / 3 } },
        { side: "away", price: { decimal: 2.5 } },
      ],
    ],
    [
      "probability",
      [
        { side: "home", price: { probability: 0.6 } },
        { side: "away", price: { probability: 0.4 } },
      ],
    ],
  ])("the lean of a moneyline can be read from prices in %s notation", (_, outcomes) => {
    expect(readMoneyline(outcomes)?.lean).toBeCloseTo(lean(0.6, 0.4), 9);
  });

  test("the draw does not change the lean of a moneyline, but it lowers the probabilities of home and away", () => {
    const read = readMoneyline(threeWay(0.6, 0.17, 1));
    expect(read?.lean).toBeCloseTo(lean(0.6, 0.17), 1);
    expect(read?.home).toBeCloseTo(0.6, 2);
    expect(read?.away).toBeCloseTo(0.17, 2);
  });

  test("the moneyline of an exchange without offers has no lean", () => {
    const empty: Outcome[] = [
      { side: "home", price: { decimal: 1.04 } },
      { side: "away", price: { decimal: 1.04 } },
    ];
    expect(readMoneyline(empty)).toBeUndefined();
    expect(readMoneyline([...empty, { side: "draw", price: { decimal: 1.02 } }])).toBeUndefined();
  });

  test("a three-way price without its draw has no lean", () => {
    expect(readMoneyline(threeWay(0.45, 0.3).slice(0, 2))).toBeUndefined();
  });

  test("a moneyline that lacks the price of a team has no lean", () => {
    expect(readMoneyline(undefined)).toBeUndefined();
    expect(readMoneyline([])).toBeUndefined();
    expect(readMoneyline(twoWay(0.6).slice(1))).toBeUndefined();
  });

  test("the lean of an extreme price is bounded", () => {
    const long: Outcome[] = [
      { side: "home", price: { probability: 0.999 } },
      { side: "away", price: { probability: 0.001 } },
    ];
    expect(readMoneyline(long)?.lean).toBe(3.5);
  });
});

test("a three-way price serves as the moneyline if there is no two-way price", () => {
  const both = readSides({ h2h: twoWay(0.6), h2h_3_way: threeWay(0.2, 0.5) }, football);
  expect(both.moneyline).toEqual(readMoneyline(twoWay(0.6)));
  expect(readSides({ h2h_3_way: threeWay(0.2, 0.5) }, football).moneyline?.home).toBeCloseTo(0.2, 2);
});

describe("the lean of a spread (how far its points and prices favour the home team)", () => {
  test("the lean of a spread at even prices follows from its points", () => {
    expect(readSpread(spread(-3.5), football)?.lean).toBeCloseTo(3.5 * 0.13, 2);
    expect(readSpread(spread(3.5), football)?.lean).toBeCloseTo(-3.5 * 0.13, 2);
  });

  test("baseball spreads of -1.5 and +1.5 can have the same lean, because their prices count too", () => {
    const giving = readSpread(spread(-1.5, 0.42), baseball);
    const taking = readSpread(spread(1.5, 0.72), baseball);
    expect(giving?.lean).toBeCloseTo(0.31, 1);
    expect(taking?.lean).toBeCloseTo(0.31, 1);
  });

  test("if a spread has several lines, its lean is the lean of the line with the most even prices", () => {
    const ladder = [...spread(-9.5, 0.3), ...spread(-3.5, 0.5), ...spread(2.5, 0.7)];
    expect(readSpread(ladder, football)).toEqual(readSpread(spread(-3.5, 0.5), football));
  });

  test("mirroring the sides of a spread negates its lean", () => {
    const read = readSpread(spread(-1.5, 0.42), baseball);
    const other = readSpread(mirrored({ spreads: spread(-1.5, 0.42) }).spreads, baseball);
    expect(other?.lean).toBeCloseTo(-(read?.lean ?? 0), 9);
  });

  test("in a sport with draws, the home and away probabilities of a spread sum to 1 minus the probability of a draw", () => {
    const read = readSpread(spread(-1), soccer);
    expect((read?.home ?? 0) + (read?.away ?? 0)).toBeCloseTo(0.77, 9);
  });

  test("a spread has no lean if no line has both sides", () => {
    expect(readSpread(spread(-3.5).slice(1), football)).toBeUndefined();
    expect(readSpread([...spread(-3.5).slice(1), ...spread(-4.5).slice(0, 1)], football)).toBeUndefined();
  });

  test("a spread has no lean in a sport without a known lean per point", () => {
    expect(readSpread(spread(-3.5), { group: "Cricket", canDraw: false })).toBeUndefined();
  });
});

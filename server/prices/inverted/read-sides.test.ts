import { describe, expect, test } from "vitest";
import { type Lean, readSides } from "@/server/prices/inverted/read-sides";
import { mirrored, spread, threeWay, twoWay } from "@/server/prices/inverted/testing/make-quotes";
import type { Outcome } from "@/server/prices/outcome";

const football = { group: "American Football", canDraw: false } as const;
const baseball = { group: "Baseball", canDraw: false } as const;
const soccer = { group: "Soccer", canDraw: true } as const;

const readMoneyline = (h2h: readonly Outcome[] | undefined): Lean | undefined =>
  readSides({ h2h }, football).moneyline;

const readSpread = (spreads: readonly Outcome[] | undefined, sport: Parameters<typeof readSides>[1]) =>
  readSides({ spreads }, sport).spread;

const lean = (home: number, away: number): number => Math.log(home / away);

describe("the lean of a moneyline", () => {
  test.each([0.98, 1, 1.045, 1.12, 1.25])("is free of a margin of %d", (margin) => {
    const read = readMoneyline(twoWay(0.6, margin));
    expect(read?.lean).toBeCloseTo(lean(0.6, 0.4), 1);
    expect(read?.home).toBeCloseTo(0.6, 1);
  });

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
  ])("is the same in %s notation", (_, outcomes) => {
    expect(readMoneyline(outcomes)?.lean).toBeCloseTo(lean(0.6, 0.4), 9);
  });

  test("leaves out the draw, which the probabilities keep", () => {
    const read = readMoneyline(threeWay(0.6, 0.17, 1));
    expect(read?.lean).toBeCloseTo(lean(0.6, 0.17), 1);
    expect(read?.home).toBeCloseTo(0.6, 2);
    expect(read?.away).toBeCloseTo(0.17, 2);
  });

  test("of an exchange without offers is not read", () => {
    const empty: Outcome[] = [
      { side: "home", price: { decimal: 1.04 } },
      { side: "away", price: { decimal: 1.04 } },
    ];
    expect(readMoneyline(empty)).toBeUndefined();
    expect(readMoneyline([...empty, { side: "draw", price: { decimal: 1.02 } }])).toBeUndefined();
  });

  test("of a three-way price whose draw is missing is not read", () => {
    expect(readMoneyline(threeWay(0.45, 0.3).slice(0, 2))).toBeUndefined();
  });

  test("needs both teams", () => {
    expect(readMoneyline(undefined)).toBeUndefined();
    expect(readMoneyline([])).toBeUndefined();
    expect(readMoneyline(twoWay(0.6).slice(1))).toBeUndefined();
  });

  test("of a price of 0.01 is bounded", () => {
    const long: Outcome[] = [
      { side: "home", price: { probability: 0.999 } },
      { side: "away", price: { probability: 0.001 } },
    ];
    expect(readMoneyline(long)?.lean).toBe(3.5);
  });
});

test("a three-way price is read where there is no other moneyline", () => {
  const both = readSides({ h2h: twoWay(0.6), h2h_3_way: threeWay(0.2, 0.5) }, football);
  expect(both.moneyline).toEqual(readMoneyline(twoWay(0.6)));
  expect(readSides({ h2h_3_way: threeWay(0.2, 0.5) }, football).moneyline?.home).toBeCloseTo(0.2, 2);
});

describe("the lean of a spread", () => {
  test("of even prices is the points that are given", () => {
    expect(readSpread(spread(-3.5), football)?.lean).toBeCloseTo(3.5 * 0.13, 2);
    expect(readSpread(spread(3.5), football)?.lean).toBeCloseTo(-3.5 * 0.13, 2);
  });

  test("of a run line is told by its prices: giving runs and taking runs can say the same", () => {
    const giving = readSpread(spread(-1.5, 0.42), baseball);
    const taking = readSpread(spread(1.5, 0.72), baseball);
    expect(giving?.lean).toBeCloseTo(0.31, 1);
    expect(taking?.lean).toBeCloseTo(0.31, 1);
  });

  test("of several lines is that of the most even one", () => {
    const ladder = [...spread(-9.5, 0.3), ...spread(-3.5, 0.5), ...spread(2.5, 0.7)];
    expect(readSpread(ladder, football)).toEqual(readSpread(spread(-3.5, 0.5), football));
  });

  test("is mirrored with its sides", () => {
    const read = readSpread(spread(-1.5, 0.42), baseball);
    const other = readSpread(mirrored({ spreads: spread(-1.5, 0.42) }).spreads, baseball);
    expect(other?.lean).toBeCloseTo(-(read?.lean ?? 0), 9);
  });

  test("leaves room for the draw where there is one", () => {
    const read = readSpread(spread(-1), soccer);
    expect((read?.home ?? 0) + (read?.away ?? 0)).toBeCloseTo(0.77, 9);
  });

  test("is not read where a line has one side, or where no slope is recorded", () => {
    expect(readSpread(spread(-3.5).slice(1), football)).toBeUndefined();
    expect(readSpread([...spread(-3.5).slice(1), ...spread(-4.5).slice(0, 1)], football)).toBeUndefined();
    expect(readSpread(spread(-3.5), { group: "Cricket", canDraw: false })).toBeUndefined();
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  americanFromDecimal,
  decimalFromAmerican,
  decimalFromProbability,
  priceIn,
} from "@/server/domain/prices/convert";

const american = fc.oneof(
  fc.integer({ min: 100, max: 1_000_000 }),
  fc.integer({ min: -1_000_000, max: -101 }),
);

describe("American odds from decimal odds", () => {
  test.each([
    [2, 100],
    [1.5, -200],
    [1.909091, -110],
    [2.005, 101],
    [2.125, 113],
    [1.8, -125],
    [1.01, -10000],
    [1000, 99900],
    [1.999, 100],
    [3.4, 240],
  ])("decimal %d is American %d", (decimal, expected) => {
    expect(americanFromDecimal(decimal)).toBe(expected);
  });

  test("no decimal price converts to a number between -100 and +100", () => {
    fc.assert(
      fc.property(fc.double({ min: 1.0001, max: 10_000, noNaN: true }), (decimal) => {
        const value = americanFromDecimal(decimal);
        expect(Number.isInteger(value)).toBe(true);
        expect(Math.abs(value)).toBeGreaterThanOrEqual(100);
      }),
    );
  });
});

describe("decimal odds", () => {
  test("every American price except -100 is unchanged after conversion to decimal and back", () => {
    fc.assert(
      fc.property(american, (value) => {
        expect(americanFromDecimal(decimalFromAmerican(value))).toBe(value);
      }),
    );
  });

  test("American odds and probabilities in the usual range convert to decimal odds with at most six decimal places", () => {
    expect(decimalFromAmerican(-110)).toBe(1.909091);
    expect(decimalFromAmerican(-10_000)).toBe(1.01);
    expect(decimalFromProbability(0.54)).toBe(1.851852);
  });

  test("converted decimal odds are always above 1", () => {
    expect(decimalFromAmerican(-999_999)).toBeGreaterThan(1);
    expect(decimalFromProbability(0.99999999)).toBeGreaterThan(1);
  });
});

test("a price is returned unchanged if its source's notation is requested, and converted if another notation is requested", () => {
  expect(priceIn("american", { american: -100 })).toBe(-100);
  expect(priceIn("decimal", { decimal: 1.9090909 })).toBe(1.9090909);
  expect(priceIn("american", { probability: 0.5 })).toBe(100);
});

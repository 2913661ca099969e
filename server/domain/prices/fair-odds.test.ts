import fc from "fast-check";
import { expect, test } from "vitest";
import { consensusOf, holdOf } from "@/server/domain/prices/fair-odds";

test("the consensus is the median of the margin-free probabilities", () => {
  // Without margin: 0.50, 0.60 and 0.40 for the first side.
  const quotes = [
    [0.55, 0.55],
    [0.63, 0.42],
    [0.44, 0.66],
  ];
  expect(consensusOf(quotes)).toEqual([0.5, 0.5]);
  expect(consensusOf(quotes.slice(0, 2))?.[0]).toBeCloseTo(0.55, 12);
  expect(consensusOf([])).toBeUndefined();
});

test("one book with an extreme price does not move the consensus of three other books that agree", () => {
  const agreed = Array.from({ length: 3 }, () => [0.5, 0.55]);
  expect(consensusOf([...agreed, [0.99, 0.02]])?.[0]).toBeCloseTo(0.5 / 1.05, 12);
});

test("the probabilities of any consensus sum to 1", () => {
  const quote = fc.tuple(
    fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    fc.double({ min: 0.01, max: 0.99, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(quote, { minLength: 1, maxLength: 9 }), (quotes) => {
      const consensus = consensusOf(quotes) ?? [];
      expect(consensus.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 9);
    }),
  );
});

test("the hold of two prices at -110 is 4.5 %, and prices that guarantee a profit have a negative hold", () => {
  expect(holdOf([110 / 210, 110 / 210])).toBeCloseTo(0.0455, 4);
  expect(holdOf([0.48, 0.49])).toBeLessThan(0);
});

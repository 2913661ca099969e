import { expect, test } from "vitest";
import { impliedProbability } from "@/server/domain/prices/implied-probability";

test.each([
  [{ american: 100 }, 0.5],
  [{ american: -100 }, 0.5],
  [{ american: 300 }, 0.25],
  [{ american: -400 }, 0.8],
  [{ decimal: 1.25 }, 0.8],
  [{ probability: 0.42 }, 0.42],
])("a bet at the price %j breaks even at a probability of %d", (price, probability) => {
  expect(impliedProbability(price)).toBeCloseTo(probability, 12);
});

import { expect, test } from "vitest";
import { notationOf } from "@/server/ingest/feeds/the-odds-api/price-notation";

test.each([
  ["American prices", [-110, 104, -125], "american"],
  ["American prices of underdogs only", [105, 250, 300], "american"],
  ["American prices, some of them wrong", [-110, 104, -125, 0, 1.5, Number.NaN], "american"],
  ["decimal prices", [1.91, 2, 1.95], "decimal"],
  ["decimal prices that are all whole numbers", [2, 3, 101], "decimal"],
  ["decimal prices with long shots", [1.01, 151, 501, 1000], "decimal"],
  ["decimal prices, some of them wrong", [1.91, 2.05, 0, 1, -105], "decimal"],
  ["an exchange's decimal prices above 100, some with fractions", [110.5, 250], "decimal"],
] as const)("the notation of a response is recognized from %s", (_, prices, notation) => {
  expect(notationOf(prices)).toBe(notation);
});

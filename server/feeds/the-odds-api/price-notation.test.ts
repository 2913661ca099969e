import { expect, test } from "vitest";
import { notationOf } from "@/server/feeds/the-odds-api/price-notation";

test.each([
  ["American", [-110, 104, -125], "american"],
  ["American, and all of underdogs", [105, 250, 300], "american"],
  ["American with wrong prices among them", [-110, 104, -125, 0, 1.5, Number.NaN], "american"],
  ["decimal", [1.91, 2, 1.95], "decimal"],
  ["decimal and whole", [2, 3, 101], "decimal"],
  ["decimal with long shots", [1.01, 151, 501, 1000], "decimal"],
  ["decimal with wrong prices among them", [1.91, 2.05, 0, 1, -105], "decimal"],
  ["of an exchange, with fractions above 100", [110.5, 250], "decimal"],
] as const)("the notation of a response is recognized from prices that are %s", (_, prices, notation) => {
  expect(notationOf(prices)).toBe(notation);
});

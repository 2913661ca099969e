import { expect, test } from "vitest";
import { holdOf } from "@/server/domain/prices/fair-odds";

test("the hold of two prices at -110 is 4.5 %, and prices that guarantee a profit have a negative hold", () => {
  expect(holdOf([110 / 210, 110 / 210])).toBeCloseTo(0.0455, 4);
  expect(holdOf([0.48, 0.49])).toBeLessThan(0);
});

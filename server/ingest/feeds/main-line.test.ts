import { expect, test } from "vitest";
import { chooseMainLine } from "@/server/ingest/feeds/main-line";

type Line = { readonly point: number; readonly skew: number | undefined; readonly depth: number };

const choose = (...lines: readonly Line[]): Line | undefined => chooseMainLine(lines, (line) => line);

test("the main line is the line whose midpoint between bid and ask is nearest a probability of 0.5", () => {
  const near = { point: 4.5, skew: 0.01, depth: 1 };
  expect(choose({ point: 3.5, skew: 0.05, depth: 9 }, near)).toBe(near);
});

test("of two lines with midpoints equally near a probability of 0.5, the main line is the line with more depth, or at equal depth the line with the lower point", () => {
  const large = { point: 4.5, skew: 0.01, depth: 2 };
  const small = { point: 3.5, skew: 0.01, depth: 1 };
  expect(choose(small, large)).toBe(large);
  expect(choose({ ...large, depth: 1 }, small)).toBe(small);
});

test("a ladder in which no line has both a bid and an ask has no main line", () => {
  expect(choose({ point: 3.5, skew: undefined, depth: 9 })).toBeUndefined();
  expect(choose()).toBeUndefined();
});

import fc from "fast-check";
import { expect, test } from "vitest";
import type { SidesVerdict } from "@/server/domain/prices/inverted/judge-sides";
import { nextSidesState, type SidesState } from "@/server/domain/prices/inverted/sides-state";

type Step = readonly [verdict: SidesVerdict, checkTime: number];

const after = (steps: readonly Step[], from: SidesState = null): SidesState =>
  steps.reduce<SidesState>((state, [verdict, time]) => nextSidesState(state, verdict, time), from);

const isServed = (...steps: Step[]): boolean => after(steps) === null;

test("a book is withheld as soon as one check is judged inverted", () => {
  expect(isServed(["fits", 1])).toBe(true);
  expect(isServed(["fits", 1], ["inverted", 2])).toBe(false);
  expect(after([["inverted", 2]])).toEqual({ since: 2, lastJudgedAt: 2, fittingChecks: 0 });
});

test("a book is served again after two checks that fit the other books' prices", () => {
  expect(isServed(["inverted", 1], ["fits", 2])).toBe(false);
  expect(isServed(["inverted", 1], ["fits", 2], ["fits", 3])).toBe(true);
});

test("a check that is judged twice counts once", () => {
  expect(isServed(["inverted", 1], ["fits", 1], ["fits", 2])).toBe(false);
  expect(isServed(["inverted", 1], ["fits", 2], ["fits", 2])).toBe(false);
  expect(isServed(["inverted", 1], ["fits", 2], ["fits", 2], ["fits", 3])).toBe(true);
});

test("a fitting check that is older than the last judged check does not count", () => {
  expect(isServed(["inverted", 5], ["fits", 3], ["fits", 4])).toBe(false);
});

test("a check that is judged inverted resets the count of fitting checks, even if this check was itself counted as fitting before", () => {
  expect(isServed(["inverted", 1], ["fits", 2], ["inverted", 3], ["fits", 4])).toBe(false);
  expect(isServed(["inverted", 1], ["fits", 2], ["inverted", 2], ["fits", 3])).toBe(false);
  expect(isServed(["inverted", 1], ["fits", 2], ["inverted", 3], ["fits", 4], ["fits", 5])).toBe(true);
});

test("an unjudged check has no effect on whether a book is served, and does not reset the count of fitting checks", () => {
  expect(isServed(["unjudged", 1], ["unjudged", 2])).toBe(true);
  expect(isServed(["inverted", 1], ["unjudged", 2], ["unjudged", 3])).toBe(false);
  expect(isServed(["inverted", 1], ["fits", 2], ["unjudged", 3], ["fits", 4])).toBe(true);
});

test("`since` is the time of the first inverted check after the book was last served", () => {
  expect(
    after([
      ["inverted", 1],
      ["fits", 2],
      ["inverted", 3],
    ])?.since,
  ).toBe(1);
  expect(
    after([
      ["inverted", 1],
      ["fits", 2],
      ["fits", 3],
      ["inverted", 4],
    ])?.since,
  ).toBe(4);
});

test("if a verdict does not change the state, nextSidesState returns the same state object", () => {
  const withheld = after([["inverted", 1]]);
  expect(nextSidesState(withheld, "unjudged", 2)).toBe(withheld);
  expect(nextSidesState(withheld, "inverted", 1)).toBe(withheld);
  expect(nextSidesState(withheld, "fits", 1)).toBe(withheld);
});

test("a withheld book is served again exactly when two checks have fitted since its last inverted check", () => {
  const anyVerdict = fc.constantFrom<SidesVerdict>("fits", "inverted", "unjudged");
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyVerdict, fc.integer({ min: 0, max: 20 })), { maxLength: 30 }),
      (steps) => {
        const inOrder = steps.toSorted(([, a], [, b]) => a - b);
        const last = inOrder.findLastIndex(([verdict]) => verdict === "inverted");
        const [, inverted] = inOrder[last] ?? ["inverted", Number.NEGATIVE_INFINITY];
        const fitting = new Set(
          inOrder.flatMap(([verdict, time], index) =>
            verdict === "fits" && index > last && time > inverted ? [time] : [],
          ),
        );
        expect(after(inOrder) === null).toBe(last === -1 || fitting.size >= 2);
      },
    ),
  );
});

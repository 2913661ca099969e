import fc from "fast-check";
import { expect, test } from "vitest";
import { leaveOutWithheld } from "@/server/market/archive/leave-out-withheld";

const shown = (
  states: readonly (readonly [at: number, text: string])[],
  ...times: readonly (readonly [since: number, until: number])[]
): (readonly [number, string])[] =>
  leaveOutWithheld(
    states.map(([at, text]) => ({ at, text })),
    times.map(([since, until]) => ({ since, until })),
  ).map(({ at, text }) => [at, text] as const);

test("a market state within a withheld period is left out, even if the period has no end", () => {
  const states = [
    [1, "a"],
    [2, "b"],
    [3, "c"],
  ] as const;
  expect(shown(states, [2, 3])).toEqual([
    [1, "a"],
    [3, "c"],
  ]);
  expect(shown(states, [2, Number.POSITIVE_INFINITY])).toEqual([[1, "a"]]);
});

test("a market state that begins within a withheld period and outlasts the period is dated at the end of the period", () => {
  expect(
    shown(
      [
        [1, "a"],
        [3, "b"],
      ],
      [2, 4],
    ),
  ).toEqual([
    [1, "a"],
    [4, "b"],
  ]);
});

test("outside the withheld periods, the market's state at every time is unchanged, and no state begins within a withheld period", () => {
  const moment = fc.nat(20);
  const states = fc.uniqueArray(fc.tuple(moment, fc.constantFrom("", "a", "b", "c")), {
    selector: ([at]) => at,
  });
  const times = fc.array(
    fc.tuple(moment, fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(Number.POSITIVE_INFINITY))),
    { maxLength: 3 },
  );
  const stateAt = (all: readonly (readonly [number, string])[], at: number) =>
    all.findLast(([from]) => from <= at)?.[1] ?? "";
  fc.assert(
    fc.property(states, times, (unsorted, periods) => {
      const recorded = unsorted.sort(([a], [b]) => a - b);
      const withheld = periods.map(([since, length]) => [since, since + length] as const);
      const result = shown(recorded, ...withheld);
      for (let at = 0; at <= 30; at++) {
        const isWithheld = withheld.some(([since, until]) => at >= since && at < until);
        if (isWithheld) expect(result.some(([from]) => from === at)).toBe(false);
        else expect(stateAt(result, at)).toBe(stateAt(recorded, at));
      }
    }),
  );
});

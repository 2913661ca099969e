import fc from "fast-check";
import { expect, test } from "vitest";
import {
  rowsForLateState,
  type StoredState,
  withInserted,
} from "@/server/ingest/recorder/compare/rows-for-late-state";

const greatest = (texts: readonly string[]) => [...texts].sort().at(-1) ?? "";

/** The expected states, computed from the complete list of observations. */
const naiveStates = (observations: readonly StoredState[]): StoredState[] => {
  const moments = [...new Set(observations.map((o) => o.at))].sort((a, b) => a - b);
  const states: StoredState[] = [];
  for (const at of moments) {
    const text = greatest(observations.filter((o) => o.at === at).map((o) => o.text));
    if (text !== (states.at(-1)?.text ?? "")) states.push({ at, text });
  }
  return states;
};

const collapse = (rows: readonly StoredState[]) =>
  rows.filter((row, index) => row.text !== (rows[index - 1]?.text ?? ""));

const observation = fc.record({
  at: fc.integer({ min: 1, max: 12 }),
  text: fc.constantFrom("", "A", "B", "C"),
});

test("if observations are inserted in any order, some of them twice, the result equals the states computed from the complete list", () => {
  fc.assert(
    fc.property(fc.array(observation, { maxLength: 30 }), (observations) => {
      let rows: StoredState[] = [];
      const seen: number[] = [];
      for (const next of observations) {
        rows = withInserted(rows, rowsForLateState(rows, seen, next));
        seen.push(next.at);
        seen.sort((a, b) => a - b);
      }
      expect(collapse(rows)).toEqual(naiveStates(observations));
    }),
    { numRuns: 2000 },
  );
});

test("if a late observation of price B falls between two observations of price A, price A is restored at the time of the later observation of A", () => {
  expect(rowsForLateState([{ at: 1, text: "A" }], [1, 3], { at: 2, text: "B" })).toEqual([
    { at: 2, text: "B" },
    { at: 3, text: "A" },
  ]);
});

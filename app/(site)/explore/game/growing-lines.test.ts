import { expect, test } from "vitest";
import { linesWithin } from "@/app/(site)/explore/game/growing-lines";

test.each([
  { counts: [60, 60, 60], rows: 100, shown: 2 },
  { counts: [60, 60, 60], rows: 200, shown: 3 },
  { counts: [150, 1], rows: 100, shown: 1 },
  { counts: [2, 3], rows: 100, shown: 2 },
])(
  "if lines have $counts rows and $rows rows are wanted, the number of shown lines is $shown",
  ({ counts, rows, shown }) => {
    const lines = counts.map((count) => ({ rows: Array(count).fill(undefined) }));
    expect(linesWithin(lines, rows)).toBe(shown);
  },
);

test("without lines, no line is shown", () => {
  expect(linesWithin([], 100)).toBe(0);
});

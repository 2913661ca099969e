import { expect, test } from "vitest";
import { linesWithin } from "@/app/(site)/explore/growing-lines";

const linesOf = (...counts: number[]) => counts.map((count) => ({ rows: Array(count).fill(undefined) }));

test.each([
  [linesOf(60, 60, 60), 100, 2],
  [linesOf(60, 60, 60), 200, 3],
  [linesOf(150, 1), 100, 1],
  [linesOf(2, 3), 100, 2],
  [linesOf(), 100, 0],
])(
  "linesWithin returns how many lines are needed for a number of rows, or the number of all lines if they have fewer rows",
  (lines, rows, shown) => {
    expect(linesWithin(lines, rows)).toBe(shown);
  },
);

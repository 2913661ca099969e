import { expect, test } from "vitest";
import { progressLines } from "@/server/ops/show-progress";

/** The progress lines of an import of one file. A tenth of the file is recorded every `stepMs`. */
const linesOf = (stepMs: number): string[] => {
  let at = 0;
  const lines: string[] = [];
  const { onProgress } = progressLines(
    1,
    (line) => lines.push(line),
    () => at,
  );
  onProgress({ file: "odds.csv", filesDone: 0, part: undefined, prices: 0 });
  for (let tenth = 0; tenth < 10; tenth++) {
    onProgress({ file: "odds.csv", filesDone: 0, part: tenth / 10, prices: tenth * 1000 });
    at += stepMs;
  }
  onProgress({ file: "odds.csv", filesDone: 1, part: 1, prices: 10_000 });
  return lines;
};

test("without a terminal, the import of a large file prints a progress line every two seconds", () => {
  expect(linesOf(1000)).toEqual([
    "1/1 odds.csv reading\n",
    "1/1 odds.csv 20% 2,000 prices, 1,000/s\n",
    "1/1 odds.csv 40% 4,000 prices, 1,000/s\n",
    "1/1 odds.csv 60% 6,000 prices, 1,000/s\n",
    "1/1 odds.csv 80% 8,000 prices, 1,000/s\n",
    "1/1 odds.csv 100% 10,000 prices, 1,000/s\n",
  ]);
});

test("without a terminal, the import of a small file prints one line at its start and one at its end", () => {
  expect(linesOf(10)).toEqual(["1/1 odds.csv reading\n", "1/1 odds.csv 100% 10,000 prices, 100,000/s\n"]);
});

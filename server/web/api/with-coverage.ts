import type { Board } from "@/server/market/board/board";
import type { Coverage } from "@/server/market/board/quoted-now/coverage";

/** Passes what is quoted now to `use`. Without a promise if it is known, because each promise costs time on every call. */
export const withCoverage = <Result>(
  board: Pick<Board, "coverage">,
  use: (coverage: Coverage) => Result,
): Result | Promise<Result> => {
  const coverage = board.coverage();
  return coverage instanceof Promise ? coverage.then(use) : use(coverage);
};

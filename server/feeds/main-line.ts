/** The figures of a ladder's line by which the main line is chosen. */
type LadderLine = {
  readonly point: number;
  /** Distance of the mid of yes (or of the first outcome) from one half, in any unit; undefined if a side of the book is empty. */
  readonly skew: number | undefined;
  /** Contracts at the best prices of both sides; 0 if unknown. */
  readonly depth: number;
};

const isBetter = (a: LadderLine, b: LadderLine): boolean => {
  const [skewA, skewB] = [a.skew ?? Number.POSITIVE_INFINITY, b.skew ?? Number.POSITIVE_INFINITY];
  if (skewA !== skewB) return skewA < skewB;
  if (a.depth !== b.depth) return a.depth > b.depth;
  return a.point < b.point;
};

/**
 * The main line of a ladder at a venue that marks none: the mid nearest one half, then the larger size, then the lower point. Undefined
 * if no line is quoted on both sides.
 */
export const chooseMainLine = <Line>(
  lines: readonly Line[],
  measure: (line: Line) => LadderLine,
): Line | undefined =>
  lines
    .filter((line) => measure(line).skew !== undefined)
    .reduce<Line | undefined>(
      (best, line) => (best === undefined || isBetter(measure(line), measure(best)) ? line : best),
      undefined,
    );

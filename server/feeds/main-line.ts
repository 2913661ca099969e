/** The figures of one line of a ladder, by which the main line is chosen. */
type LadderLine = {
  readonly point: number;
  /** Distance from one half to the midpoint of bid and ask on yes or the first outcome, in any unit; undefined if a side is empty. */
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
 * The main line of a ladder at a venue that marks none: the line whose midpoint is nearest one half. Among equals, the larger size decides,
 * then the lower point. Undefined if no line is quoted on both sides.
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

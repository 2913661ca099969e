type LadderLine = {
  readonly point: number;
  /**
   * How far the midpoint of bid and ask is from a probability of 0.5, in a unit that all lines share. Undefined if the bid or the ask is
   * missing.
   */
  readonly skew: number | undefined;
  /** The number of contracts at the best bid and the best ask together; 0 if unknown. */
  readonly depth: number;
};

const isBetter = (a: LadderLine, b: LadderLine): boolean => {
  const [skewA, skewB] = [a.skew ?? Number.POSITIVE_INFINITY, b.skew ?? Number.POSITIVE_INFINITY];
  if (skewA !== skewB) return skewA < skewB;
  if (a.depth !== b.depth) return a.depth > b.depth;
  return a.point < b.point;
};

/**
 * Chooses the main line of a ladder, for venues that do not mark the main line. It is the line whose midpoint of bid and ask is nearest to
 * a probability of 0.5. If lines are equally near, the larger depth decides, then the lower point. Undefined if no line has both a bid and
 * an ask.
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

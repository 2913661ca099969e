/** The sum of probabilities. For the implied probabilities of one line, the sum is 1 plus the margin. */
const sumOf = (probabilities: readonly number[]): number =>
  probabilities.reduce((sum, probability) => sum + probability, 0);

/** The probabilities of one line without the margin. @param implied one probability per side. */
export const withoutMargin = (implied: readonly number[]): readonly number[] => {
  const sum = sumOf(implied);
  return implied.map((probability) => probability / sum);
};

const medianOf = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
};

/**
 * The consensus of all books on the probability of each side: the median of their margin-free probabilities, scaled to sum to 1.
 * @param quotes the implied probabilities of each book that quotes every side of the line.
 * @returns undefined if `quotes` is empty.
 */
export const consensusOf = (quotes: readonly (readonly number[])[]): readonly number[] | undefined => {
  const [first] = quotes;
  if (first === undefined) return undefined;
  const fair = quotes.map(withoutMargin);
  return withoutMargin(first.map((_, side) => medianOf(fair.map((quote) => quote[side] ?? 0))));
};

/**
 * The hold of a line: the share of all stakes that the books keep if every side pays out the same. The hold is negative if a customer can
 * bet on all sides and make a profit whichever side wins.
 * @param implied the implied probability of each side.
 */
export const holdOf = (implied: readonly number[]): number => 1 - 1 / sumOf(implied);

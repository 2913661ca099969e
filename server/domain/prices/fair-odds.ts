/** The sum of probabilities. For the implied probabilities of one line, the sum is 1 plus the margin. */
const sumOf = (probabilities: readonly number[]): number =>
  probabilities.reduce((sum, probability) => sum + probability, 0);

/** The probabilities of one line without the margin. @param implied one probability per side. */
export const withoutMargin = (implied: readonly number[]): readonly number[] => {
  const sum = sumOf(implied);
  return implied.map((probability) => probability / sum);
};

/**
 * The hold of a line: the share of all stakes that the books keep if every side pays out the same. The hold is negative if a customer can
 * bet on all sides and make a profit whichever side wins.
 * @param implied the implied probability of each side.
 */
export const holdOf = (implied: readonly number[]): number => 1 - 1 / sumOf(implied);

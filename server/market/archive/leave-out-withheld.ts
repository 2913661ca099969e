/** The state of a market from `at` (ms since the epoch) until the next state. An empty text means that the market was withdrawn. */
type MarketState = { readonly at: number; readonly text: string };

/** A period during which a book was not served, in ms since the epoch. `until` is exclusive. */
export type WithheldPeriod = { readonly since: number; readonly until: number };

/**
 * Leaves out the states that began while the book was withheld. When a withheld period ends and the book is served again, the result has a
 * state that begins at this moment, with the prices that the market then had.
 * @param states ascending.
 */
export const leaveOutWithheld = (
  states: readonly MarketState[],
  periods: readonly WithheldPeriod[],
): readonly MarketState[] => {
  const isWithheld = (at: number): boolean => periods.some(({ since, until }) => at >= since && at < until);
  const returned = periods
    .filter(({ until }) => Number.isFinite(until) && !isWithheld(until))
    .flatMap(({ until }) => {
      const last = states.findLast(({ at }) => at <= until);
      return last === undefined || last.at === until ? [] : [{ at: until, text: last.text }];
    });
  return [...states.filter(({ at }) => !isWithheld(at)), ...returned].sort((a, b) => a.at - b.at);
};

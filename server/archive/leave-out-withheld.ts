/** A state of a market from `at` (ms) on; an empty text means withdrawn. */
type State = { readonly at: number; readonly text: string };

/** A time (ms) during which a book was not served: from `since` to before `until`. */
export type WithheldTime = { readonly since: number; readonly until: number };

/**
 * The states of a market without the time during which its book was withheld. What stands when the book is served again is a state of
 * that moment, at which it was recorded again unchanged.
 *
 * @param states ascending.
 */
export const leaveOutWithheld = (
  states: readonly State[],
  times: readonly WithheldTime[],
): readonly State[] => {
  const isWithheld = (at: number): boolean => times.some(({ since, until }) => at >= since && at < until);
  const returned = times
    .filter(({ until }) => Number.isFinite(until) && !isWithheld(until))
    .flatMap(({ until }) => {
      const standing = states.findLast(({ at }) => at <= until);
      return standing === undefined ? [] : [{ at: until, text: standing.text }];
    });
  return [...states.filter(({ at }) => !isWithheld(at)), ...returned].sort((a, b) => a.at - b.at);
};

import type { SidesVerdict } from "@/server/prices/inverted/judge-sides";

/** The state of a book that is withheld from a fixture because it looks inverted. Times are ms since the epoch. */
export type WithheldSides = {
  /** The first check that was judged inverted. */
  readonly since: number;
  /** The last check that was judged `inverted` or `fits`. */
  readonly judgedCheck: number;
  /** How many checks in a row have fitted since the last inverted one. */
  readonly fittingChecks: number;
};

/** Null: the book is served. */
export type SidesState = WithheldSides | null;

/** More than one, because a feed may swap its sides back and forth. */
const checksToReturn = 2;

/**
 * Computes the state of a book after a verdict on its check of `checkTime`. A book is withheld once a check is judged inverted, and
 * served again after two consecutive checks that fit the other books' prices. A check may be judged again when another book changes, but
 * counts once. `unjudged` changes nothing: a withheld book stays withheld while too few others quote, because their absence proves nothing.
 *
 * @returns `state` itself if nothing has changed.
 */
export const nextSidesState = (state: SidesState, verdict: SidesVerdict, checkTime: number): SidesState => {
  if (verdict === "unjudged") return state;
  if (state === null)
    return verdict === "fits" ? null : { since: checkTime, judgedCheck: checkTime, fittingChecks: 0 };
  const isNewCheck = checkTime > state.judgedCheck;
  if (verdict === "inverted")
    return isNewCheck || state.fittingChecks > 0
      ? { ...state, judgedCheck: Math.max(checkTime, state.judgedCheck), fittingChecks: 0 }
      : state;
  if (!isNewCheck) return state;
  const fittingChecks = state.fittingChecks + 1;
  return fittingChecks >= checksToReturn ? null : { ...state, judgedCheck: checkTime, fittingChecks };
};

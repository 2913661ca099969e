import type { SidesVerdict } from "@/server/prices/inverted/judge-sides";

/** A book that is not served for a fixture because it looks inverted. Times are ms since the epoch. */
export type WithheldSides = {
  /** The check that was judged inverted first. */
  readonly since: number;
  /** The last check that was judged `inverted` or `fits`. */
  readonly judgedCheck: number;
  /** Checks that fitted since the last one that was inverted. */
  readonly fittingChecks: number;
};

/** Null: the book is served. */
export type SidesState = WithheldSides | null;

/** One check that fits can be a feed that swaps its sides back and forth. */
const checksToReturn = 2;

/**
 * The state of a book of a fixture after a verdict on its check of `checkTime`. A book is withheld as soon as a check is judged
 * inverted, and served again after two consecutive checks that fit. A check can be judged again when another book changes; it counts
 * once. `unjudged` changes nothing: a withheld book stays withheld while too few others quote, since their absence proves nothing.
 *
 * @returns `state` itself where nothing has changed.
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

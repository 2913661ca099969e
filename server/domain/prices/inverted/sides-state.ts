import type { SidesVerdict } from "@/server/domain/prices/inverted/judge-sides";

/** The state of a book that is withheld from a fixture because it looks inverted. Times are ms since the epoch. */
export type WithheldSides = {
  /** The first check that was judged inverted. */
  readonly since: number;
  /** The last check that was judged `inverted` or `fits`. */
  readonly lastJudgedAt: number;
  /** How many checks have fitted since the last inverted check. */
  readonly fittingChecks: number;
};

/** Null: the book is served. */
export type SidesState = WithheldSides | null;

/** How many checks must fit before a book is served again. More than one, because a feed may swap its sides back and forth. */
const checksToReturn = 2;

/**
 * Computes the state of a book after a verdict on its check at `checkTime`. If a check is judged inverted, the book is withheld. After two
 * fitting checks with no inverted check between them, the book is served again. The same check is judged again whenever another book's prices
 * change. So a fit counts only if its check is newer than the last one judged.
 *
 * @returns `state` itself if nothing has changed.
 */
export const nextSidesState = (state: SidesState, verdict: SidesVerdict, checkTime: number): SidesState => {
  if (verdict === "unjudged") return state;
  if (state === null)
    return verdict === "fits" ? null : { since: checkTime, lastJudgedAt: checkTime, fittingChecks: 0 };
  const isNewCheck = checkTime > state.lastJudgedAt;
  if (verdict === "inverted")
    return isNewCheck || state.fittingChecks > 0
      ? { ...state, lastJudgedAt: Math.max(checkTime, state.lastJudgedAt), fittingChecks: 0 }
      : state;
  if (!isNewCheck) return state;
  const fittingChecks = state.fittingChecks + 1;
  return fittingChecks >= checksToReturn ? null : { ...state, lastJudgedAt: checkTime, fittingChecks };
};

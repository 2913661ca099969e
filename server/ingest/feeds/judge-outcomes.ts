import type { Market } from "@/server/domain/catalogue/markets";
import type { Side } from "@/server/domain/catalogue/sides";
import { groupBy } from "@/server/domain/collections";
import { impliedProbability } from "@/server/domain/prices/implied-probability";
import { orderOutcomes } from "@/server/domain/prices/order-outcomes";
import type { Outcome } from "@/server/domain/prices/outcome";
import type { RejectedOutcome } from "@/server/ingest/feeds/check-outcome";
import { lineOf } from "@/server/ingest/feeds/lines";
import { type RejectionDetail, type RejectionTally, reject } from "@/server/ingest/feeds/rejection-tally";

/** The lowest plausible sum of a line's implied probabilities. In recordings of exchanges and prediction markets, all sums exceed 0.97. */
export const minProbabilitySum = 0.9;

/**
 * The highest plausible sum of a line's implied probabilities. In a recording of 89 sports at 64 books, only empty books of exchanges
 * exceed it, such as 1.04 / 1.04 / 1.03.
 */
export const maxProbabilitySum = 1.5;

/** What one source lists under one market key of one event. */
export type ListedMarket = {
  readonly market: Market;
  /** All sides that the market has in this sport. */
  readonly sides: readonly Side[];
  readonly outcomes: readonly Outcome[];
  readonly rejected: readonly RejectedOutcome[];
};

type Line = { readonly bets: Map<Side, [Outcome, ...Outcome[]]> };

const samePrice = (a: Outcome, b: Outcome): boolean => JSON.stringify(a.price) === JSON.stringify(b.price);
const sameSize = (a: Outcome, b: Outcome): boolean =>
  a.size?.kind === b.size?.kind && a.size?.amount === b.size?.amount;

const withoutSize = ({ size: _, ...outcome }: Outcome): Outcome => outcome;

const gatherLines = ({ market, outcomes }: ListedMarket): Map<string, Line> => {
  const lines = groupBy(outcomes, (outcome) => lineOf(outcome, market.shape));
  return new Map([...lines].map(([key, ofLine]) => [key, { bets: groupBy(ofLine, ({ side }) => side) }]));
};

const isConflict = ([first, ...others]: readonly [Outcome, ...Outcome[]]): boolean =>
  others.some((other) => !samePrice(first, other));

const countBets = ({ bets }: Line): number =>
  [...bets.values()].reduce((sum, listed) => sum + listed.length, 0);

const pricesOf = (outcomes: readonly Outcome[]): string =>
  outcomes.map(({ side, price }) => `${side} ${JSON.stringify(price)}`).join(", ");

/** Keeps one outcome of each bet. If a bet is listed several times with different sizes, its outcome gets no size. */
const collapse = ({ bets }: Line): Outcome[] =>
  [...bets.values()].map(([first, ...others]) =>
    others.every((other) => sameSize(first, other)) ? first : withoutSize(first),
  );

/** Whether the prices of all sides of a line sum to a probability that no book offers. A line without all sides has no margin. */
export const hasImpossibleMargin = (outcomes: readonly Outcome[], sides: readonly Side[]): boolean => {
  if (outcomes.length !== sides.length) return false;
  const sum = outcomes.reduce((total, { price }) => total + impliedProbability(price), 0);
  // Sums such as 0.5 + 0.5 + 0.5 are not exact in binary.
  return sum < minProbabilitySum || (sides.length > 1 && sum > maxProbabilitySum + 1e-9);
};

/** Why a moneyline with missing sides is rejected; undefined if no side is missing. */
const findMissingSide = (
  outcomes: readonly Outcome[],
  sides: readonly Side[],
): RejectionDetail | undefined => {
  const listed = new Set(outcomes.map(({ side }) => side));
  if (listed.size === sides.length) return undefined;
  const detail = `only ${[...listed].join(" and ")}`;
  if (listed.size === 1) return { reason: "one_sided", detail };
  return { reason: listed.has("draw") ? "side_missing" : "draw_missing", detail };
};

/** Whether a main market lists its two sides on different lines, such as over 44.5 and under 45.5. */
const haveDifferentPoints = ({ role, shape }: Market, single: readonly Outcome[]): boolean =>
  role === "main" && shape.point === "required" && new Set(single.map(({ side }) => side)).size > 1;

/**
 * Judges the outcomes of one market together, and returns the usable ones in canonical order. A line is accepted or rejected as a whole.
 * A price that is rejected only because of another price of its line counts as `line_rejected`.
 *
 * | what is listed on the line | what happens to the line | counted as |
 * |---|---|---|
 * | the same bet twice at one price | accepted once | repeated |
 * | the same bet at two prices | rejected | conflicting_prices |
 * | an outcome that cannot occur in the market: a draw in a spread, a team in a game total | rejected | the outcome's own reason |
 * | all sides, with implied probabilities that add up to less than `minProbabilitySum` or more than `maxProbabilitySum` | rejected | impossible_margin |
 * | one side only: the other is missing or unusable | accepted, because the bet does not depend on the other side | |
 * | in a main market: home -3.5 with away -3.5, over 44.5 with under 45.5 | rejected | points_do_not_meet |
 * | in a moneyline: a side is missing, and no listed side is unusable | rejected | one_sided, draw_missing, side_missing |
 * | in a moneyline: a side with an unusable price | every line rejected, because the other bets depend on this side | the outcome's own reason |
 *
 * An outcome that cannot occur in the market may also lack the point, team or player that identifies its line. Then every line of the
 * market is rejected, because the outcome may be on any of them.
 *
 * @param needsAllSides true for a moneyline: if a side is missing, the prices may belong to another market, such as `draw_no_bet`.
 * @returns `isDamaged`: a part of the listing is unusable, so the book's offer is unknown.
 */
export const judgeOutcomes = (
  listed: ListedMarket,
  needsAllSides: boolean,
  tally: RejectionTally,
  subject: string,
): { readonly outcomes: Outcome[]; readonly isDamaged: boolean } => {
  const { market, sides, rejected } = listed;
  const isRejectedWhole = rejected.some(({ rejectedLines }) => rejectedLines === null || needsAllSides);
  const linesToReject = new Set(rejected.flatMap(({ rejectedLines }) => rejectedLines ?? []));
  const kept: Outcome[] = [];
  const single: Outcome[] = [];
  let isDamaged = rejected.length > 0;

  for (const [key, line] of gatherLines(listed)) {
    const conflicts = [...line.bets.values()].filter(isConflict);
    if (isRejectedWhole || linesToReject.has(key) || conflicts.length > 0) {
      isDamaged = true;
      for (const bet of conflicts)
        reject(tally, { reason: "conflicting_prices", detail: pricesOf(bet) }, bet.length, subject);
      const rest = countBets(line) - conflicts.reduce((sum, bet) => sum + bet.length, 0);
      const detail = "another price of the line was rejected";
      if (rest > 0) reject(tally, { reason: "line_rejected", detail }, rest, subject);
      continue;
    }
    const outcomes = collapse(line);
    tally.repeated += countBets(line) - outcomes.length;
    const missing = needsAllSides ? findMissingSide(outcomes, sides) : undefined;
    if (missing !== undefined) reject(tally, missing, outcomes.length, subject);
    else if (hasImpossibleMargin(outcomes, sides)) {
      isDamaged = true;
      reject(tally, { reason: "impossible_margin", detail: pricesOf(outcomes) }, outcomes.length, subject);
    } else if (outcomes.length > 1) kept.push(...outcomes);
    else single.push(...outcomes);
  }

  if (!haveDifferentPoints(market, single)) kept.push(...single);
  else {
    isDamaged = true;
    const detail = single.map(({ side, point }) => `${side} ${point}`).join(", ");
    reject(tally, { reason: "points_do_not_meet", detail }, single.length, subject);
  }
  return { outcomes: orderOutcomes(kept), isDamaged };
};

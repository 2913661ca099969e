import type { Market } from "@/server/catalogue/markets";
import type { RefusedOutcome } from "@/server/feeds/check-outcome";
import { lineOf } from "@/server/feeds/lines";
import { type RejectionDetail, type RejectionTally, reject } from "@/server/feeds/rejection-tally";
import { impliedProbability } from "@/server/prices/implied-probability";
import { orderOutcomes } from "@/server/prices/order-outcomes";
import type { Outcome, Side } from "@/server/prices/outcome";

/** No book sells all sides of a line this far below 1: recorded exchanges and prediction markets stay above 0.97. */
export const lowestMargin = 0.9;

/** What one source lists under one market key of one event. */
export type ListedMarket = {
  readonly market: Market;
  /** All that the market has in the sport. */
  readonly sides: readonly Side[];
  readonly outcomes: readonly Outcome[];
  readonly refused: readonly RefusedOutcome[];
};

type Line = { readonly bets: Map<Side, [Outcome, ...Outcome[]]> };

const samePrice = (a: Outcome, b: Outcome): boolean => JSON.stringify(a.price) === JSON.stringify(b.price);
const sameSize = (a: Outcome, b: Outcome): boolean =>
  a.size?.kind === b.size?.kind && a.size?.amount === b.size?.amount;

const withoutSize = ({ size: _, ...outcome }: Outcome): Outcome => outcome;

const gatherLines = ({ market, outcomes }: ListedMarket): Map<string, Line> => {
  const lines = new Map<string, Line>();
  for (const outcome of outcomes) {
    const key = lineOf(outcome, market.shape);
    const line = lines.get(key) ?? { bets: new Map() };
    lines.set(key, line);
    const bet = line.bets.get(outcome.side);
    if (bet === undefined) line.bets.set(outcome.side, [outcome]);
    else bet.push(outcome);
  }
  return lines;
};

const isConflict = ([first, ...others]: readonly [Outcome, ...Outcome[]]): boolean =>
  others.some((other) => !samePrice(first, other));

const countBets = ({ bets }: Line): number =>
  [...bets.values()].reduce((sum, listed) => sum + listed.length, 0);

const pricesOf = (outcomes: readonly Outcome[]): string =>
  outcomes.map(({ side, price }) => `${side} ${JSON.stringify(price)}`).join(", ");

/** Of sizes that disagree at one price none is kept. */
const collapse = ({ bets }: Line): Outcome[] =>
  [...bets.values()].map(([first, ...others]) =>
    others.every((other) => sameSize(first, other)) ? first : withoutSize(first),
  );

const hasImpossibleMargin = (outcomes: readonly Outcome[], sides: readonly Side[]): boolean =>
  outcomes.length === sides.length &&
  outcomes.reduce((sum, { price }) => sum + impliedProbability(price), 0) < lowestMargin;

/** Why a market that is one bet cannot be taken without the sides that it lacks. */
const lackOf = (outcomes: readonly Outcome[], sides: readonly Side[]): RejectionDetail | undefined => {
  const listed = new Set(outcomes.map(({ side }) => side));
  if (listed.size === sides.length) return undefined;
  const detail = `only ${[...listed].join(" and ")}`;
  if (listed.size === 1) return { reason: "one_sided", detail };
  return { reason: listed.has("draw") ? "side_missing" : "draw_missing", detail };
};

/** A main market has one line: single sides at points that do not meet are none of it. */
const doNotMeet = ({ role, shape }: Market, single: readonly Outcome[]): boolean =>
  role === "main" && shape.point === "required" && new Set(single.map(({ side }) => side)).size > 1;

/**
 * What is left of one market's outcomes when they are judged together, in canonical order. A line is kept or rejected whole; the rest
 * of a rejected line counts as `line_rejected`.
 *
 * | on the line | the line | counted as |
 * |---|---|---|
 * | the same bet twice at one price | is kept, once | repeated |
 * | the same bet at two prices: nobody can say which is right | goes | conflicting_prices |
 * | an outcome that does not belong: a draw in a spread, a team in a game total | goes | the outcome's own reason |
 * | all sides, adding up to less than `lowestMargin` | goes | impossible_margin |
 * | one side, its other one not listed or without a usable price | is kept: what it is a bet on does not depend on the other | |
 * | of a main market: home -3.5 beside away -3.5, over 44.5 beside under 45.5 | goes | points_do_not_meet |
 * | of a moneyline: not all sides, none unusable | goes | one_sided, draw_missing, side_missing |
 * | of a moneyline: a side whose price is unusable: which bet the others are depends on it | goes | the outcome's own reason |
 *
 * An outcome that does not belong and states no line takes the whole market with it.
 *
 * @param needsAllSides the market is a moneyline: which bet its prices are depends on which sides there are.
 * @returns `isDamaged`: something was listed that cannot be used, so what the book offers there is not known.
 */
export const settleOutcomes = (
  listed: ListedMarket,
  needsAllSides: boolean,
  tally: RejectionTally,
  subject: string,
): { readonly outcomes: Outcome[]; readonly isDamaged: boolean } => {
  const { market, sides, refused } = listed;
  const isSpoiltWhole = refused.some(({ spoils }) => spoils === null || needsAllSides);
  const spoilt = new Set(refused.flatMap(({ spoils }) => spoils ?? []));
  const kept: Outcome[] = [];
  const single: Outcome[] = [];
  let isDamaged = refused.length > 0;

  for (const [key, line] of gatherLines(listed)) {
    const conflicts = [...line.bets.values()].filter(isConflict);
    if (isSpoiltWhole || spoilt.has(key) || conflicts.length > 0) {
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
    const lack = needsAllSides ? lackOf(outcomes, sides) : undefined;
    if (lack !== undefined) reject(tally, lack, outcomes.length, subject);
    else if (hasImpossibleMargin(outcomes, sides)) {
      isDamaged = true;
      reject(tally, { reason: "impossible_margin", detail: pricesOf(outcomes) }, outcomes.length, subject);
    } else if (outcomes.length > 1) kept.push(...outcomes);
    else single.push(...outcomes);
  }

  if (!doNotMeet(market, single)) kept.push(...single);
  else {
    isDamaged = true;
    const detail = single.map(({ side, point }) => `${side} ${point}`).join(", ");
    reject(tally, { reason: "points_do_not_meet", detail }, single.length, subject);
  }
  return { outcomes: orderOutcomes(kept), isDamaged };
};

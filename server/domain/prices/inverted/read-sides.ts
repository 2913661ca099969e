import type { Sport, SportGroup } from "@/server/domain/catalogue/sports";
import { impliedProbability } from "@/server/domain/prices/implied-probability";
import type { Outcome } from "@/server/domain/prices/outcome";

/**
 * How far a book leans to the home team: the logarithm of the ratio of the implied probabilities, home to away. A margin that raises all
 * probabilities by the same factor does not change the ratio. The draw does not change it either, so two-way and three-way prices of one
 * game are comparable. If a book swaps the sides, its lean changes its sign.
 */
export type Lean = {
  readonly lean: number;
  /** Probabilities without the margin: home, away and the draw sum to 1. */
  readonly home: number;
  readonly away: number;
};

/** The prices of one book for the full game of a fixture. */
export type SidesQuote = {
  readonly h2h?: readonly Outcome[] | undefined;
  readonly h2h_3_way?: readonly Outcome[] | undefined;
  readonly spreads?: readonly Outcome[] | undefined;
};

/** The leans of one book. Undefined for a market that the book does not quote, or whose prices are unusable. */
export type SidesReading = { readonly moneyline: Lean | undefined; readonly spread: Lean | undefined };

type SpreadSport = Pick<Sport, "group" | "canDraw">;

/**
 * Bounds of the sum of implied probabilities. Outside these bounds, prices are not meaningful. For example, an exchange without offers
 * quotes the decimal price 1.04 on every side. Because of the maximum, one absurd offer cannot make a book look inverted. Suppose that a
 * book's price of the favourite correctly implies a probability of 0.60. The book looks inverted only if its offer on the other team
 * implies at least 0.83, which is 1.39 times 0.60 (see `minInvertedLean`). The sum is then at least 1.43, which is above the maximum.
 */
const maxSum = 1.35;
const minSum = 0.9;

/** The maximum lean to either team. For heavier favourites, one price step of 0.01 would change the lean too much. */
const maxLean = 3.5;

/** Lean per point of a spread: medians over recorded books that quote moneyline and spread. Other sports have no recorded spreads. */
const leanPerPoint: ReadonlyMap<SportGroup, number> = new Map([
  ["American Football", 0.13],
  ["Aussie Rules", 0.044],
  ["Baseball", 0.42],
  ["Basketball", 0.125],
  ["Ice Hockey", 0.6],
  ["Rugby League", 0.09],
  ["Soccer", 1.3],
]);

/** The usual probability of the draw in a soccer match whose favourite has a probability of 0.60. */
const usualDraw = 0.23;

const impliedBy = ({ price }: Outcome): number => impliedProbability(price);

const isUsable = (sum: number): boolean => sum >= minSum && sum <= maxSum;

const bounded = (lean: number): number => Math.max(-maxLean, Math.min(maxLean, lean));

/** The lean of a moneyline, with or without the draw; undefined if a team has no price or the prices are not meaningful. */
const readMoneyline = (outcomes: readonly Outcome[] | undefined): Lean | undefined => {
  if (outcomes === undefined) return undefined;
  let [home, away, draw] = [0, 0, 0];
  for (const outcome of outcomes) {
    if (outcome.side === "home") home = impliedBy(outcome);
    else if (outcome.side === "away") away = impliedBy(outcome);
    else draw = impliedBy(outcome);
  }
  const sum = home + away + draw;
  if (home === 0 || away === 0 || !isUsable(sum)) return undefined;
  return { lean: bounded(Math.log(home / away)), home: home / sum, away: away / sum };
};

/**
 * The lean of a spread, converted to a line of 0. In baseball, a line of -1.5 with a home probability of 0.42 has about the same lean as a
 * line of +1.5 with 0.72. Of several lines, the line with the most even prices is used. Undefined without a usable line.
 */
const readSpread = (
  outcomes: readonly Outcome[] | undefined,
  { group, canDraw }: SpreadSport,
): Lean | undefined => {
  const perPoint = leanPerPoint.get(group);
  if (outcomes === undefined || perPoint === undefined) return undefined;
  let main: { readonly ofPrices: number; readonly point: number } | undefined;
  for (const home of outcomes) {
    if (home.side !== "home" || home.point === undefined) continue;
    const { point } = home;
    const away = outcomes.find((other) => other.side === "away" && other.point === 0 - point);
    if (away === undefined || !isUsable(impliedBy(home) + impliedBy(away))) continue;
    const ofPrices = Math.log(impliedBy(home) / impliedBy(away));
    if (main === undefined || Math.abs(ofPrices) < Math.abs(main.ofPrices)) main = { ofPrices, point };
  }
  if (main === undefined) return undefined;
  const lean = bounded(main.ofPrices - perPoint * main.point);
  const decided = canDraw ? 1 - usualDraw : 1;
  const home = 1 / (1 + Math.exp(-lean));
  return { lean, home: decided * home, away: decided * (1 - home) };
};

/**
 * Reads the leans of one book. The moneyline is `h2h`, or else `h2h_3_way`. Callers can cache the result while the quote is unchanged.
 */
export const readSides = ({ h2h, h2h_3_way, spreads }: SidesQuote, sport: SpreadSport): SidesReading => ({
  moneyline: readMoneyline(h2h) ?? readMoneyline(h2h_3_way),
  spread: readSpread(spreads, sport),
});

import type { Sport, SportGroup } from "@/server/catalogue/sports";
import { impliedProbability } from "@/server/prices/implied-probability";
import type { Outcome } from "@/server/prices/outcome";

/**
 * How far a book leans to the home team, free of its margin: the logarithm of the home price's implied probability over the away
 * price's. A margin that is in proportion to the probabilities cancels out, be it positive, zero or negative, and so does the draw:
 * a two-way and a three-way price of one game have comparable leans, and mirrored sides negate the lean.
 */
export type Lean = {
  readonly lean: number;
  /** Probabilities with the margin taken out in proportion; with the draw they sum to 1. */
  readonly home: number;
  readonly away: number;
};

/** What one book quotes for the full game of a fixture. */
export type SidesQuote = {
  readonly h2h?: readonly Outcome[] | undefined;
  readonly h2h_3_way?: readonly Outcome[] | undefined;
  readonly spreads?: readonly Outcome[] | undefined;
};

/** Which way the markets of one book lean; undefined where it quotes none that can be read. */
export type SidesReading = { readonly moneyline: Lean | undefined; readonly spread: Lean | undefined };

type SpreadSport = Pick<Sport, "group" | "canDraw">;

/**
 * Beyond these sums a market says little: an exchange without offers lists 1.04 on every side. Below 1.44 a single absurd offer cannot
 * make a favourite of 0.60 look inverted.
 */
const maxSum = 1.35;
const minSum = 0.9;

/** Ticks of 0.01 make the lean of a longer favourite arbitrary. */
const maxLean = 3.5;

/** Lean per point of a spread, as recorded: medians over books that quote both markets. Other groups have no recorded spreads. */
const leanPerPoint: ReadonlyMap<SportGroup, number> = new Map([
  ["American Football", 0.13],
  ["Aussie Rules", 0.044],
  ["Baseball", 0.42],
  ["Basketball", 0.125],
  ["Ice Hockey", 0.6],
  ["Rugby League", 0.09],
  ["Soccer", 1.3],
]);

/** Of the draw, beside a soccer favourite of 0.60. */
const usualDraw = 0.23;

const impliedBy = ({ price }: Outcome): number => impliedProbability(price);

const isUsable = (sum: number): boolean => sum >= minSum && sum <= maxSum;

const bounded = (lean: number): number => Math.max(-maxLean, Math.min(maxLean, lean));

/** The lean of a moneyline, with or without the draw; undefined where a team has no price or the margin is impossible. */
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
 * The lean that a main spread stands for: the lean of its prices, moved to a line of 0. A run line of -1.5 at +160 and one of +1.5 at
 * -400 so say the same. Of several lines the one with the most even prices counts; undefined where no line has both sides.
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
 * Reads the quote of one book; a caller can keep the reading while the quote stays. The moneyline is `h2h`, or `h2h_3_way` where there is
 * no `h2h`.
 */
export const readSides = ({ h2h, h2h_3_way, spreads }: SidesQuote, sport: SpreadSport): SidesReading => ({
  moneyline: readMoneyline(h2h) ?? readMoneyline(h2h_3_way),
  spread: readSpread(spreads, sport),
});

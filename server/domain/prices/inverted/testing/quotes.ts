import type { Side } from "@/server/domain/catalogue/sides";
import type { SidesQuote } from "@/server/domain/prices/inverted/read-sides";
import type { Outcome } from "@/server/domain/prices/outcome";

const usualMargin = 1.045;

/** A decimal price, rounded to 0.01. `margin` is the sum of the implied probabilities of all sides: 1.045 means a margin of 4.5 %. */
const priced = (probability: number, margin: number): { readonly decimal: number } => ({
  decimal: Math.max(1.01, Math.round(100 / (probability * margin)) / 100),
});

/** A two-way market. `home` is the home team's probability, without margin. */
export const twoWay = (home: number, margin = usualMargin): Outcome[] => [
  { side: "home", price: priced(home, margin) },
  { side: "away", price: priced(1 - home, margin) },
];

export const threeWay = (home: number, away: number, margin = usualMargin): Outcome[] => [
  { side: "home", price: priced(home, margin) },
  { side: "away", price: priced(away, margin) },
  { side: "draw", price: priced(1 - home - away, margin) },
];

/** A spread. `point` is the home team's point. `home` is the probability that a bet on the home team wins, without margin. */
export const spread = (point: number, home = 0.5, margin = usualMargin): Outcome[] => [
  { side: "home", point, price: priced(home, margin) },
  { side: "away", point: 0 - point, price: priced(1 - home, margin) },
];

const mirroredSides = new Map<Side, Side>([
  ["home", "away"],
  ["away", "home"],
]);

const mirroredOutcome = (outcome: Outcome): Outcome => ({
  ...outcome,
  side: mirroredSides.get(outcome.side) ?? outcome.side,
});

/** The same prices with home and away exchanged. */
export const mirrored = (quote: SidesQuote): SidesQuote => ({
  h2h: quote.h2h?.map(mirroredOutcome),
  h2h_3_way: quote.h2h_3_way?.map(mirroredOutcome),
  spreads: quote.spreads?.map(mirroredOutcome),
});

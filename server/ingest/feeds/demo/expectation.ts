import type { Period } from "@/server/domain/catalogue/market-family";
import type { DemoBook } from "@/server/ingest/feeds/demo/demo-books";
import type { DemoGroup } from "@/server/ingest/feeds/demo/leagues";
import { hashText, mix, noise, randomSigned } from "@/server/ingest/feeds/demo/random";
import type { DemoFixture } from "@/server/ingest/feeds/demo/schedule";

/** The winning margin (home score minus away score) and the total that a book expects in one period. Both are normally distributed. */
export type Expectation = {
  readonly margin: number;
  readonly total: number;
  /** Standard deviation of the margin, and also of the total. */
  readonly deviation: number;
};

/** The normal distribution function (Abramowitz and Stegun 26.2.17, exact to 1e-7). */
const normal = (z: number): number => {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const poly =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = 0.3989422804014327 * Math.exp((-z * z) / 2) * poly;
  return z >= 0 ? 1 - tail : tail;
};

/**
 * The probability that a result is above the line. Results are whole numbers with a nearly normal distribution. A result equal to the line
 * does not count, because stakes are then returned.
 */
export const chanceAbove = (mean: number, deviation: number, line: number): number => {
  const more = normal((mean - (Math.floor(line) + 0.5)) / deviation);
  const less = normal((Math.ceil(line) - 0.5 - mean) / deviation);
  return more / (more + less);
};

/** Fair chances of the three results; they add up to 1. */
export const resultChances = ({ margin, deviation }: Expectation) => {
  const home = normal((margin - 0.5) / deviation);
  const away = normal((-margin - 0.5) / deviation);
  return { home, away, draw: 1 - home - away };
};

export const teamMean = ({ margin, total }: Expectation, team: "home" | "away"): number =>
  Math.max(0.2, (team === "home" ? total + margin : total - margin) / 2);

/** The share of the game that each period makes up. */
export const periodShares: Readonly<Record<Period, number>> = {
  full: 1,
  h1: 0.48,
  h2: 0.52,
  q1: 0.23,
  q2: 0.26,
  q3: 0.24,
  q4: 0.27,
  f5: 0.56,
};

/**
 * The standard deviation of a game's margin and total is this factor times the square root of the mean total. In sports in which each goal
 * or run counts as one, the factor is 1.
 */
const deviationFactors: Readonly<Record<DemoGroup, number>> = {
  "American Football": 1.95,
  "Aussie Rules": 2.4,
  Baseball: 1,
  Basketball: 0.9,
  "Ice Hockey": 1,
  "Rugby League": 2.1,
  Soccer: 1,
};

/** The next four constants are effects on a book's expected margin or total, in standard deviations. Each is named after its cause. */
const strength = 0.5;
const homeAdvantage = 0.12;
const movement = 0.06;
const disagreement = 0.02;

/** The margin and total that the book expects at `moment` for one period of the fixture. @param moment in ms since the epoch. */
export const expectationOf = (
  book: DemoBook,
  { league, seed, home, away }: DemoFixture,
  period: Period,
  moment: number,
): Expectation => {
  const deviation = deviationFactors[league.group] * Math.sqrt(league.total);
  const strengthOf = (team: string): number => randomSigned(mix(league.seed, hashText(team)));
  const opinion = mix(book.seed, seed);
  const drift = (salt: number): number =>
    movement * noise(mix(seed, salt), moment) + disagreement * randomSigned(mix(opinion, salt));
  const margin = homeAdvantage + strength * (strengthOf(home) - strengthOf(away)) + drift(1);
  const total = league.total * (1 + 0.05 * randomSigned(mix(seed, 3))) + deviation * drift(2);
  const share = periodShares[period];
  return {
    margin: margin * deviation * share,
    total: total * share,
    deviation: deviation * Math.sqrt(share),
  };
};

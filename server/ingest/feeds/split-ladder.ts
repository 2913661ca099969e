import { findMarket, type Market, marketKey } from "@/server/domain/catalogue/markets";
import { groupBy } from "@/server/domain/collections";
import { impliedProbability } from "@/server/domain/prices/implied-probability";
import type { Outcome } from "@/server/domain/prices/outcome";
import { hasImpossibleMargin } from "@/server/ingest/feeds/judge-outcomes";
import { lineOf } from "@/server/ingest/feeds/lines";

/** The market of the other lines of a main market: `alternate_spreads_h1` for `spreads_h1`. Undefined for other markets. */
export const ladderOf = ({ family, period, role, shape }: Market): Market | undefined =>
  role === "main" && shape.point === "required"
    ? findMarket(marketKey(`alternate_${family}`, period))
    : undefined;

const linesOf = (outcomes: readonly Outcome[], { shape }: Market): readonly (readonly Outcome[])[] => {
  return [...groupBy(outcomes, (outcome) => lineOf(outcome, shape)).values()];
};

const priceOf = ({ price }: Outcome): string => JSON.stringify(price);

/** One outcome of each side. */
const distinct = (line: readonly Outcome[]): readonly Outcome[] => [
  ...new Map(line.map((outcome) => [outcome.side, outcome])).values(),
];

const isConsistent = (line: readonly Outcome[]): boolean =>
  line.every((outcome) =>
    line.every((other) => other.side !== outcome.side || priceOf(other) === priceOf(outcome)),
  );

/** How far the prices of a line's two sides are apart, as probabilities. */
const imbalance = (line: readonly Outcome[]): number => {
  const probabilities = line.map(({ price }) => impliedProbability(price));
  return Math.max(...probabilities) - Math.min(...probabilities);
};

const distance = (line: readonly Outcome[]): number => Math.abs(line[0]?.point ?? 0);

/**
 * Splits the outcomes of a main market that lists a ladder, such as totals of 220.5, 225.5 and 230.5 under `totals`. The main line is the
 * line whose two prices are nearest to each other. If lines are equally near, the line nearest to zero wins.
 * @returns undefined if at most one line has both sides.
 */
export const splitLadder = (
  outcomes: readonly Outcome[],
  market: Market,
): { readonly main: readonly Outcome[]; readonly others: readonly Outcome[] } | undefined => {
  const lines = linesOf(outcomes, market);
  const whole = lines.filter((line) => new Set(line.map(({ side }) => side)).size > 1);
  if (whole.length < 2) return undefined;
  // An empty line of an exchange, such as 1.01 / 1.01, is perfectly balanced. Such a line, or a line with two prices of one bet, is rejected.
  const usable = whole.filter(
    (line) => isConsistent(line) && !hasImpossibleMargin(distinct(line), market.shape.sides),
  );
  const [main = []] = (usable.length > 0 ? usable : whole).toSorted(
    (a, b) => imbalance(a) - imbalance(b) || distance(a) - distance(b),
  );
  return { main, others: lines.filter((line) => line !== main).flat() };
};

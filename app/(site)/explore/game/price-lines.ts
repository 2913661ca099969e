import { ownValue } from "@/server/domain/catalogue/own-value";
import type { Side } from "@/server/domain/catalogue/sides";
import { bestPrices } from "@/server/domain/prices/best/best-prices";
import { groupByLine, type Line, type PricedOutcome } from "@/server/domain/prices/best/group-lines";
import type { LineJudgement, SourceOf } from "@/server/domain/prices/best/judge-line";
import { priceIn } from "@/server/domain/prices/convert";
import { holdOf } from "@/server/domain/prices/fair-odds";
import { impliedProbability } from "@/server/domain/prices/implied-probability";
import type { MarketQuote } from "@/server/market/board/quote-markets";
import type { GameView } from "@/server/market/screen/views";

/** One book's prices of a line. */
export type LineRow = {
  readonly quote: MarketQuote;
  /** One per side; undefined if the book does not quote that side. */
  readonly outcomes: readonly (PricedOutcome | undefined)[];
  /** Undefined if a side is missing. */
  readonly hold: number | undefined;
  /**
   * The expected profit per unit staked on the book's most profitable side, if the consensus of the other sources is right; -1 without a
   * consensus, and for an outlier.
   */
  readonly edge: number;
  /** Whether the prices are too far from the consensus of the others. Then they are never the best. */
  readonly isOutlier: boolean;
};

/** The books that quote one line. Prices of different lines are not comparable. */
export type PriceLine = Omit<Line<MarketQuote>, "rows"> & {
  readonly rows: readonly LineRow[];
  /** One margin-free probability per side, of the other sources than the best price's; undefined without such a source. */
  readonly consensus: readonly (number | undefined)[];
  /** The margin-free probability of the first side, of all sources. */
  readonly fair: number | undefined;
  /** The best price of each side, in American odds. */
  readonly best: readonly (number | undefined)[];
  /** The hold of the best prices of all sides. */
  readonly bestHold: number | undefined;
};

const sideOrder: readonly Side[] = ["away", "home", "draw", "over", "under", "yes", "no"];

/** The sides that are quoted. The away team is first, as in a fixture's title. */
export const sidesIn = (quotes: readonly MarketQuote[]): readonly Side[] => {
  const quoted = new Set(quotes.flatMap(({ outcomes }) => outcomes.map(({ side }) => side)));
  return sideOrder.filter((side) => quoted.has(side));
};

const isComplete = (outcomes: readonly (PricedOutcome | undefined)[]): outcomes is readonly PricedOutcome[] =>
  outcomes.every((outcome) => outcome !== undefined);

const impliedOf = (outcomes: readonly PricedOutcome[]): readonly number[] =>
  outcomes.map(({ price }) => impliedProbability(price));

const edgeOf = (
  outcomes: readonly (PricedOutcome | undefined)[],
  consensus: readonly number[] | undefined,
): number =>
  Math.max(
    ...outcomes.map((outcome, side) => {
      const probability = consensus?.[side];
      if (outcome === undefined || probability === undefined) return -1;
      return probability / impliedProbability(outcome.price) - 1;
    }),
  );

const toRow = (
  { quote, outcomes }: Line<MarketQuote>["rows"][number],
  { outliers, consensusWithout }: LineJudgement,
): LineRow => {
  const isOutlier = outliers.has(quote.book);
  return {
    quote,
    outcomes,
    hold: isComplete(outcomes) ? holdOf(impliedOf(outcomes)) : undefined,
    edge: isOutlier ? -1 : edgeOf(outcomes, consensusWithout(quote.book)?.probabilities),
    isOutlier,
  };
};

/**
 * Groups the prices of one market by line. The lines are sorted by subject, then by point. The best prices, the consensus and the hold are
 * those of the API's best prices.
 * @param isShown whether the prices of a book are shown and compared. The consensus includes all books.
 */
export const groupLines = (
  quotes: readonly MarketQuote[],
  isShown: (book: string) => boolean = () => true,
  sourceOf: SourceOf = (book) => book,
): readonly PriceLine[] =>
  groupByLine(quotes, sidesIn(quotes))
    .map((line): PriceLine => {
      const { judgement, best, consensus, hold } = bestPrices(line, sourceOf, isShown);
      return {
        ...line,
        rows: line.rows.filter(({ quote }) => isShown(quote.book)).map((row) => toRow(row, judgement)),
        consensus: consensus.map((each, side) => each?.probabilities[side]),
        fair: judgement.consensusWithout(undefined)?.probabilities[0],
        best: best.map((each) => each && priceIn("american", each.outcome.price)),
        bestHold: hold,
      };
    })
    .filter(({ rows }) => rows.length > 0);

/** Tells which source a book belongs to, in a view. */
export const sourceIn =
  ({ mirrors }: Pick<GameView, "mirrors">): SourceOf =>
  (book) =>
    ownValue(mirrors, book) ?? book;

const unevenness = ({ fair }: PriceLine): number => Math.abs((fair ?? 1) - 0.5);

/** How many books quote a line of a ladder as their main line. In a main market, the number of its books. */
const mainCount = ({ rows }: PriceLine): number =>
  rows.filter(({ quote: { market } }) => !market.startsWith("alternate_")).length;

/** The line that most books quote as their main line, then the line with the most books, then the line closest to a chance of 50%. */
export const mainLine = (lines: readonly PriceLine[]): PriceLine | undefined =>
  [...lines].sort(
    (a, b) => mainCount(b) - mainCount(a) || b.rows.length - a.rows.length || unevenness(a) - unevenness(b),
  )[0];

/** The main line first, then the other lines in the order of `lines`. */
export const mainLineFirst = (lines: readonly PriceLine[]): readonly PriceLine[] => {
  const main = mainLine(lines);
  return main === undefined ? lines : [main, ...lines.filter((line) => line !== main)];
};

/** Whether the row has the line's best price for this side. False if the line has only one row. */
export const isBestPrice = (
  { best, rows }: PriceLine,
  { outcomes, isOutlier }: LineRow,
  side: number,
): boolean => {
  const outcome = outcomes[side];
  return (
    rows.length > 1 &&
    !isOutlier &&
    outcome !== undefined &&
    priceIn("american", outcome.price) === best[side]
  );
};

/** The rows with the best price of a side. */
export const bestRows = ({ rows, best }: PriceLine, side: number): readonly LineRow[] =>
  rows.filter(({ outcomes, isOutlier }) => {
    const outcome = outcomes[side];
    return !isOutlier && outcome !== undefined && priceIn("american", outcome.price) === best[side];
  });

/** The most profitable row first. */
export const byEdge = (a: LineRow, b: LineRow): number => b.edge - a.edge;

import { compare } from "@/server/domain/collections";
import type { BookPrices, Line, LineRow, PricedOutcome } from "@/server/domain/prices/best/group-lines";
import {
  type Consensus,
  judgeLine,
  type LineJudgement,
  type SourceOf,
} from "@/server/domain/prices/best/judge-line";
import { priceIn } from "@/server/domain/prices/convert";
import { holdOf } from "@/server/domain/prices/fair-odds";
import { impliedProbability } from "@/server/domain/prices/implied-probability";
import type { OddsFormat } from "@/server/domain/prices/price";

/** The best price of one side of a line. */
export type BestPrice<Quote> = {
  readonly outcome: PricedOutcome;
  /** The rows with this price, the best first. Never empty. Equal prices are sorted by book. */
  readonly rows: readonly LineRow<Quote>[];
};

export type BestPrices<Quote> = {
  readonly judgement: LineJudgement;
  /** One per side; undefined if no compared book quotes the side. */
  readonly best: readonly (BestPrice<Quote> | undefined)[];
  /** One per side: the consensus of all sources except that of the first book with the best price. Without a best price, of all sources. */
  readonly consensus: readonly (Consensus | undefined)[];
  /** The hold of the best prices: the share of the stakes that a book with these prices would keep. Undefined if a side has none. */
  readonly hold: number | undefined;
};

type RankedPrice<Quote> = { readonly row: LineRow<Quote>; readonly outcome: PricedOutcome };

/** The prices of one side, best first. */
export const rankPrices = <Quote extends BookPrices>(
  rows: readonly LineRow<Quote>[],
  side: number,
): readonly RankedPrice<Quote>[] =>
  rows
    .flatMap((row): RankedPrice<Quote>[] => {
      const outcome = row.outcomes[side];
      return outcome === undefined ? [] : [{ row, outcome }];
    })
    .sort(
      (a, b) =>
        impliedProbability(a.outcome.price) - impliedProbability(b.outcome.price) ||
        compare(a.row.quote.book, b.row.quote.book),
    );

/**
 * The best price of each side of a line, with the consensus and the hold. Outliers never have the best price.
 * @param isCompared whether a book's prices can be the best. The consensus also counts the other books.
 * @param oddsFormat prices that are equal in this format share a best price.
 */
export const bestPrices = <Quote extends BookPrices>(
  { rows }: Pick<Line<Quote>, "rows">,
  sourceOf: SourceOf,
  isCompared: (book: string) => boolean = () => true,
  oddsFormat: OddsFormat = "american",
): BestPrices<Quote> => {
  const judgement = judgeLine(rows, sourceOf);
  const compared = rows.filter(({ quote: { book } }) => isCompared(book) && !judgement.outliers.has(book));
  const best = (rows[0]?.outcomes ?? []).map((_, side): BestPrice<Quote> | undefined => {
    const ranked = rankPrices(compared, side);
    const [first] = ranked;
    if (first === undefined) return undefined;
    const price = priceIn(oddsFormat, first.outcome.price);
    const equal = ranked.filter(({ outcome }) => priceIn(oddsFormat, outcome.price) === price);
    return { outcome: first.outcome, rows: equal.map(({ row }) => row) };
  });
  const implied = best.flatMap((each) =>
    each === undefined ? [] : [impliedProbability(each.outcome.price)],
  );
  return {
    judgement,
    best,
    consensus: best.map((each) => judgement.consensusWithout(each?.rows[0]?.quote.book)),
    hold: implied.length === best.length && best.length > 0 ? holdOf(implied) : undefined,
  };
};

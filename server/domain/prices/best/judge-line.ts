import { compare } from "@/server/domain/collections";
import type { BookPrices, LineRow } from "@/server/domain/prices/best/group-lines";
import { withoutMargin } from "@/server/domain/prices/fair-odds";
import { impliedProbability } from "@/server/domain/prices/implied-probability";

/** The name of the method of `Consensus`, in responses. */
export const consensusMethod = "median_margin_free";

/** A price is only judged against at least this many other sources. */
export const minOtherSources = 4;
/** The greatest distance from the consensus, in log odds, at which a price still counts. docs/decisions/0066 has its error rate. */
export const maxDistance = 0.6;

/** Tells which source a book belongs to. Mirrors are one source. */
export type SourceOf = (book: string) => string;

/** The median of the books' margin-free probabilities of each side, scaled to sum to 1. */
export type Consensus = {
  /** One per side. */
  readonly probabilities: readonly number[];
  /** The books whose prices are in the median, sorted: one book of each source. */
  readonly books: readonly string[];
};

export type LineJudgement = {
  /** The books whose prices are too far from the consensus of the others. */
  readonly outliers: ReadonlySet<string>;
  /**
   * The consensus of all books that quote every side, without outliers.
   * @param judged a book that is left out, together with its mirrors.
   * @returns undefined if no book remains.
   */
  readonly consensusWithout: (judged: string | undefined) => Consensus | undefined;
};

type FairQuote = { readonly book: string; readonly source: string; readonly fair: readonly number[] };

const logOdds = (probability: number): number => Math.log(probability / (1 - probability));

/** The median of sorted values, without the value at `left`. */
const medianWithout = (sorted: readonly number[], left: number | undefined): number => {
  const count = sorted.length - (left === undefined ? 0 : 1);
  const at = (index: number): number => sorted[left === undefined || index < left ? index : index + 1] ?? 0;
  const middle = Math.floor(count / 2);
  return count % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
};

/** One book of each source: the first by key. */
const oneOfEachSource = (quotes: readonly FairQuote[]): readonly FairQuote[] => {
  const bySource = new Map<string, FairQuote>();
  for (const quote of quotes) {
    const chosen = bySource.get(quote.source);
    if (chosen === undefined || quote.book < chosen.book) bySource.set(quote.source, quote);
  }
  return [...bySource.values()].sort((a, b) => compare(a.book, b.book));
};

const createConsensus = (quotes: readonly FairQuote[]) => {
  const chosen = oneOfEachSource(quotes);
  const [first] = chosen;
  const sides = first?.fair.map((_, side) => chosen.map(({ fair }) => fair[side] ?? 0).sort((a, b) => a - b));
  return {
    sourcesWithout: (source: string): number =>
      chosen.length - Number(chosen.some((quote) => quote.source === source)),
    without: (source: string | undefined): Consensus | undefined => {
      const left = source === undefined ? undefined : chosen.find((quote) => quote.source === source);
      const books = chosen.filter((quote) => quote !== left).map(({ book }) => book);
      if (sides === undefined || books.length === 0) return undefined;
      const medians = sides.map((sorted, side) =>
        medianWithout(sorted, left === undefined ? undefined : sorted.indexOf(left.fair[side] ?? 0)),
      );
      return { probabilities: withoutMargin(medians), books };
    },
  };
};

const impliedOf = ({ outcomes }: LineRow<unknown>): readonly (number | undefined)[] =>
  outcomes.map((outcome) => outcome && impliedProbability(outcome.price));

const isFull = (implied: readonly (number | undefined)[]): implied is readonly number[] =>
  implied.length > 0 && implied.every((probability) => probability !== undefined);

/**
 * How far a book's prices are from the consensus, in log odds. If a side is missing, the margin is unknown, so only a price that is too
 * high counts.
 */
const distanceFrom = (implied: readonly (number | undefined)[], consensus: readonly number[]): number => {
  if (isFull(implied)) {
    const fair = withoutMargin(implied);
    return Math.max(...fair.map((each, side) => Math.abs(logOdds(each) - logOdds(consensus[side] ?? 0.5))));
  }
  return Math.max(
    0,
    ...implied.map((each, side) =>
      each === undefined ? 0 : logOdds(consensus[side] ?? 0.5) - logOdds(each),
    ),
  );
};

/** Judges the prices of one line against each other. A book is judged by the books of all other sources. */
export const judgeLine = (rows: readonly LineRow<BookPrices>[], sourceOf: SourceOf): LineJudgement => {
  const quotes = rows.map((row) => {
    const { book } = row.quote;
    return { book, source: sourceOf(book), implied: impliedOf(row) };
  });
  const full = quotes.flatMap(({ book, source, implied }): FairQuote[] =>
    isFull(implied) ? [{ book, source, fair: withoutMargin(implied) }] : [],
  );
  const everyone = createConsensus(full);
  const outliers = new Set<string>();
  for (const { book, source, implied } of quotes) {
    if (everyone.sourcesWithout(source) < minOtherSources) continue;
    const others = everyone.without(source);
    if (others !== undefined && distanceFrom(implied, others.probabilities) > maxDistance) outliers.add(book);
  }
  const trusted =
    outliers.size === 0 ? everyone : createConsensus(full.filter(({ book }) => !outliers.has(book)));
  return {
    outliers,
    consensusWithout: (judged) => trusted.without(judged === undefined ? undefined : sourceOf(judged)),
  };
};

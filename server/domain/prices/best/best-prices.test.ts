import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Side } from "@/server/domain/catalogue/sides";
import { bestPrices } from "@/server/domain/prices/best/best-prices";
import { type BookPrices, groupByLine } from "@/server/domain/prices/best/group-lines";
import { judgeLine, maxDistance, minOtherSources } from "@/server/domain/prices/best/judge-line";
import { impliedProbability } from "@/server/domain/prices/implied-probability";

const sides: readonly Side[] = ["home", "away"];

const quoteOf = (book: string, home: number | undefined, away: number | undefined): BookPrices => ({
  book,
  outcomes: [
    ...(home === undefined ? [] : [{ side: "home" as const, price: { decimal: home } }]),
    ...(away === undefined ? [] : [{ side: "away" as const, price: { decimal: away } }]),
  ],
});
const ownSource = (book: string): string => book;
const lineOf = (quotes: readonly BookPrices[]) => {
  const [line] = groupByLine(quotes, sides);
  if (line === undefined) throw new Error("there is no line");
  return line;
};

const plainMedian = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** A naive consensus, from the prices of the named books alone. */
const plainConsensus = (quotes: readonly BookPrices[], books: readonly string[]): readonly number[] => {
  const fair = books.map((book) => {
    const implied = sides.map((side) => {
      const outcome = quotes
        .find((quote) => quote.book === book)
        ?.outcomes.find((each) => each.side === side);
      return outcome === undefined ? Number.NaN : impliedProbability(outcome.price);
    });
    const sum = implied.reduce((total, each) => total + each, 0);
    return implied.map((each) => each / sum);
  });
  const medians = sides.map((_, side) => plainMedian(fair.map((each) => each[side] ?? 0)));
  const sum = medians.reduce((total, each) => total + each, 0);
  return medians.map((each) => each / sum);
};

const price = fc.integer({ min: 105, max: 1_500 }).map((cents) => cents / 100);
const anyQuotes = fc
  .array(fc.tuple(fc.option(price, { freq: 5 }), fc.option(price, { freq: 5 })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((pairs) =>
    pairs.flatMap(([home, away], index) =>
      home === null && away === null
        ? []
        : [quoteOf(`book${String(index).padStart(2, "0")}`, home ?? undefined, away ?? undefined)],
    ),
  )
  .filter((quotes) => quotes.length > 0);

describe("the best prices of a line", () => {
  test("the best price of a side is the highest price of the compared books that are no outliers, and names every book that has it", () => {
    fc.assert(
      fc.property(anyQuotes, fc.func(fc.boolean()), (quotes, isCompared) => {
        const { best, judgement } = bestPrices(lineOf(quotes), ownSource, isCompared, "decimal");
        for (const [index, side] of sides.entries()) {
          const prices = quotes
            .filter(({ book }) => isCompared(book) && !judgement.outliers.has(book))
            .flatMap(({ book, outcomes }) =>
              outcomes
                .filter((outcome) => outcome.side === side)
                .map((outcome) => ({
                  book,
                  decimal: "decimal" in outcome.price ? outcome.price.decimal : Number.NaN,
                })),
            );
          const highest = Math.max(...prices.map(({ decimal }) => decimal));
          const books = prices.filter(({ decimal }) => decimal === highest).map(({ book }) => book);
          expect(best[index]?.rows.map(({ quote }) => quote.book).sort() ?? []).toEqual(books.sort());
        }
      }),
    );
  });

  test("the consensus equals the median of the books that it names, which never include the judged book, its mirrors or an outlier", () => {
    fc.assert(
      fc.property(anyQuotes, fc.func(fc.nat(4)), (quotes, groupOf) => {
        const sourceOf = (book: string): string => `source ${groupOf(book)}`;
        const { best, consensus, judgement } = bestPrices(lineOf(quotes), sourceOf);
        for (const [side, each] of consensus.entries()) {
          if (each === undefined) continue;
          const judged = best[side]?.rows[0]?.quote.book;
          const sources = each.books.map(sourceOf);
          expect(new Set(sources).size).toBe(sources.length);
          if (judged !== undefined) expect(sources).not.toContain(sourceOf(judged));
          for (const book of each.books) expect(judgement.outliers.has(book)).toBe(false);
          const expected = plainConsensus(quotes, each.books);
          for (const [index, probability] of each.probabilities.entries())
            expect(probability).toBeCloseTo(expected[index] ?? 0, 10);
        }
      }),
    );
  });

  test("the hold of the best prices is negative if a bet on all sides makes a profit, and undefined if a side has no price", () => {
    const crossed = bestPrices(lineOf([quoteOf("a", 2.2, 1.7), quoteOf("b", 1.7, 2.2)]), ownSource);
    expect(crossed.hold).toBeCloseTo(1 - 1 / (2 / 2.2), 12);
    expect(bestPrices(lineOf([quoteOf("a", 2.2, undefined)]), ownSource).hold).toBeUndefined();
  });

  test("with one book, there is no consensus", () => {
    expect(bestPrices(lineOf([quoteOf("a", 1.9, 1.9)]), ownSource).consensus).toEqual([undefined, undefined]);
  });
});

describe("outliers", () => {
  const others = (count: number): readonly BookPrices[] =>
    Array.from({ length: count }, (_, index) => quoteOf(`b${index}`, 1.45, 2.9));
  const outliersOf = (quotes: readonly BookPrices[], sourceOf = ownSource): readonly string[] => [
    ...judgeLine(lineOf(quotes).rows, sourceOf).outliers,
  ];

  test("a book with swapped sides is an outlier if at least four other sources agree on a favourite", () => {
    const swapped = quoteOf("a", 2.9, 1.45);
    expect(outliersOf([swapped, ...others(minOtherSources)])).toEqual(["a"]);
    expect(outliersOf([swapped, ...others(minOtherSources - 1)])).toEqual([]);
  });

  test("mirrors are one source, so four mirrors outvote nobody", () => {
    const mirrored = (book: string): string => (book === "a" ? book : "one source");
    expect(outliersOf([quoteOf("a", 2.9, 1.45), ...others(6)], mirrored)).toEqual([]);
  });

  test("a price counts up to the greatest distance in log odds, and not beyond", () => {
    const at = (distance: number): BookPrices => {
      const odds = Math.exp(Math.log(2) + distance);
      return quoteOf("a", (1 + odds) / odds, 1 + odds);
    };
    const fair = Array.from({ length: 5 }, (_, index) => quoteOf(`b${index}`, 1.5, 3));
    expect(outliersOf([at(maxDistance - 0.01), ...fair])).toEqual([]);
    expect(outliersOf([at(maxDistance + 0.01), ...fair])).toEqual(["a"]);
    expect(outliersOf([at(-maxDistance - 0.01), ...fair])).toEqual(["a"]);
  });

  test("if a side is missing, only a price that is too high is an outlier, because the margin is unknown", () => {
    expect(outliersOf([quoteOf("a", 3, undefined), ...others(5)])).toEqual(["a"]);
    expect(outliersOf([quoteOf("a", 1.05, undefined), ...others(5)])).toEqual([]);
  });
});

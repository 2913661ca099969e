import type { Book } from "@/server/domain/catalogue/books";
import { type Market, sidesOf } from "@/server/domain/catalogue/markets";
import type { Side } from "@/server/domain/catalogue/sides";
import type { Sport } from "@/server/domain/catalogue/sports";
import { bestPrices, rankPrices } from "@/server/domain/prices/best/best-prices";
import { groupByLine, type Line } from "@/server/domain/prices/best/group-lines";
import { judgeLine, type SourceOf } from "@/server/domain/prices/best/judge-line";
import { priceIn } from "@/server/domain/prices/convert";
import { sidePoint } from "@/server/domain/prices/line-point";
import type { BoardFixture } from "@/server/market/board/board";
import type { Expiring } from "@/server/market/board/fresh-prices";
import { listUnmatched, type MarketQuote, quoteMarkets } from "@/server/market/board/quote-markets";
import type { PriceLevel, SlateCell, SlateGame, SlateSide } from "@/server/market/screen/views";

/** The maximum number of best prices that a view has per side. When the first price is removed, the page shows the next. */
const maxLevels = 3;
/** The maximum number of books that a view names at one price. */
const maxNamed = 4;

/** The sides of a row. The away team is first, as in a fixture's title. */
export const displayedSides = (market: Market, sport: Sport): readonly Side[] => {
  const sides = sidesOf(market, sport);
  return sides.includes("away") ? ["away", "home", ...sides.filter((side) => side === "draw")] : sides;
};

type SlateLine = Line<MarketQuote>;

/**
 * Chooses the line that the most books quote. If several lines tie, chooses the one whose first side has a consensus probability nearest
 * to 0.5.
 */
const chooseLine = (lines: readonly SlateLine[], sourceOf: SourceOf): SlateLine | undefined => {
  const ranked = lines.map((line) => {
    const consensus = judgeLine(line.rows, sourceOf).consensusWithout(undefined);
    return { line, unevenness: Math.abs((consensus?.probabilities[0] ?? 1) - 0.5) };
  });
  ranked.sort(
    (a, b) =>
      b.line.rows.length - a.line.rows.length ||
      a.unevenness - b.unevenness ||
      (a.line.point ?? 0) - (b.line.point ?? 0),
  );
  return ranked[0]?.line;
};

/** The best prices of a side. Prices that convert to the same American odds share a level. */
const levelsOf = (rows: SlateLine["rows"], side: number): readonly PriceLevel[] => {
  const levels = new Map<number, ReturnType<typeof rankPrices<MarketQuote>>[number][]>();
  for (const each of rankPrices(rows, side)) {
    const american = priceIn("american", each.outcome.price);
    const level = levels.get(american);
    if (level !== undefined) level.push(each);
    else if (levels.size < maxLevels) levels.set(american, [each]);
    else break;
  }
  return [...levels.values()].flatMap((level) => {
    const [first] = level;
    if (first === undefined) return [];
    const named = level
      .map(({ row: { quote } }) => ({
        book: quote.book,
        updatedAt: quote.updatedAt,
        leavesAt: quote.leavesAt,
        lifeMs: quote.lifeMs,
      }))
      .sort((a, b) => b.leavesAt - a.leavesAt)
      .slice(0, maxNamed);
    return [{ price: first.outcome.price, quotes: named }];
  });
};

/** A book's prices for a column: on the row's line, or else on the book's line that is closest to it. */
const cellOf = (
  quote: MarketQuote,
  sides: readonly Side[],
  point: number | undefined,
): SlateCell | undefined => {
  const distance = (line: SlateLine): number => Math.abs((line.point ?? 0) - (point ?? 0));
  const [line] = [...groupByLine([quote], sides)].sort((a, b) => distance(a) - distance(b));
  const [row] = line?.rows ?? [];
  return (
    row && {
      updatedAt: quote.updatedAt,
      leavesAt: quote.leavesAt,
      lifeMs: quote.lifeMs,
      outcomes: row.outcomes.map((outcome) =>
        outcome === undefined
          ? null
          : { price: outcome.price, ...(outcome.point !== undefined && { point: outcome.point }) },
      ),
    }
  );
};

export type SlateTerms = {
  readonly market: Market;
  readonly sport: Sport;
  /** The books whose prices are compared; undefined for all. */
  readonly compared: ReadonlySet<string> | undefined;
  /** The books with a column of their own. */
  readonly columns: readonly string[];
  readonly findBook: (key: string) => Book | undefined;
  readonly sourceOf: SourceOf;
};

export type DescribedGame = {
  readonly game: SlateGame;
  /** The books that quote the market. */
  readonly quoting: readonly string[];
};

/** One row of a slate. The consensus includes all books, even if only some are compared. */
export const describeGame = (
  fixture: BoardFixture,
  { market, sport, compared: bookKeys, columns, findBook, sourceOf }: SlateTerms,
  now: number,
): Expiring<DescribedGame> => {
  const { value, until } = quoteMarkets(fixture, [market.key], findBook, now);
  const unmatched = listUnmatched(fixture, undefined, findBook, now);
  const sides = displayedSides(market, sport);
  const isCompared = (book: string): boolean => bookKeys?.has(book) ?? true;
  const lines = groupByLine(value.quotes, sides);
  const ofCompared = groupByLine(
    value.quotes.filter(({ book }) => isCompared(book)),
    sides,
  );
  const chosen = chooseLine(ofCompared, sourceOf)?.id;
  const line = lines.find(({ id }) => id === chosen) ?? chooseLine(lines, sourceOf);
  const prices = line && bestPrices(line, sourceOf, isCompared);
  const outliers = prices?.judgement.outliers ?? new Set<string>();
  const compared = (line?.rows ?? []).filter(
    ({ quote: { book } }) => isCompared(book) && !outliers.has(book),
  );
  const times = value.quotes.map(({ leavesAt }) => leavesAt);
  const cells = columns.flatMap((book) => {
    const quote = value.quotes.find((each) => each.book === book);
    const cell = quote && cellOf(quote, sides, line?.point);
    return cell === undefined ? [] : [[book, cell] as const];
  });
  const game: SlateGame = {
    id: fixture.id,
    start: fixture.commenceTime,
    homeTeam: fixture.homeTeam,
    awayTeam: fixture.awayTeam,
    sides: sides.map((side, index): SlateSide => {
      const probability = prices?.consensus[index]?.probabilities[index];
      return {
        side,
        ...(line?.point !== undefined && { point: sidePoint(side, line.point) }),
        levels: levelsOf(compared, index),
        ...(probability !== undefined && { consensus: probability }),
      };
    }),
    books: value.quotes.length,
    booksOnLine: line?.rows.length ?? 0,
    outliers: [...outliers].filter(isCompared).sort(),
    lapsed: value.lapsed.map(({ book }) => book),
    unmatched: unmatched.value,
    cells: Object.fromEntries(cells),
    nextLeavesAt: times.length === 0 ? null : Math.min(...times),
    lastLeavesAt: times.length === 0 ? null : Math.max(...times),
  };
  return {
    value: { game, quoting: value.quotes.map(({ book }) => book) },
    until: Math.min(until, unmatched.until),
  };
};

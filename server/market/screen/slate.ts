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
import { type MarketQuote, quoteMarkets } from "@/server/market/board/quote-markets";
import type { PriceLevel, SlateGame, SlateSide } from "@/server/market/screen/views";

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
      }))
      .sort((a, b) => b.leavesAt - a.leavesAt)
      .slice(0, maxNamed);
    return [{ price: first.outcome.price, quotes: named }];
  });
};

/**
 * One row of a slate: a game, the line that the most books quote, the best prices of each side of this line, and the consensus.
 * @param bookKeys the books whose prices are compared; undefined for all. The consensus always includes all books.
 */
export const describeGame = (
  fixture: BoardFixture,
  market: Market,
  sport: Sport,
  bookKeys: ReadonlySet<string> | undefined,
  findBook: (key: string) => Book | undefined,
  sourceOf: SourceOf,
  now: number,
): Expiring<SlateGame> => {
  const { value, until } = quoteMarkets(fixture, [market.key], findBook, now);
  const sides = displayedSides(market, sport);
  const line = chooseLine(groupByLine(value.quotes, sides), sourceOf);
  const isCompared = (book: string): boolean => bookKeys?.has(book) ?? true;
  const prices = line && bestPrices(line, sourceOf, isCompared);
  const outliers = prices?.judgement.outliers ?? new Set<string>();
  const compared = (line?.rows ?? []).filter(
    ({ quote: { book } }) => isCompared(book) && !outliers.has(book),
  );
  const times = value.quotes.map(({ leavesAt }) => leavesAt);
  return {
    value: {
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
      nextLeavesAt: times.length === 0 ? null : Math.min(...times),
      lastLeavesAt: times.length === 0 ? null : Math.max(...times),
    },
    until,
  };
};

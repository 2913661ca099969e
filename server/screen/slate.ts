import type { BoardFixture } from "@/server/board/board";
import type { Expiring } from "@/server/board/fresh-prices";
import type { Book } from "@/server/catalogue/books";
import { type Market, sidesOf } from "@/server/catalogue/markets";
import type { Side } from "@/server/catalogue/sides";
import type { Sport } from "@/server/catalogue/sports";
import { priceIn } from "@/server/prices/convert";
import { consensusOf } from "@/server/prices/fair-odds";
import { impliedProbability } from "@/server/prices/implied-probability";
import { linePoint, sidePoint } from "@/server/prices/line-point";
import { quoteMarkets } from "@/server/screen/quoted-markets";
import type { MarketQuote, PriceLevel, ScreenOutcome, SlateGame, SlateSide } from "@/server/screen/views";

/** The maximum number of best prices that a view has per side. When the first price is removed, the page shows the next. */
const maxLevels = 3;
/** The maximum number of books that a view names at one price. */
const maxNamed = 4;

/** The sides of a row. The away team is first, as in a fixture's title. */
export const displayedSides = (market: Market, sport: Sport): readonly Side[] => {
  const sides = sidesOf(market, sport);
  return sides.includes("away") ? ["away", "home", ...sides.filter((side) => side === "draw")] : sides;
};

type Line = {
  readonly point: number | undefined;
  readonly rows: readonly { readonly quote: MarketQuote; readonly outcomes: readonly ScreenOutcome[] }[];
};

const groupLines = (quotes: readonly MarketQuote[]): readonly Line[] => {
  const lines = new Map<number | undefined, Map<MarketQuote, ScreenOutcome[]>>();
  for (const quote of quotes)
    for (const outcome of quote.outcomes) {
      const point = linePoint(outcome);
      const line = lines.get(point) ?? new Map<MarketQuote, ScreenOutcome[]>();
      lines.set(point, line);
      line.set(quote, [...(line.get(quote) ?? []), outcome]);
    }
  return [...lines].map(([point, rows]) => ({
    point,
    rows: [...rows].map(([quote, outcomes]) => ({ quote, outcomes })),
  }));
};

/** The implied probabilities of each book that quotes every side of a line. */
const fullQuotes = ({ rows }: Line, sides: readonly Side[]): readonly (readonly number[])[] =>
  rows.flatMap(({ outcomes }) => {
    const found = sides.flatMap((side) => outcomes.find((outcome) => outcome.side === side) ?? []);
    return found.length === sides.length ? [found.map(({ price }) => impliedProbability(price))] : [];
  });

/**
 * Chooses the line that the most books quote. If several lines tie, chooses the one whose first side has a consensus probability nearest
 * to 0.5.
 */
const chooseLine = (lines: readonly Line[], sides: readonly Side[]): Line | undefined => {
  const ranked = lines.map((line) => {
    const consensus = consensusOf(fullQuotes(line, sides));
    return { line, unevenness: Math.abs((consensus?.[0] ?? 1) - 0.5) };
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
const levelsOf = ({ rows }: Line, side: Side): readonly PriceLevel[] => {
  const quoted = rows.flatMap(({ quote, outcomes }) => {
    const outcome = outcomes.find((candidate) => candidate.side === side);
    return outcome === undefined ? [] : [{ quote, price: outcome.price }];
  });
  quoted.sort((a, b) => impliedProbability(a.price) - impliedProbability(b.price));
  const levels = new Map<number, (typeof quoted)[number][]>();
  for (const each of quoted) {
    const american = priceIn("american", each.price);
    const level = levels.get(american);
    if (level !== undefined) level.push(each);
    else if (levels.size < maxLevels) levels.set(american, [each]);
    else break;
  }
  return [...levels.values()].flatMap((level) => {
    const [first] = level;
    if (first === undefined) return [];
    const named = level
      .map(({ quote: { book, updatedAt, leavesAt } }) => ({ book, updatedAt, leavesAt }))
      .sort((a, b) => b.leavesAt - a.leavesAt)
      .slice(0, maxNamed);
    return [{ price: first.price, quotes: named }];
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
  now: number,
): Expiring<SlateGame> => {
  const { value, until } = quoteMarkets(fixture, [market.key], findBook, now);
  const sides = displayedSides(market, sport);
  const line = chooseLine(groupLines(value.quotes), sides);
  const consensus = line && consensusOf(fullQuotes(line, sides));
  const compared: Line | undefined = line && {
    point: line.point,
    rows: line.rows.filter(({ quote }) => bookKeys?.has(quote.book) ?? true),
  };
  const times = value.quotes.map(({ leavesAt }) => leavesAt);
  return {
    value: {
      id: fixture.id,
      start: fixture.commenceTime,
      homeTeam: fixture.homeTeam,
      awayTeam: fixture.awayTeam,
      sides: sides.map((side, index): SlateSide => {
        const probability = consensus?.[index];
        return {
          side,
          ...(line?.point !== undefined && { point: sidePoint(side, line.point) }),
          levels: compared === undefined ? [] : levelsOf(compared, side),
          ...(probability !== undefined && { consensus: probability }),
        };
      }),
      books: value.quotes.length,
      booksOnLine: line?.rows.length ?? 0,
      lapsed: value.lapsed.map(({ book }) => book),
      nextLeavesAt: times.length === 0 ? null : Math.min(...times),
      lastLeavesAt: times.length === 0 ? null : Math.max(...times),
    },
    until,
  };
};

import type { MarketRole, Period } from "@/server/domain/catalogue/market-family";
import type { Side } from "@/server/domain/catalogue/sides";
import type { Price } from "@/server/domain/prices/price";
import type { LapsedBook, MarketQuote, UnmatchedReason } from "@/server/market/board/quote-markets";

/* What the pages of the odds screen show. All times are in ms since the epoch, by the database's clock. */

export type BookLabel = {
  readonly title: string;
  /** Distinguishes books with the same title: the book's region, or its key if the region is not enough. Absent if the title is unique. */
  readonly mark?: string;
  readonly kind: string;
};
export type BookLabels = Readonly<Record<string, BookLabel>>;

export type LeagueChoice = {
  readonly key: string;
  readonly group: string;
  readonly title: string;
  readonly inSeason: boolean;
  /** Fixtures that have not started. */
  readonly games: number;
};
export type LeaguesView = readonly LeagueChoice[];

export type MarketChoice = {
  readonly key: string;
  readonly description: string;
  readonly role: MarketRole;
  readonly period: Period;
  /** How many books quote the market in the game shown. On a slate: the maximum over all games. */
  readonly books: number;
};

export type Quote = {
  readonly book: string;
  /** When the price was fetched; null if that is not measured. */
  readonly updatedAt: number | null;
  /** The time at which the price is removed, unless the price is checked again before then. */
  readonly leavesAt: number;
  /** How long a price is served after its last check. */
  readonly lifeMs: number;
};

/** One price, and some of the books that quote it: those with the latest `leavesAt`. */
export type PriceLevel = { readonly price: Price; readonly quotes: readonly Quote[] };

export type SlateSide = {
  readonly side: Side;
  readonly point?: number;
  /** The best prices of the chosen books, best first. If the first price is removed, the next is shown. */
  readonly levels: readonly PriceLevel[];
  /** The consensus probability of the other sources than that of the best price (see `bestPrices`). */
  readonly consensus?: number;
};

/** What a column of the slate shows of one book's prices: the line of the row, or else the book's line that is closest to it. */
export type SlateCell = Omit<Quote, "book"> & {
  /** One per side of the row; null if the book does not quote the side. */
  readonly outcomes: readonly ({ readonly price: Price; readonly point?: number } | null)[];
};

export type UnmatchedBook = { readonly book: string; readonly reason: UnmatchedReason };

export type SlateGame = {
  readonly id: string;
  readonly start: number;
  readonly homeTeam: string;
  readonly awayTeam: string;
  /** For a market with lines, the sides of the line that the most of the compared books quote. */
  readonly sides: readonly SlateSide[];
  /** How many books quote the market. */
  readonly books: number;
  /** How many of these books quote the line shown. */
  readonly booksOnLine: number;
  /** Books on this line whose prices are too far from the consensus. Their prices are never the best. */
  readonly outliers: readonly string[];
  /** Books whose prices were removed because they were not checked in time. */
  readonly lapsed: readonly string[];
  /** Books whose prices are not shown, each with the reason. */
  readonly unmatched: readonly UnmatchedBook[];
  /** Book -> its prices, for the requested columns. */
  readonly cells: Readonly<Record<string, SlateCell>>;
  /** The time at which the first of the market's current prices is removed. */
  readonly nextLeavesAt: number | null;
  /** The time at which the last of the market's current prices is removed. */
  readonly lastLeavesAt: number | null;
};

/** A slate: a league's games in one market, one row per game. */
export type SlateView = {
  readonly sport: string;
  readonly title: string;
  readonly market: string;
  /** Main markets that any book quotes for a game of the league. */
  readonly markets: readonly MarketChoice[];
  readonly games: readonly SlateGame[];
  /** How many books quote the market in any of the games. */
  readonly quoting: number;
  readonly books: BookLabels;
};

/** One game, with every book's prices of one market, or of all props of one player. */
export type GameView = {
  readonly id: string;
  readonly sport: string;
  readonly sportTitle: string;
  readonly start: number;
  readonly homeTeam: string;
  readonly awayTeam: string;
  /** A `closed` game has no prices: it has started, was replaced by a fixture with another opponent, or is not on the board. */
  readonly state: "open" | "closed";
  /** The market shown. Undefined on a view of one player. */
  readonly market?: string;
  /** Every market that a book quotes, main markets first. */
  readonly markets: readonly MarketChoice[];
  readonly quotes: readonly MarketQuote[];
  /** Books whose prices were removed because they were not checked in time, with the removal time. Empty on a view of one player. */
  readonly lapsed: readonly LapsedBook[];
  readonly unmatched: readonly UnmatchedBook[];
  /** Book -> the source that it mirrors. Lists only mirrors. */
  readonly mirrors: Readonly<Record<string, string>>;
  readonly books: BookLabels;
};

/**
 * How a market has moved since its first recorded price, as samples at equal intervals. For a market with lines, each sample is the line
 * that the most books quoted. For any other market, each sample is the consensus probability of the first side.
 */
export type Sparkline = { readonly id: string; readonly since: number; readonly points: readonly number[] };
export type SparklinesView = readonly Sparkline[];

/** Book -> the time since which its prices of a market are unchanged. */
export type LastChangesView = Readonly<Record<string, number>>;

export type FinishedGame = Pick<SlateGame, "id" | "start" | "homeTeam" | "awayTeam">;

/** Games that have started, the latest first. */
export type FinishedView = readonly FinishedGame[];

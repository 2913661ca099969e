import type { Book } from "@/server/domain/catalogue/books";
import type { PricedOutcome } from "@/server/domain/prices/best/group-lines";
import { priceLifeMs } from "@/server/domain/prices/freshness";
import type { Outcome } from "@/server/domain/prices/outcome";
import type { BoardBook, BoardFixture, BoardMarket } from "@/server/market/board/board";
import {
  type Expiring,
  freshMarkets,
  isOpen,
  ownStartOf,
  staleFrom,
  startOf,
  unmatchedBooks,
} from "@/server/market/board/fresh-prices";
import { showNameIn } from "@/server/market/board/render-book";

export type FindBook = (key: string) => Book | undefined;

/** One book's fresh prices of one market. Times are in ms since the epoch. */
export type MarketQuote = {
  readonly book: string;
  /** When the price was fetched; null if that is not measured. */
  readonly updatedAt: number | null;
  /** The time at which the price is removed, unless the price is checked again before then. */
  readonly leavesAt: number;
  readonly market: string;
  /** How long a price is served after its last check. */
  readonly lifeMs: number;
  readonly outcomes: readonly PricedOutcome[];
};

/** A book whose prices were removed because they were not checked in time, and the time of the removal. */
export type LapsedBook = { readonly book: string; readonly at: number };

/**
 * Why a book is not shown. `not_matched`: no match of the book's event was safe. `looks_inverted`: the book's sides look swapped.
 * `start_contradicted`: the start that the book states has passed.
 */
export type UnmatchedReason = "not_matched" | "looks_inverted" | "start_contradicted";

type ServedBook = { readonly held: BoardBook; readonly book: Book; readonly leavesAt: number };

/** The books that the API may serve for a fixture. Their prices are not checked for freshness here. */
export const servedBooks = (
  fixture: BoardFixture,
  findBook: FindBook,
  now: number,
): readonly ServedBook[] => {
  if (!isOpen(fixture, now)) return [];
  return [...fixture.books.values()].flatMap((held) => {
    const book = findBook(held.key);
    const leavesAt = Math.min(ownStartOf(held), startOf(fixture));
    return book === undefined || held.isWithheld || leavesAt <= now ? [] : [{ held, book, leavesAt }];
  });
};

const toPricedOutcome = (fixture: BoardFixture, book: string, outcome: Outcome): PricedOutcome => {
  const { side, point, price, size, team, player } = outcome;
  const subject =
    player !== undefined
      ? showNameIn(fixture)(book, player)
      : team && (team === "home" ? fixture.homeTeam : fixture.awayTeam);
  return {
    side,
    ...(point !== undefined && { point }),
    ...(subject !== undefined && { subject }),
    price,
    ...(size !== undefined && { size }),
  };
};

const quoteOf = (
  fixture: BoardFixture,
  { book, leavesAt }: ServedBook,
  { key, checkedAt, fetchedAt, outcomes }: BoardMarket,
): MarketQuote => ({
  book: book.key,
  market: key,
  updatedAt: fetchedAt,
  leavesAt: Math.min(staleFrom(checkedAt, book), leavesAt),
  lifeMs: priceLifeMs(book.updateIntervalSeconds),
  outcomes: outcomes.map((outcome) => toPricedOutcome(fixture, book.key, outcome)),
});

/** The fresh prices of some markets. `lapsed` lists the books that have only stale prices in these markets. */
export const quoteMarkets = (
  fixture: BoardFixture,
  marketKeys: readonly string[],
  findBook: FindBook,
  now: number,
): Expiring<{ readonly quotes: readonly MarketQuote[]; readonly lapsed: readonly LapsedBook[] }> => {
  const quotes: MarketQuote[] = [];
  const lapsed: LapsedBook[] = [];
  let until = startOf(fixture);
  for (const served of servedBooks(fixture, findBook, now)) {
    const { held, book, leavesAt } = served;
    const fresh = freshMarkets(held, book, marketKeys, now);
    until = Math.min(until, fresh.until, leavesAt);
    for (const market of fresh.value) quotes.push(quoteOf(fixture, served, market));
    if (fresh.value.length > 0) continue;
    const heldMarkets = marketKeys.flatMap((key) => held.markets.get(key) ?? []);
    const last = Math.max(...heldMarkets.map(({ checkedAt }) => checkedAt));
    if (heldMarkets.length > 0) lapsed.push({ book: book.key, at: staleFrom(last, book) });
  }
  return { value: { quotes, lapsed }, until };
};

const reasonOf = (held: BoardBook | undefined, now: number): UnmatchedReason => {
  if (held?.isWithheld) return "looks_inverted";
  return held !== undefined && ownStartOf(held) <= now ? "start_contradicted" : "not_matched";
};

/** The books of `unmatched_bookmakers`, each with its reason. @param bookmakers undefined for all books. */
export const listUnmatched = (
  fixture: BoardFixture,
  bookmakers: readonly string[] | undefined,
  findBook: FindBook,
  now: number,
): Expiring<readonly { readonly book: string; readonly reason: UnmatchedReason }[]> => {
  const { value, until } = unmatchedBooks(fixture, bookmakers, findBook, now);
  return {
    value: value.map((book) => ({ book, reason: reasonOf(fixture.books.get(book), now) })),
    until,
  };
};

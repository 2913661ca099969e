import type { BoardBook, BoardFixture, BoardMarket } from "@/server/board/board";
import {
  type Expiring,
  freshMarkets,
  isOpen,
  ownStartOf,
  staleFrom,
  startOf,
  unmatchedBooks,
} from "@/server/board/fresh-prices";
import { showNameIn } from "@/server/board/render-book";
import type { Book } from "@/server/catalogue/books";
import { priceLifeMs } from "@/server/prices/freshness";
import type { Outcome } from "@/server/prices/outcome";
import type { GameView, MarketQuote, ScreenOutcome, UnmatchedReason } from "@/server/screen/views";

type FindBook = (key: string) => Book | undefined;

type ServedBook = { readonly held: BoardBook; readonly book: Book; readonly leavesAt: number };

/** The books that the API may serve for a fixture. Their prices are not checked for freshness here. */
const servedBooks = (fixture: BoardFixture, findBook: FindBook, now: number): readonly ServedBook[] => {
  if (!isOpen(fixture, now)) return [];
  return [...fixture.books.values()].flatMap((held) => {
    const book = findBook(held.key);
    const leavesAt = Math.min(ownStartOf(held), startOf(fixture));
    return book === undefined || held.isWithheld || leavesAt <= now ? [] : [{ held, book, leavesAt }];
  });
};

const toScreenOutcome = (fixture: BoardFixture, book: string, outcome: Outcome): ScreenOutcome => {
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

/** The fresh prices of some markets. `lapsed` lists the books that have only stale prices in these markets. */
export const quoteMarkets = (
  fixture: BoardFixture,
  marketKeys: readonly string[],
  findBook: FindBook,
  now: number,
): Expiring<{ readonly quotes: readonly MarketQuote[]; readonly lapsed: GameView["lapsed"] }> => {
  const quotes: MarketQuote[] = [];
  const lapsed: { book: string; at: number }[] = [];
  let until = startOf(fixture);
  for (const { held, book, leavesAt } of servedBooks(fixture, findBook, now)) {
    const fresh = freshMarkets(held, book, marketKeys, now);
    until = Math.min(until, fresh.until, leavesAt);
    for (const { key, checkedAt, fetchedAt, outcomes } of fresh.value)
      quotes.push({
        book: book.key,
        market: key,
        updatedAt: fetchedAt,
        leavesAt: Math.min(staleFrom(checkedAt, book), leavesAt),
        lifeMs: priceLifeMs(book.updateIntervalSeconds),
        outcomes: outcomes.map((outcome) => toScreenOutcome(fixture, book.key, outcome)),
      });
    if (fresh.value.length > 0) continue;
    const heldMarkets = marketKeys.flatMap((key) => held.markets.get(key) ?? []);
    const last = Math.max(...heldMarkets.map(({ checkedAt }) => checkedAt));
    if (heldMarkets.length > 0) lapsed.push({ book: book.key, at: staleFrom(last, book) });
  }
  return { value: { quotes, lapsed }, until };
};

/** Market key -> number of books that quote it now. */
export const countBooks = (
  fixture: BoardFixture,
  findBook: FindBook,
  now: number,
): Expiring<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  let until = startOf(fixture);
  for (const { held, book, leavesAt } of servedBooks(fixture, findBook, now)) {
    const fresh = freshMarkets(held, book, [...held.markets.keys()], now);
    until = Math.min(until, fresh.until, leavesAt);
    for (const { key } of fresh.value) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return { value: counts, until };
};

const reasonOf = (held: BoardBook | undefined, now: number): UnmatchedReason => {
  if (held?.isWithheld) return "looks_inverted";
  return held !== undefined && ownStartOf(held) <= now ? "start_contradicted" : "not_matched";
};

/** The books of `unmatched_bookmakers`, each with its reason. */
export const listUnmatched = (
  fixture: BoardFixture,
  findBook: FindBook,
  now: number,
): Expiring<GameView["unmatched"]> => {
  const { value, until } = unmatchedBooks(fixture, undefined, findBook, now);
  return {
    value: value.map((book) => ({ book, reason: reasonOf(fixture.books.get(book), now) })),
    until,
  };
};

/** The keys of the wanted markets that any book has for a fixture, fresh or not. */
export const heldMarketKeys = (
  fixture: BoardFixture,
  isWanted: (market: BoardMarket) => boolean,
): readonly string[] => {
  const keys = new Set<string>();
  for (const held of fixture.books.values())
    for (const market of held.markets.values()) if (isWanted(market)) keys.add(market.key);
  return [...keys].sort();
};

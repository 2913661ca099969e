import type { BoardFixture, BoardMarket } from "@/server/market/board/board";
import { type Expiring, freshMarkets, startOf } from "@/server/market/board/fresh-prices";
import { type FindBook, servedBooks } from "@/server/market/board/quote-markets";

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

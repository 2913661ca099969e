import type { Book } from "@/server/domain/catalogue/books";
import { compare } from "@/server/domain/collections";
import { toWireTimeOrNull } from "@/server/domain/serialize/serialize";
import type { BoardBook, BoardFixture, PriceQuery } from "@/server/market/board/board";
import { freshMarkets, isOpen, isWanted, ownStartOf, staleFrom } from "@/server/market/board/fresh-prices";
import { newestFetch } from "@/server/market/board/render-book";

type FindBook = (key: string) => Book | undefined;
type WireTime = string | number | null;

/** The times of a book's prices, in wire form. `markets`: market key -> time. */
export type BookTimes = {
  readonly key: string;
  readonly last_update: WireTime;
  readonly markets: Readonly<Record<string, WireTime>>;
};

const timesOf = (
  held: BoardBook,
  book: Book,
  { markets, dateFormat }: PriceQuery,
  now: number,
): BookTimes | undefined => {
  const fresh = freshMarkets(held, book, markets, now).value;
  if (!fresh.some(({ fetchedAt }) => fetchedAt !== null)) return undefined;
  return {
    key: book.key,
    last_update: toWireTimeOrNull(newestFetch(fresh), dateFormat),
    markets: Object.fromEntries(
      fresh.map(({ key, fetchedAt }) => [key, toWireTimeOrNull(fetchedAt, dateFormat)]),
    ),
  };
};

/**
 * The times of the served books of a fixture that were checked after the board had the revision `since`. Books without measured times are left
 * out, because their times are always null.
 */
export const timesSince = (
  fixture: BoardFixture,
  query: PriceQuery,
  findBook: FindBook,
  since: number,
  now: number,
): readonly BookTimes[] => {
  if (fixture.revision <= since || !isOpen(fixture, now)) return [];
  const times: BookTimes[] = [];
  for (const held of fixture.books.values()) {
    if (held.checkedRevision <= since || held.isWithheld || ownStartOf(held) <= now) continue;
    const book = findBook(held.key);
    if (book === undefined || !isWanted(query.bookmakers, held.key)) continue;
    const ofBook = timesOf(held, book, query, now);
    if (ofBook !== undefined) times.push(ofBook);
  }
  return times.sort((a, b) => compare(a.key, b.key));
};

/** Whether anything in a fixture's response may have expired, or a start that a book states may have passed, after `from` and until `to`. */
export const lapsedBetween = (
  fixture: BoardFixture,
  { markets, bookmakers }: PriceQuery,
  findBook: FindBook,
  from: number,
  to: number,
): boolean => {
  const isBetween = (at: number): boolean => at > from && at <= to;
  for (const held of fixture.books.values()) {
    if (!isWanted(bookmakers, held.key)) continue;
    const book = findBook(held.key);
    if (isBetween(ownStartOf(held))) return true;
    if (held.ownStart !== undefined && isBetween(staleFrom(held.ownStart.statedAt, book))) return true;
    // The newest check of all markets decides whether a withheld book is listed as unmatched.
    let newest = Number.NEGATIVE_INFINITY;
    for (const { key, checkedAt } of held.markets.values()) {
      if (checkedAt > newest) newest = checkedAt;
      if (markets.includes(key) && isBetween(staleFrom(checkedAt, book))) return true;
    }
    if (isBetween(staleFrom(newest, book))) return true;
  }
  for (const [key, checkedAt] of fixture.sightings)
    if (isWanted(bookmakers, key) && isBetween(staleFrom(checkedAt, findBook(key)))) return true;
  return false;
};

import type { Book } from "@/server/domain/catalogue/books";
import { priceLifeMs } from "@/server/domain/prices/freshness";
import type { BoardBook, BoardFixture, BoardMarket } from "@/server/market/board/board";

/** A value that stays correct until `until` (ms since the epoch, exclusive), unless the data behind it change. */
export type Expiring<T> = { readonly value: T; readonly until: number };

type FindBook = (key: string) => Book | undefined;

export const isWanted = (wanted: readonly string[] | undefined, key: string): boolean =>
  wanted === undefined || wanted.includes(key);

/** The first whole millisecond at which a price checked at `checkedAt` is stale. */
export const staleFrom = (checkedAt: number, book: Book | undefined): number =>
  Math.floor(checkedAt + priceLifeMs(book?.updateIntervalSeconds ?? null)) + 1;

/** A fixture has prices only if it has not started and was not replaced. */
export const isOpen = ({ commenceTime, isReplaced }: BoardFixture, now: number): boolean =>
  commenceTime > now && !isReplaced;

/** The start that the book states, rounded up to a millisecond. From then on, the book may quote in-play prices. */
export const ownStartOf = ({ ownStart }: BoardBook): number =>
  ownStart === undefined ? Number.POSITIVE_INFINITY : Math.ceil(ownStart.start);

/** The first whole millisecond at which a fixture has started. */
export const startOf = (fixture: BoardFixture): number => Math.ceil(fixture.commenceTime);

/** Caps the displayed time of a market whose check is slightly later than `now`, so that no response shows a future time. */
const withoutFutureTime = (market: BoardMarket, now: number): Expiring<BoardMarket> => ({
  value: { ...market, fetchedAt: market.fetchedAt === null ? null : Math.min(market.fetchedAt, now) },
  until: Math.min(Math.ceil(market.checkedAt), (Math.floor(now / 1000) + 1) * 1000),
});

/** The requested markets of a book that are fresh, in the order of `wanted`. */
export const freshMarkets = (
  held: BoardBook,
  book: Book,
  wanted: readonly string[],
  now: number,
): Expiring<readonly BoardMarket[]> => {
  let until = Number.POSITIVE_INFINITY;
  const value: BoardMarket[] = [];
  for (const key of wanted) {
    const market = held.markets.get(key);
    if (market === undefined) continue;
    const stale = staleFrom(market.checkedAt, book);
    if (stale <= now) continue;
    const shown = market.checkedAt > now ? withoutFutureTime(market, now) : { value: market, until: stale };
    value.push(shown.value);
    until = Math.min(until, shown.until);
  }
  return { value, until };
};

/** When the newest of the book's prices for the fixture was checked. */
export const newestCheck = ({ markets }: BoardBook): number => {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { checkedAt } of markets.values()) newest = Math.max(newest, checkedAt);
  return newest;
};

/** The time until which at least one of the book's markets is served for the fixture. */
const matchedUntil = (held: BoardBook | undefined, book: Book | undefined): number =>
  held === undefined || held.isWithheld
    ? Number.NEGATIVE_INFINITY
    : Math.min(staleFrom(newestCheck(held), book), ownStartOf(held));

/**
 * The candidates for `unmatched_bookmakers`. Book key -> the time (ms since the epoch) when the book last listed the fixture or an event
 * that may be the fixture. `unmatchedBooks` omits a book if a price checked at this time would now be stale.
 */
const mentions = (fixture: BoardFixture, now: number): ReadonlyMap<string, number> => {
  const unserved = [...fixture.books.values()].filter((held) => held.isWithheld || ownStartOf(held) <= now);
  if (unserved.length === 0) return fixture.sightings;
  const all = new Map(fixture.sightings);
  for (const held of unserved) {
    const statedAt = ownStartOf(held) <= now ? (held.ownStart?.statedAt ?? 0) : 0;
    const quotedAt = held.isWithheld ? newestCheck(held) : 0;
    all.set(held.key, Math.max(all.get(held.key) ?? 0, statedAt, quotedAt));
  }
  return all;
};

/** The earliest start after `now` that any book of the fixture states. */
const nextOwnStart = (fixture: BoardFixture, now: number): number => {
  let next = Number.POSITIVE_INFINITY;
  for (const held of fixture.books.values()) {
    const start = ownStartOf(held);
    if (start > now && start < next) next = start;
  }
  return next;
};

/**
 * The requested books whose prices for the fixture are not served, although the book recently listed the fixture or an event that may be
 * the fixture. A book's prices are not served if its event could not be matched safely, if the start that it states has passed, or if its
 * sides look inverted.
 * @returns the keys of the books, sorted.
 */
export const unmatchedBooks = (
  fixture: BoardFixture,
  bookmakers: readonly string[] | undefined,
  findBook: FindBook,
  now: number,
): Expiring<readonly string[]> => {
  if (!isOpen(fixture, now)) return { value: [], until: Number.POSITIVE_INFINITY };
  let until = Math.min(startOf(fixture), nextOwnStart(fixture, now));
  const value: string[] = [];
  for (const [key, checkedAt] of mentions(fixture, now)) {
    const book = findBook(key);
    const stale = staleFrom(checkedAt, book);
    if (stale <= now || !isWanted(bookmakers, key)) continue;
    const matched = matchedUntil(fixture.books.get(key), book);
    if (matched <= now) value.push(key);
    until = Math.min(until, matched <= now ? stale : matched);
  }
  return { value: value.sort(), until };
};

import type { BoardBook, BoardFixture, BoardMarket } from "@/server/board/board";
import type { Book } from "@/server/catalogue/books";
import { priceLifeMs } from "@/server/prices/freshness";

/** Something judged at one moment; until `until` (ms since the epoch, exclusive) the passing of time alone does not change it. */
export type Timed<T> = { readonly value: T; readonly until: number };

type FindBook = (key: string) => Book | undefined;

export const isWanted = (wanted: readonly string[] | undefined, key: string): boolean =>
  wanted === undefined || wanted.includes(key);

/** The first whole millisecond at which a price that was last checked at `checkedAt` is too old to be served. */
const staleFrom = (checkedAt: number, book: Book | undefined): number =>
  Math.floor(checkedAt + priceLifeMs(book?.updateIntervalSeconds ?? null)) + 1;

/** Whether the fixture can have prices: it has not started, and no other one took its place. */
export const isOpen = ({ commenceTime, isReplaced }: BoardFixture, now: number): boolean =>
  commenceTime > now && !isReplaced;

/**
 * The first whole millisecond at which the start that the book states has passed. Until the fixture starts the book contradicts the
 * start that the others agree on: its prices may be of a match in play.
 */
export const ownStartOf = ({ ownStart }: BoardBook): number =>
  ownStart === undefined ? Number.POSITIVE_INFINITY : Math.ceil(ownStart.start);

/** The first whole millisecond at which a fixture has started. */
export const startOf = (fixture: BoardFixture): number => Math.ceil(fixture.commenceTime);

/**
 * A market as it is shown before the time of its check: clocks are read a little apart, and no time is shown that lies ahead. It shows
 * the next second then.
 */
const shownEarly = (market: BoardMarket, now: number): Timed<BoardMarket> => ({
  value: { ...market, fetchedAt: market.fetchedAt === null ? null : Math.min(market.fetchedAt, now) },
  until: Math.min(Math.ceil(market.checkedAt), (Math.floor(now / 1000) + 1) * 1000),
});

/** Those of a book's markets that are wanted and still fresh, in the order of `wanted`; what is older than its rhythm allows is left out. */
export const freshMarkets = (
  held: BoardBook,
  book: Book,
  wanted: readonly string[],
  now: number,
): Timed<readonly BoardMarket[]> => {
  let until = Number.POSITIVE_INFINITY;
  const value: BoardMarket[] = [];
  for (const key of wanted) {
    const market = held.markets.get(key);
    if (market === undefined) continue;
    const stale = staleFrom(market.checkedAt, book);
    if (stale <= now) continue;
    const shown = market.checkedAt > now ? shownEarly(market, now) : { value: market, until: stale };
    value.push(shown.value);
    until = Math.min(until, shown.until);
  }
  return { value, until };
};

const newestCheck = ({ markets }: BoardBook): number => {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { checkedAt } of markets.values()) newest = Math.max(newest, checkedAt);
  return newest;
};

/** Until when the book is served for the fixture: so long it is matched, whatever was asked for. */
const matchedUntil = (held: BoardBook | undefined, book: Book | undefined): number =>
  held === undefined || held.isWithheld
    ? Number.NEGATIVE_INFINITY
    : Math.min(staleFrom(newestCheck(held), book), ownStartOf(held));

/** Books that are not served, by the time (ms) that their mention ages from. */
const mentions = (fixture: BoardFixture, now: number): ReadonlyMap<string, number> => {
  const unserved = [...fixture.books.values()].filter((held) => held.isWithheld || ownStartOf(held) <= now);
  if (unserved.length === 0) return fixture.notes;
  const all = new Map(fixture.notes);
  for (const held of unserved) {
    const statedAt = ownStartOf(held) <= now ? (held.ownStart?.statedAt ?? 0) : 0;
    const quotedAt = held.isWithheld ? newestCheck(held) : 0;
    all.set(held.key, Math.max(all.get(held.key) ?? 0, statedAt, quotedAt));
  }
  return all;
};

/** When the next book's own start passes, after `now`. */
const nextOwnStart = (fixture: BoardFixture, now: number): number => {
  let next = Number.POSITIVE_INFINITY;
  for (const held of fixture.books.values()) {
    const start = ownStartOf(held);
    if (start > now && start < next) next = start;
  }
  return next;
};

/**
 * Keys of the books that quote the fixture and are not served for it, sorted: those whose event could not be matched safely, those
 * whose own start has passed, and those whose sides look inverted. A mention ages out as that book's prices would.
 */
export const unmatchedBooks = (
  fixture: BoardFixture,
  bookmakers: readonly string[] | undefined,
  findBook: FindBook,
  now: number,
): Timed<readonly string[]> => {
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

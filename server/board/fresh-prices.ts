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

export const hasStarted = (fixture: BoardFixture, now: number): boolean => fixture.commenceTime <= now;

/** The first whole millisecond at which a fixture has started. */
export const startOf = (fixture: BoardFixture): number => Math.ceil(fixture.commenceTime);

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
    value.push(market);
    if (stale < until) until = stale;
  }
  return { value, until };
};

/** Until when the book quotes anything for the fixture: so long it is matched, whatever was asked for. */
const matchedUntil = (fixture: BoardFixture, key: string, book: Book | undefined): number => {
  let until = Number.NEGATIVE_INFINITY;
  for (const market of fixture.books.get(key)?.markets.values() ?? [])
    until = Math.max(until, staleFrom(market.checkedAt, book));
  return until;
};

/** Keys of the books whose event could not be matched to the fixture safely, sorted; a note ages out as that book's prices would. */
export const unmatchedBooks = (
  fixture: BoardFixture,
  bookmakers: readonly string[] | undefined,
  findBook: FindBook,
  now: number,
): Timed<readonly string[]> => {
  if (hasStarted(fixture, now)) return { value: [], until: Number.POSITIVE_INFINITY };
  let until = startOf(fixture);
  const value: string[] = [];
  for (const [key, checkedAt] of fixture.notes) {
    const book = findBook(key);
    const stale = staleFrom(checkedAt, book);
    if (stale <= now || !isWanted(bookmakers, key)) continue;
    const matched = matchedUntil(fixture, key, book);
    if (matched <= now) value.push(key);
    until = Math.min(until, matched <= now ? stale : matched);
  }
  return { value: value.sort(), until };
};

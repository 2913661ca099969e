import type { BoardFixture, BoardMarket } from "@/server/board/board";
import type { Book } from "@/server/catalogue/books";
import { priceLifeMs } from "@/server/prices/freshness";

/** Something judged at one moment; until `until` (ms since the epoch, exclusive) the passing of time alone does not change it. */
export type Timed<T> = { readonly value: T; readonly until: number };

export type FreshBook = {
  readonly book: Book;
  /** Only markets asked for that are still fresh, by key; never empty. */
  readonly markets: readonly BoardMarket[];
};

type FindBook = (key: string) => Book | undefined;

const isWanted = (wanted: readonly string[] | undefined, key: string): boolean =>
  wanted === undefined || wanted.includes(key);

/** The first whole millisecond at which a price that was last checked at `checkedAt` is too old to be served. */
const staleFrom = (checkedAt: number, book: Book | undefined): number =>
  Math.floor(checkedAt + priceLifeMs(book?.updateIntervalSeconds ?? null)) + 1;

const hasStarted = (fixture: BoardFixture, now: number): boolean => fixture.commenceTime <= now;

const startOf = (fixture: BoardFixture): number => Math.ceil(fixture.commenceTime);

/** The books that quote a wanted market of the fixture now, by key; what is older than its book's rhythm allows is left out. */
export const freshBooks = (
  fixture: BoardFixture,
  query: { readonly markets: readonly string[]; readonly bookmakers: readonly string[] | undefined },
  findBook: FindBook,
  now: number,
): Timed<readonly FreshBook[]> => {
  if (hasStarted(fixture, now)) return { value: [], until: Number.POSITIVE_INFINITY };
  let until = startOf(fixture);
  const value: FreshBook[] = [];
  const wantedMarkets = [...query.markets].sort();
  for (const key of [...fixture.books.keys()].sort()) {
    const held = fixture.books.get(key);
    const book = findBook(key);
    if (held === undefined || book === undefined || !isWanted(query.bookmakers, key)) continue;
    const markets: BoardMarket[] = [];
    for (const wanted of wantedMarkets) {
      const market = held.markets.get(wanted);
      if (market === undefined) continue;
      const stale = staleFrom(market.checkedAt, book);
      if (stale <= now) continue;
      markets.push(market);
      if (stale < until) until = stale;
    }
    if (markets.length > 0) value.push({ book, markets });
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

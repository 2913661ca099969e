import type { BoardFixture, BoardMarket } from "@/server/board/board";
import type { Book } from "@/server/catalogue/books";
import { priceLifeMs } from "@/server/prices/freshness";

export type FreshBook = {
  readonly book: Book;
  /** Only markets asked for that are still fresh; never empty. */
  readonly markets: readonly BoardMarket[];
};

type FindBook = (key: string) => Book | undefined;

const isWanted = (wanted: readonly string[] | undefined, key: string): boolean =>
  wanted === undefined || wanted.includes(key);

/** The books that quote a wanted market of the fixture now, by key; what is older than its book's rhythm allows is left out. */
export const freshBooks = (
  fixture: BoardFixture,
  query: { readonly markets: readonly string[]; readonly bookmakers: readonly string[] | undefined },
  findBook: FindBook,
  now: number,
): FreshBook[] => {
  if (fixture.commenceTime <= now) return [];
  const fresh: FreshBook[] = [];
  for (const key of [...fixture.books.keys()].sort()) {
    const held = fixture.books.get(key);
    const book = findBook(key);
    if (held === undefined || book === undefined || !isWanted(query.bookmakers, key)) continue;
    const oldest = now - priceLifeMs(book.updateIntervalSeconds);
    const markets = query.markets
      .map((market) => held.markets.get(market))
      .filter((market) => market !== undefined && market.checkedAt >= oldest) as BoardMarket[];
    if (markets.length > 0) fresh.push({ book, markets: markets.sort((a, b) => (a.key < b.key ? -1 : 1)) });
  }
  return fresh;
};

/** Whether the book quotes anything for the fixture now: then it is matched, whatever was asked for. */
const isMatched = (fixture: BoardFixture, key: string, oldest: number): boolean => {
  for (const market of fixture.books.get(key)?.markets.values() ?? [])
    if (market.checkedAt >= oldest) return true;
  return false;
};

/** Keys of the books whose event could not be matched to the fixture safely, sorted; a note ages out as that book's prices would. */
export const unmatchedBooks = (
  fixture: BoardFixture,
  bookmakers: readonly string[] | undefined,
  findBook: FindBook,
  now: number,
): string[] => {
  if (fixture.commenceTime <= now) return [];
  return [...fixture.notes]
    .filter(([key, checkedAt]) => {
      const oldest = now - priceLifeMs(findBook(key)?.updateIntervalSeconds ?? null);
      return isWanted(bookmakers, key) && checkedAt >= oldest && !isMatched(fixture, key, oldest);
    })
    .map(([key]) => key)
    .sort();
};

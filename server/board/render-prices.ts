import type { BoardFixture, PriceQuery } from "@/server/board/board";
import {
  type Expiring,
  freshMarkets,
  isOpen,
  isWanted,
  ownStartOf,
  startOf,
  unmatchedBooks,
} from "@/server/board/fresh-prices";
import { type BookQuery, renderBook } from "@/server/board/render-book";
import type { Book } from "@/server/catalogue/books";
import type { FixtureRecord } from "@/server/catalogue/fixture-record";
import { serializeFixture } from "@/server/serialize/serialize";

type FindBook = (key: string) => Book | undefined;

/** Renders the JSON of a fixture as of `now`. */
export type RenderFixture = (fixture: BoardFixture, now: number) => Expiring<string>;

const sortedKeysOf = new WeakMap<BoardFixture["books"], readonly string[]>();

/** The keys of the fixture's books, sorted. They are cached, because books are added rarely and never removed. */
const sortedKeys = ({ books }: BoardFixture): readonly string[] => {
  const cached = sortedKeysOf.get(books);
  if (cached?.length === books.size) return cached;
  const keys = [...books.keys()].sort();
  sortedKeysOf.set(books, keys);
  return keys;
};

const renderBooks = (
  fixture: BoardFixture,
  query: PriceQuery,
  bookQuery: BookQuery,
  cacheKey: string,
  findBook: FindBook,
  now: number,
): Expiring<string> => {
  if (!isOpen(fixture, now)) return { value: "", until: Number.POSITIVE_INFINITY };
  let until = startOf(fixture);
  const items: string[] = [];
  for (const key of sortedKeys(fixture)) {
    const boardBook = fixture.books.get(key);
    const book = findBook(key);
    if (boardBook === undefined || book === undefined || !isWanted(query.bookmakers, key)) continue;
    if (boardBook.isWithheld) continue;
    const ownStart = ownStartOf(boardBook);
    if (ownStart <= now) continue;
    const fragment = renderBook(fixture, boardBook, book, bookQuery, cacheKey, now);
    if (fragment.value !== "") items.push(fragment.value);
    until = Math.min(until, fragment.until, ownStart);
  }
  return { value: items.join(","), until };
};

/** The books that `isMeasuredOnly` leaves out of these fixtures, sorted: each has a fresh price without a measured fetch time. */
export const unmeasuredBooks = (
  fixtures: readonly BoardFixture[],
  { markets, bookmakers }: PriceQuery,
  findBook: FindBook,
  now: number,
): readonly string[] => {
  const keys = new Set<string>();
  for (const fixture of fixtures) {
    if (!isOpen(fixture, now)) continue;
    for (const held of fixture.books.values()) {
      const book = findBook(held.key);
      if (book === undefined || keys.has(held.key) || !isWanted(bookmakers, held.key)) continue;
      if (held.isWithheld || ownStartOf(held) <= now) continue;
      if (freshMarkets(held, book, markets, now).value.some(({ fetchedAt }) => fetchedAt === null))
        keys.add(held.key);
    }
  }
  return [...keys].sort();
};

/** Returns a function that renders a fixture with prices (`odds`) or with prop rows (`props`). */
export const renderFixtureWith = (
  shape: BookQuery["shape"],
  query: PriceQuery,
  findBook: FindBook,
): RenderFixture => {
  const { oddsFormat, dateFormat, isMeasuredOnly = false } = query;
  const bookQuery = { shape, oddsFormat, dateFormat, isMeasuredOnly, markets: [...query.markets].sort() };
  const cacheKey = JSON.stringify([shape, oddsFormat, dateFormat, isMeasuredOnly, bookQuery.markets]);
  const list = shape === "odds" ? "bookmakers" : "props";
  return (fixture, now) => {
    const books = renderBooks(fixture, query, bookQuery, cacheKey, findBook, now);
    const unmatched = unmatchedBooks(fixture, query.bookmakers, findBook, now);
    const head = JSON.stringify(serializeFixture(fixture, dateFormat)).slice(0, -1);
    return {
      value: `${head},"${list}":[${books.value}],"unmatched_bookmakers":${JSON.stringify(unmatched.value)}}`,
      until: Math.min(books.until, unmatched.until),
    };
  };
};

/** Turns the record of a fixture that is not on the board into a board fixture without prices. */
export const emptyFixture = (fixture: FixtureRecord): BoardFixture => ({
  ...fixture,
  isReplaced: false,
  revision: 0,
  books: new Map(),
  notes: new Map(),
  players: new Map(),
});

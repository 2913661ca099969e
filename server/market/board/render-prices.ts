import { hash } from "node:crypto";
import type { Book } from "@/server/domain/catalogue/books";
import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import { serializeFixture } from "@/server/domain/serialize/serialize";
import type { BoardFixture, PriceQuery } from "@/server/market/board/board";
import {
  type Expiring,
  freshMarkets,
  isOpen,
  isWanted,
  ownStartOf,
  startOf,
  unmatchedBooks,
} from "@/server/market/board/fresh-prices";
import { type BookFragment, type BookQuery, contentOf, renderBook } from "@/server/market/board/render-book";

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

type BooksQuery = {
  readonly bookmakers: readonly string[] | undefined;
  readonly bookQuery: BookQuery;
  readonly cacheKey: string;
};

/** Calls `visit` with the JSON of each served book, in order. @returns the time until which the JSON stays correct. */
const visitBooks = (
  fixture: BoardFixture,
  { bookmakers, bookQuery, cacheKey }: BooksQuery,
  findBook: FindBook,
  now: number,
  visit: (fragment: BookFragment) => void,
): number => {
  if (!isOpen(fixture, now)) return Number.POSITIVE_INFINITY;
  let until = startOf(fixture);
  for (const key of sortedKeys(fixture)) {
    const boardBook = fixture.books.get(key);
    const book = findBook(key);
    if (boardBook === undefined || book === undefined || !isWanted(bookmakers, key)) continue;
    if (boardBook.isWithheld) continue;
    const ownStart = ownStartOf(boardBook);
    if (ownStart <= now) continue;
    const fragment = renderBook(fixture, boardBook, book, bookQuery, cacheKey, now);
    if (fragment.value !== "") visit(fragment);
    until = Math.min(until, fragment.until, ownStart);
  }
  return until;
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

const booksQueryOf = (shape: BookQuery["shape"], query: PriceQuery): BooksQuery => {
  const { bookmakers, oddsFormat, dateFormat, isMeasuredOnly = false } = query;
  const bookQuery = { shape, oddsFormat, dateFormat, isMeasuredOnly, markets: [...query.markets].sort() };
  return {
    bookmakers,
    bookQuery,
    cacheKey: JSON.stringify([shape, oddsFormat, dateFormat, isMeasuredOnly, bookQuery.markets]),
  };
};

/** The JSON of a fixture without its books: what comes before them, and the list of unmatched books. */
const renderFrame = (fixture: BoardFixture, query: PriceQuery, findBook: FindBook, now: number) => ({
  head: JSON.stringify(serializeFixture(fixture, query.dateFormat)).slice(0, -1),
  unmatched: unmatchedBooks(fixture, query.bookmakers, findBook, now),
});

/** Returns a function that renders a fixture with prices (`odds`) or with prop rows (`props`). */
export const renderFixtureWith = (
  shape: BookQuery["shape"],
  query: PriceQuery,
  findBook: FindBook,
): RenderFixture => {
  const booksQuery = booksQueryOf(shape, query);
  const list = shape === "odds" ? "bookmakers" : "props";
  return (fixture, now) => {
    const books: string[] = [];
    const until = visitBooks(fixture, booksQuery, findBook, now, ({ value }) => books.push(value));
    const { head, unmatched } = renderFrame(fixture, query, findBook, now);
    return {
      value: `${head},"${list}":[${books.join(",")}],"unmatched_bookmakers":${JSON.stringify(unmatched.value)}}`,
      until: Math.min(until, unmatched.until),
    };
  };
};

/** The JSON of a fixture with prices, and a digest of everything in it except the times of prices. */
export type FixtureState = Expiring<string> & { readonly content: string };

/** Returns a function that renders a fixture with prices (`odds`) as of `now`, for streams. */
export const renderStateWith = (
  query: PriceQuery,
  findBook: FindBook,
): ((fixture: BoardFixture, now: number) => FixtureState) => {
  const booksQuery = booksQueryOf("odds", query);
  return (fixture, now) => {
    const books: string[] = [];
    const contents: string[] = [];
    const until = visitBooks(fixture, booksQuery, findBook, now, (fragment) => {
      books.push(fragment.value);
      contents.push(contentOf(fragment));
    });
    const { head, unmatched } = renderFrame(fixture, query, findBook, now);
    const tail = `"unmatched_bookmakers":${JSON.stringify(unmatched.value)}}`;
    return {
      value: `${head},"bookmakers":[${books.join(",")}],${tail}`,
      content: hash("sha1", `${head}${contents.join("")}${tail}`, "base64"),
      until: Math.min(until, unmatched.until),
    };
  };
};

/** Turns the record of a fixture that is not on the board into a board fixture without prices. */
export const emptyFixture = (fixture: FixtureRecord): BoardFixture => ({
  ...fixture,
  isReplaced: false,
  revision: 0,
  contentRevision: 0,
  books: new Map(),
  sightings: new Map(),
  players: new Map(),
});

import type { BoardFixture, FixtureRecord, PriceQuery } from "@/server/board/board";
import {
  isOpen,
  isWanted,
  ownStartOf,
  startOf,
  type Timed,
  unmatchedBooks,
} from "@/server/board/fresh-prices";
import { type BookQuestion, renderBook } from "@/server/board/render-book";
import { wireFixture } from "@/server/board/wire";
import type { Book } from "@/server/catalogue/books";

type FindBook = (key: string) => Book | undefined;

/** Makes the JSON of a fixture as of `now`. */
export type RenderFixture = (fixture: BoardFixture, now: number) => Timed<string>;

/** What all books add to a fixture's list, by key. */
const renderBooks = (
  fixture: BoardFixture,
  query: PriceQuery,
  question: BookQuestion,
  name: string,
  findBook: FindBook,
  now: number,
): Timed<string> => {
  if (!isOpen(fixture, now)) return { value: "", until: Number.POSITIVE_INFINITY };
  let until = startOf(fixture);
  const items: string[] = [];
  for (const key of [...fixture.books.keys()].sort()) {
    const held = fixture.books.get(key);
    const book = findBook(key);
    if (held === undefined || book === undefined || !isWanted(query.bookmakers, key)) continue;
    if (held.isWithheld) continue;
    const ownStart = ownStartOf(held);
    if (ownStart <= now) continue;
    const piece = renderBook(fixture, held, book, question, name, now);
    if (piece.value !== "") items.push(piece.value);
    until = Math.min(until, piece.until, ownStart);
  }
  return { value: items.join(","), until };
};

/**
 * Fixtures with prices (`odds`, endpoints 5 and 6) or with prop rows (`props`, endpoints 7 and 8). The one rendering: it puts together
 * what is kept of each book and what has to be made anew.
 */
export const renderFixtureWith = (
  shape: BookQuestion["shape"],
  query: PriceQuery,
  findBook: FindBook,
): RenderFixture => {
  const { oddsFormat, dateFormat } = query;
  const question = { shape, oddsFormat, dateFormat, markets: [...query.markets].sort() };
  const name = JSON.stringify([shape, oddsFormat, dateFormat, question.markets]);
  const list = shape === "odds" ? "bookmakers" : "props";
  return (fixture, now) => {
    const books = renderBooks(fixture, query, question, name, findBook, now);
    const unmatched = unmatchedBooks(fixture, query.bookmakers, findBook, now);
    const head = JSON.stringify(wireFixture(fixture, dateFormat)).slice(0, -1);
    return {
      value: `${head},"${list}":[${books.value}],"unmatched_bookmakers":${JSON.stringify(unmatched.value)}}`,
      until: Math.min(books.until, unmatched.until),
    };
  };
};

/** A fixture that the board does not hold, without prices, in the shape of one that it holds. */
export const emptyFixture = (fixture: FixtureRecord): BoardFixture => ({
  ...fixture,
  isReplaced: false,
  revision: 0,
  books: new Map(),
  notes: new Map(),
  players: new Map(),
});

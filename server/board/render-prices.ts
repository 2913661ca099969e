import type { BoardFixture, BoardMarket, FixtureRecord, PriceQuery } from "@/server/board/board";
import { type FreshBook, freshBooks, type Timed, unmatchedBooks } from "@/server/board/fresh-prices";
import { outcomesJson, propRowTails } from "@/server/board/render-outcomes";
import { wireFixture, wireTimeOrNull } from "@/server/board/wire";
import type { Book } from "@/server/catalogue/books";

type FindBook = (key: string) => Book | undefined;

/** Makes the JSON of a fixture as of `now`. */
export type RenderFixture = (
  fixture: BoardFixture,
  query: PriceQuery,
  findBook: FindBook,
  now: number,
) => Timed<string>;

const newestFetch = (markets: readonly BoardMarket[]): number | null =>
  markets.reduce<number | null>(
    (newest, { fetchedAt }) =>
      fetchedAt !== null && (newest === null || fetchedAt > newest) ? fetchedAt : newest,
    null,
  );

/** The JSON of an object with more members whose values are JSON already. */
const extended = (object: object, more: Readonly<Record<string, string>>): string => {
  const members = Object.entries(more).map(([name, json]) => `"${name}":${json}`);
  return `${JSON.stringify(object).slice(0, -1)},${members.join(",")}}`;
};

const listed = (items: readonly string[]): string => `[${items.join(",")}]`;

const wireBook = ({ book, markets }: FreshBook, query: PriceQuery) => ({
  key: book.key,
  title: book.title,
  last_update: wireTimeOrNull(newestFetch(markets), query.dateFormat),
});

const bookJson = (fixture: BoardFixture, fresh: FreshBook, query: PriceQuery): string => {
  const markets = fresh.markets.map((market) =>
    extended(
      { key: market.key, last_update: wireTimeOrNull(market.fetchedAt, query.dateFormat) },
      { outcomes: outcomesJson(fixture, fresh.book.key, market, query.oddsFormat) },
    ),
  );
  return extended(wireBook(fresh, query), { markets: listed(markets) });
};

const propRows = (fixture: BoardFixture, fresh: FreshBook, query: PriceQuery): readonly string[] => {
  const bookmaker = JSON.stringify(wireBook(fresh, query));
  return fresh.markets.flatMap((market) =>
    propRowTails(fixture, fresh.book.key, market, query.oddsFormat).map(
      (tail) => `{"bookmaker":${bookmaker},${tail}`,
    ),
  );
};

const renderWith =
  (
    name: "bookmakers" | "props",
    renderBook: (fixture: BoardFixture, fresh: FreshBook, query: PriceQuery) => string | readonly string[],
  ): RenderFixture =>
  (fixture, query, findBook, now) => {
    const fresh = freshBooks(fixture, query, findBook, now);
    const unmatched = unmatchedBooks(fixture, query.bookmakers, findBook, now);
    const value = extended(wireFixture(fixture, query.dateFormat), {
      [name]: listed(fresh.value.flatMap((book) => renderBook(fixture, book, query))),
      unmatched_bookmakers: JSON.stringify(unmatched.value),
    });
    return { value, until: Math.min(fresh.until, unmatched.until) };
  };

/** A fixture with prices (endpoints 5 and 6). */
export const renderOdds = renderWith("bookmakers", bookJson);

/** A fixture with prop rows (endpoints 7 and 8). */
export const renderProps = renderWith("props", propRows);

/** A fixture that the board does not hold, without prices, in the shape of one that it holds. */
export const emptyFixture = (fixture: FixtureRecord): BoardFixture => ({
  ...fixture,
  revision: 0,
  books: new Map(),
  notes: new Map(),
  players: new Map(),
});

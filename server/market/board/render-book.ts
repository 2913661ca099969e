import { hash } from "node:crypto";
import type { Book } from "@/server/domain/catalogue/books";
import { getOrInsert } from "@/server/domain/collections";
import { type ShowName, showStoredNames } from "@/server/domain/players/stored-names";
import type { Outcome } from "@/server/domain/prices/outcome";
import {
  serializeOutcome,
  serializePropOutcome,
  toWireTimeOrNull,
} from "@/server/domain/serialize/serialize";
import type { BoardBook, BoardFixture, BoardMarket, PriceQuery } from "@/server/market/board/board";
import { type Expiring, freshMarkets } from "@/server/market/board/fresh-prices";

/** The part of a query that determines the JSON of one book. */
export type BookQuery = Pick<PriceQuery, "oddsFormat" | "dateFormat" | "isMeasuredOnly"> & {
  readonly shape: "odds" | "props";
  /** Sorted. */
  readonly markets: readonly string[];
};

type Players = BoardFixture["players"];

const showNames = new WeakMap<Players, ShowName>();

/** Returns a function that turns a book's spelling of a player into the displayed name. */
export const showNameIn = (fixture: BoardFixture): ShowName => {
  const cached = showNames.get(fixture.players);
  if (cached !== undefined) return cached;
  const showName = showStoredNames(fixture, fixture.players);
  showNames.set(fixture.players, showName);
  return showName;
};

export const newestFetch = (markets: readonly BoardMarket[]): number | null =>
  markets.reduce<number | null>(
    (newest, { fetchedAt }) =>
      fetchedAt !== null && (newest === null || fetchedAt > newest) ? fetchedAt : newest,
    null,
  );

const serializeBook = (
  { bookEventId, link }: BoardBook,
  book: Book,
  markets: readonly BoardMarket[],
  query: BookQuery,
) => ({
  key: book.key,
  title: book.title,
  last_update: toWireTimeOrNull(newestFetch(markets), query.dateFormat),
  ...(bookEventId !== null && { book_event_id: bookEventId }),
  ...(link !== null && { link }),
});

const serializeMarkets = (
  fixture: BoardFixture,
  book: Book,
  markets: readonly BoardMarket[],
  query: BookQuery,
) =>
  markets.map((market) => ({
    key: market.key,
    last_update: toWireTimeOrNull(market.fetchedAt, query.dateFormat),
    outcomes: market.outcomes.map((outcome) =>
      serializeOutcome(outcome, fixture, query.oddsFormat, (player) => showNameIn(fixture)(book.key, player)),
    ),
  }));

type PropRow = { readonly player: string; readonly point: number | undefined; readonly outcomes: Outcome[] };

const lineKey = (player: string, outcome: Outcome): string => `${outcome.point ?? ""}\n${player}`;

const nameOrder = new Intl.Collator("en");

/** Groups the outcomes of a market by player and point, sorted by player, then point. */
const groupPropRows = (market: BoardMarket, showName: (player: string) => string): PropRow[] => {
  const rows = new Map<string, PropRow>();
  for (const outcome of market.outcomes) {
    if (outcome.player === undefined) continue;
    const player = showName(outcome.player);
    const key = lineKey(player, outcome);
    const row = getOrInsert(rows, key, () => ({ player, point: outcome.point, outcomes: [] }));
    row.outcomes.push(outcome);
  }
  return [...rows.values()].sort(
    (a, b) => nameOrder.compare(a.player, b.player) || (a.point ?? 0) - (b.point ?? 0),
  );
};

const serializePropRows = (
  fixture: BoardFixture,
  boardBook: BoardBook,
  book: Book,
  markets: readonly BoardMarket[],
  query: BookQuery,
) => {
  const bookmaker = serializeBook(boardBook, book, markets, query);
  const showName = showNameIn(fixture);
  return markets.flatMap((market) =>
    groupPropRows(market, (player) => showName(book.key, player)).map((row) => ({
      bookmaker,
      player: row.player,
      stat: market.key,
      ...(row.point !== undefined && { point: row.point }),
      outcomes: row.outcomes.map((outcome) => serializePropOutcome(outcome, fixture, query.oddsFormat)),
    })),
  );
};

/**
 * Makes V8 store a string in one piece, which takes 40 % less memory and is faster to join. `JSON.stringify` returns a tree of pieces.
 * Reading a character replaces this tree.
 */
const flatten = (text: string): string => {
  text.charCodeAt(0);
  return text;
};

/** The JSON of one bookmaker, or of its prop rows separated by commas. Empty without markets. */
const render = (
  fixture: BoardFixture,
  boardBook: BoardBook,
  book: Book,
  markets: readonly BoardMarket[],
  query: BookQuery,
): string => {
  if (markets.length === 0) return "";
  if (query.shape === "props")
    return JSON.stringify(serializePropRows(fixture, boardBook, book, markets, query)).slice(1, -1);
  return JSON.stringify({
    ...serializeBook(boardBook, book, markets, query),
    markets: serializeMarkets(fixture, book, markets, query),
  });
};

export type BookFragment = Expiring<string> & {
  /** Set by `contentOf`. */
  content: string | undefined;
  readonly cacheKey: string;
  readonly from: number;
  readonly book: Book;
  readonly players: Players;
};

/**
 * The maximum number of cached renderings per pair of fixture and book. A few are enough, because clients use only a few combinations of
 * format and markets at a time.
 */
const maxFragments = 4;

/*
 * A list response contains the JSON of hundreds of pairs of fixture and book, but a price change affects few pairs. So the JSON of each
 * pair is cached. The key is the pair's map of markets, because each change of the pair creates a new map. The value is an array, because
 * a map of one fragment takes 130 bytes more.
 */
const bookFragments = new WeakMap<BoardBook["markets"], readonly BookFragment[]>();

/**
 * Renders a book's part of a fixture's JSON, from the cache if possible.
 * @param cacheKey equal for equal queries.
 */
export const renderBook = (
  fixture: BoardFixture,
  boardBook: BoardBook,
  book: Book,
  query: BookQuery,
  cacheKey: string,
  now: number,
): BookFragment => {
  const ofBook = bookFragments.get(boardBook.markets) ?? [];
  const cached = ofBook.find((fragment) => fragment.cacheKey === cacheKey);
  const isValid = cached?.book === book && cached.players === fixture.players;
  if (cached !== undefined && isValid && now >= cached.from && now < cached.until) return cached;
  const { value: fresh, until } = freshMarkets(boardBook, book, query.markets, now);
  const markets = query.isMeasuredOnly ? fresh.filter(({ fetchedAt }) => fetchedAt !== null) : fresh;
  const { players } = fixture;
  const value = flatten(render(fixture, boardBook, book, markets, query));
  const fragment: BookFragment = { value, content: undefined, cacheKey, from: now, until, book, players };
  const others = ofBook.filter((other) => other !== cached).slice(1 - maxFragments);
  // With spread syntax, V8 would reserve room for 17 elements.
  bookFragments.set(boardBook.markets, others.concat(fragment));
  return fragment;
};

/** In JSON text, a quotation mark inside a string is escaped, so the pattern matches only properties. */
const times = /"last_update":(?:"[^"]*"|null|\d+)/g;

/** A digest of everything in a book's JSON except the times. */
export const contentOf = (fragment: BookFragment): string => {
  fragment.content ??= hash("sha1", fragment.value.replace(times, ""), "base64");
  return fragment.content;
};

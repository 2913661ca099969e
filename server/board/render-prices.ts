import type { BoardFixture, BoardMarket, FixtureRecord, PriceQuery } from "@/server/board/board";
import { type FreshBook, freshBooks, unmatchedBooks } from "@/server/board/fresh-prices";
import { wireFixture, wireOutcome, wirePropOutcome, wireTimeOrNull } from "@/server/board/wire";
import type { Book } from "@/server/catalogue/books";
import { namePlayers } from "@/server/matching/name-players";
import type { Outcome } from "@/server/prices/outcome";

type FindBook = (key: string) => Book | undefined;

const newestFetch = (markets: readonly BoardMarket[]): number | null =>
  markets.reduce<number | null>(
    (newest, { fetchedAt }) =>
      fetchedAt !== null && (newest === null || fetchedAt > newest) ? fetchedAt : newest,
    null,
  );

type ShownName = (bookKey: string, player: string) => string;

const wireBook = (
  fixture: BoardFixture,
  { book, markets }: FreshBook,
  query: PriceQuery,
  shownName: ShownName,
) => ({
  key: book.key,
  title: book.title,
  last_update: wireTimeOrNull(newestFetch(markets), query.dateFormat),
  markets: markets.map((market) => ({
    key: market.key,
    last_update: wireTimeOrNull(market.fetchedAt, query.dateFormat),
    outcomes: market.outcomes.map((outcome) =>
      wireOutcome(outcome, fixture, query.oddsFormat, (player) => shownName(book.key, player)),
    ),
  })),
});

/** Most answers hold no player: names are joined when the first one is met. */
const playerNames = (fixture: BoardFixture): ShownName => {
  let joined: ShownName | undefined;
  return (bookKey, player) => {
    joined ??= namePlayers(fixture.players);
    return joined(bookKey, player);
  };
};

/** A fixture with prices (endpoints 5 and 6). */
export const renderOdds = (fixture: BoardFixture, query: PriceQuery, findBook: FindBook, now: number) => {
  const shownName = playerNames(fixture);
  return {
    ...wireFixture(fixture, query.dateFormat),
    bookmakers: freshBooks(fixture, query, findBook, now).map((fresh) =>
      wireBook(fixture, fresh, query, shownName),
    ),
    unmatched_bookmakers: unmatchedBooks(fixture, query.bookmakers, findBook, now),
  };
};

type PropRow = { readonly player: string; readonly point: number | undefined; readonly outcomes: Outcome[] };

const lineKey = (player: string, outcome: Outcome): string => `${outcome.point ?? ""}\n${player}`;

const propRows = (market: BoardMarket, shownName: (player: string) => string): PropRow[] => {
  const rows = new Map<string, PropRow>();
  for (const outcome of market.outcomes) {
    if (outcome.player === undefined) continue;
    const player = shownName(outcome.player);
    const key = lineKey(player, outcome);
    const row = rows.get(key) ?? { player, point: outcome.point, outcomes: [] };
    rows.set(key, row);
    row.outcomes.push(outcome);
  }
  return [...rows.values()].sort(
    (a, b) => a.player.localeCompare(b.player, "en") || (a.point ?? 0) - (b.point ?? 0),
  );
};

const bookRows = (
  fixture: BoardFixture,
  { book, markets }: FreshBook,
  query: PriceQuery,
  shownName: ShownName,
) => {
  const bookmaker = {
    key: book.key,
    title: book.title,
    last_update: wireTimeOrNull(newestFetch(markets), query.dateFormat),
  };
  return markets.flatMap((market) =>
    propRows(market, (player) => shownName(book.key, player)).map((row) => ({
      bookmaker,
      player: row.player,
      stat: market.key,
      ...(row.point !== undefined && { point: row.point }),
      outcomes: row.outcomes.map((outcome) => wirePropOutcome(outcome, fixture, query.oddsFormat)),
    })),
  );
};

/** A fixture with prop rows (endpoints 7 and 8). */
export const renderProps = (fixture: BoardFixture, query: PriceQuery, findBook: FindBook, now: number) => {
  const shownName = namePlayers(fixture.players);
  return {
    ...wireFixture(fixture, query.dateFormat),
    props: freshBooks(fixture, query, findBook, now).flatMap((fresh) =>
      bookRows(fixture, fresh, query, shownName),
    ),
    unmatched_bookmakers: unmatchedBooks(fixture, query.bookmakers, findBook, now),
  };
};

/** A fixture that the board does not hold, without prices, in the shape of one that it holds. */
export const emptyFixture = (fixture: FixtureRecord): BoardFixture => ({
  ...fixture,
  books: new Map(),
  notes: new Map(),
  players: new Map(),
});

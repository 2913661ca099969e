import type { BoardBook, BoardFixture, BoardMarket, PriceQuery } from "@/server/board/board";
import { freshMarkets, type Timed } from "@/server/board/fresh-prices";
import { wireOutcome, wirePropOutcome, wireTimeOrNull } from "@/server/board/wire";
import type { Book } from "@/server/catalogue/books";
import { namePlayers } from "@/server/matching/name-players";
import type { Outcome } from "@/server/prices/outcome";

/** What a book's prices are asked for. */
export type BookQuestion = Pick<PriceQuery, "oddsFormat" | "dateFormat"> & {
  readonly shape: "odds" | "props";
  /** Sorted. */
  readonly markets: readonly string[];
};

type Players = BoardFixture["players"];
type ShownName = (bookKey: string, player: string) => string;

const shownNames = new WeakMap<Players, ShownName>();

/** How a book's spelling of a player is shown. Most answers hold no player: names are joined when the first one is met. */
const shownNameIn = (players: Players): ShownName => {
  const known = shownNames.get(players);
  if (known !== undefined) return known;
  const shownName = namePlayers(players);
  shownNames.set(players, shownName);
  return shownName;
};

const newestFetch = (markets: readonly BoardMarket[]): number | null =>
  markets.reduce<number | null>(
    (newest, { fetchedAt }) =>
      fetchedAt !== null && (newest === null || fetchedAt > newest) ? fetchedAt : newest,
    null,
  );

const wireBook = (book: Book, markets: readonly BoardMarket[], question: BookQuestion) => ({
  key: book.key,
  title: book.title,
  last_update: wireTimeOrNull(newestFetch(markets), question.dateFormat),
});

const wireMarkets = (
  fixture: BoardFixture,
  book: Book,
  markets: readonly BoardMarket[],
  question: BookQuestion,
) =>
  markets.map((market) => ({
    key: market.key,
    last_update: wireTimeOrNull(market.fetchedAt, question.dateFormat),
    outcomes: market.outcomes.map((outcome) =>
      wireOutcome(outcome, fixture, question.oddsFormat, (player) =>
        shownNameIn(fixture.players)(book.key, player),
      ),
    ),
  }));

type PropRow = { readonly player: string; readonly point: number | undefined; readonly outcomes: Outcome[] };

const lineKey = (player: string, outcome: Outcome): string => `${outcome.point ?? ""}\n${player}`;

const nameOrder = new Intl.Collator("en");

/** The lines of a market, by player, then point. */
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
    (a, b) => nameOrder.compare(a.player, b.player) || (a.point ?? 0) - (b.point ?? 0),
  );
};

const wireRows = (
  fixture: BoardFixture,
  book: Book,
  markets: readonly BoardMarket[],
  question: BookQuestion,
) => {
  const bookmaker = wireBook(book, markets, question);
  const shownName = shownNameIn(fixture.players);
  return markets.flatMap((market) =>
    propRows(market, (player) => shownName(book.key, player)).map((row) => ({
      bookmaker,
      player: row.player,
      stat: market.key,
      ...(row.point !== undefined && { point: row.point }),
      outcomes: row.outcomes.map((outcome) => wirePropOutcome(outcome, fixture, question.oddsFormat)),
    })),
  );
};

/** The items that a book adds to a fixture's list, as JSON with commas between them; empty where it adds none. */
const render = (
  fixture: BoardFixture,
  book: Book,
  markets: readonly BoardMarket[],
  question: BookQuestion,
): string => {
  if (markets.length === 0) return "";
  if (question.shape === "props")
    return JSON.stringify(wireRows(fixture, book, markets, question)).slice(1, -1);
  return JSON.stringify({
    ...wireBook(book, markets, question),
    markets: wireMarkets(fixture, book, markets, question),
  });
};

type Piece = Timed<string> & { readonly from: number; readonly book: Book; readonly players: Players };

/** The formats of prices and times, or a few sets of markets: a book of a fixture is rarely asked for in more ways at a time. */
const mostPieces = 4;

/*
 * A change touches few books, and an answer shows hundreds: what a book adds is kept with the markets that it was made from. They are
 * replaced when anything about them changes, and what was made from them goes with them.
 */
const pieces = new WeakMap<BoardBook["markets"], Map<string, Piece>>();

/**
 * What a book adds to a fixture's list.
 * @param name the question's name: equal for equal questions.
 */
export const renderBook = (
  fixture: BoardFixture,
  held: BoardBook,
  book: Book,
  question: BookQuestion,
  name: string,
  now: number,
): Timed<string> => {
  const ofBook = pieces.get(held.markets) ?? new Map<string, Piece>();
  const known = ofBook.get(name);
  const isValid = known?.book === book && known.players === fixture.players;
  if (known !== undefined && isValid && now >= known.from && now < known.until) return known;
  const { value: markets, until } = freshMarkets(held, book, question.markets, now);
  const { players } = fixture;
  const piece = { value: render(fixture, book, markets, question), from: now, until, book, players };
  ofBook.delete(name);
  ofBook.set(name, piece);
  const [oldest] = ofBook.keys();
  if (ofBook.size > mostPieces && oldest !== undefined) ofBook.delete(oldest);
  pieces.set(held.markets, ofBook);
  return piece;
};

import { sports } from "@/server/domain/catalogue/sports";
import type { Board, BoardFixture } from "@/server/market/board/board";
import { ownStartOf, staleFrom } from "@/server/market/board/fresh-prices";

/** What the board has for a sport now. */
export type SportFreshness = {
  readonly sport: string;
  readonly title: string;
  readonly games: number;
  /** The number of books with a price that is served: it is fresh, not withheld, and the start that the book states has not passed. */
  readonly books: number;
  /** When a price of the sport was last checked, in ms since the epoch; undefined without a price. */
  readonly checkedAt: number | undefined;
};

type FindBook = Pick<Board, "findBook">["findBook"];

const describeSport = (
  games: readonly BoardFixture[],
  findBook: FindBook,
  now: number,
): Pick<SportFreshness, "games" | "books" | "checkedAt"> => {
  const fresh = new Set<string>();
  let newest = Number.NEGATIVE_INFINITY;
  for (const game of games)
    for (const boardBook of game.books.values()) {
      const { key, isWithheld, markets } = boardBook;
      const isServed = !isWithheld && ownStartOf(boardBook) > now;
      for (const { checkedAt } of markets.values()) {
        newest = Math.max(newest, checkedAt);
        if (isServed && staleFrom(checkedAt, findBook(key)) > now) fresh.add(key);
      }
    }
  return {
    games: games.length,
    books: fresh.size,
    checkedAt: newest === Number.NEGATIVE_INFINITY ? undefined : Math.min(newest, now),
  };
};

/** The sports with upcoming games, in the order of the catalogue. Iterates over the whole board. */
export const describeFreshness = (
  board: Pick<Board, "upcoming" | "findBook">,
  now: number,
): readonly SportFreshness[] =>
  sports.flatMap(({ key, title }) => {
    const games = board.upcoming(key, now);
    return games.length === 0 ? [] : [{ sport: key, title, ...describeSport(games, board.findBook, now) }];
  });

import { LRUCache } from "lru-cache";
import type { Book } from "@/server/domain/catalogue/books";
import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import { findMarket, type Market } from "@/server/domain/catalogue/markets";
import { isActive, type Sport, sports } from "@/server/domain/catalogue/sports";
import { type Rendered, renderJson } from "@/server/domain/serialize/rendered";
import type { Board, BoardFixture } from "@/server/market/board/board";
import type { Expiring } from "@/server/market/board/fresh-prices";
import type { Mirrors } from "@/server/market/board/quoted-now/watch-mirrors";
import { labelBooks, pickLabels } from "@/server/market/screen/book-labels";
import { findFeaturedFixture } from "@/server/market/screen/featured";
import { closedGame, describeMarkets, openGame, type Shown } from "@/server/market/screen/game";
import { countBooks } from "@/server/market/screen/quoted-markets";
import { describeGame } from "@/server/market/screen/slate";
import type {
  BookLabels,
  GameView,
  LeagueChoice,
  LeaguesView,
  SlateView,
} from "@/server/market/screen/views";

/** A view, and its prepared bytes for a response. */
export type Prepared<T> = { readonly view: T; readonly rendered: Rendered };

/** What the pages of the odds screen show, from the board in memory. */
export type Screen = {
  /** Leagues with upcoming games. Leagues in season come before the others, then those with more games, then those whose next game starts first. */
  readonly leagues: () => Prepared<LeaguesView>;
  /**
   * @param bookKeys the books whose prices are compared; undefined for all.
   * @param columns the books with a column of their own.
   */
  readonly slate: (
    sport: Sport,
    market: Market,
    bookKeys: readonly string[] | undefined,
    columns?: readonly string[],
  ) => Prepared<SlateView>;
  readonly game: (fixture: FixtureRecord, shown: Shown) => Prepared<GameView>;
  /** For the home page: the moneylines of the game that `findFeaturedFixture` chooses from these sports. Undefined if it finds no game. */
  readonly featured: (sportKeys: ReadonlySet<string>) => Prepared<GameView> | undefined;
};

type Cached = {
  readonly prepared: Prepared<unknown>;
  /** The revisions of the fixtures that the view shows. */
  readonly revisions: string;
  readonly books: readonly Book[];
  readonly mirrors: Mirrors;
  readonly from: number;
  readonly until: number;
};

/**
 * The maximum number of cached views. A view has at most about 100 KB, so the cache takes at most about 20 MB. Most visitors look at the
 * same few views.
 */
const maxViews = 200;

const labelKeys = (view: Omit<GameView, "books">): Set<string> =>
  new Set([
    ...view.quotes.map(({ book }) => book),
    ...view.lapsed.map(({ book }) => book),
    ...view.unmatched.map(({ book }) => book),
  ]);

const slateKeys = (games: SlateView["games"]): Set<string> =>
  new Set(
    games.flatMap(({ sides, lapsed, outliers, unmatched }) => [
      ...lapsed,
      ...outliers,
      ...unmatched.map(({ book }) => book),
      ...sides.flatMap(({ levels }) => levels.flatMap(({ quotes }) => quotes.map(({ book }) => book))),
    ]),
  );

/** @param clock ms since the epoch, by the database's clock. */
export const createScreen = (board: Board, clock: () => number): Screen => {
  const views = new LRUCache<string, Cached>({ max: maxViews });
  const labels = new LRUCache<readonly Book[], ReturnType<typeof labelBooks>>({
    max: 1,
    memoMethod: labelBooks,
  });
  const labelsOf = (keys: ReadonlySet<string>): BookLabels => pickLabels(labels.memo(board.books()), keys);

  /** Returns the cached view if nothing in it has changed or expired. */
  const prepare = <T>(
    key: readonly unknown[],
    fixtures: readonly BoardFixture[],
    describe: (now: number) => Expiring<T>,
  ): Prepared<T> => {
    const name = JSON.stringify(key);
    const now = clock();
    const books = board.books();
    const mirrors = board.mirrors();
    const revisions = fixtures.map(({ id, revision }) => `${id} ${revision}`).join("\n");
    const cached = views.get(name);
    const isSame = cached?.revisions === revisions && cached.books === books && cached.mirrors === mirrors;
    if (isSame && now >= cached.from && now < cached.until) return cached.prepared as Prepared<T>;
    const { value: view, until } = describe(now);
    const prepared = { view, rendered: renderJson(view) };
    views.set(name, { prepared, revisions, books, mirrors, from: now, until });
    return prepared;
  };

  const describeSlate = (
    sport: Sport,
    market: Market,
    bookKeys: readonly string[] | undefined,
    columns: readonly string[],
    fixtures: readonly BoardFixture[],
    now: number,
  ): Expiring<SlateView> => {
    const compared = bookKeys && new Set(bookKeys);
    const { findBook } = board;
    const { sourceOf } = board.mirrors();
    const terms = { market, sport, compared, columns, findBook, sourceOf };
    const rows = fixtures.map((fixture) => describeGame(fixture, terms, now));
    const counts = fixtures.map((fixture) => countBooks(fixture, board.findBook, now));
    const most = new Map<string, number>();
    for (const { value } of counts)
      for (const [key, books] of value)
        if (findMarket(key)?.role === "main") most.set(key, Math.max(most.get(key) ?? 0, books));
    const games = rows.map(({ value }) => value.game);
    return {
      value: {
        sport: sport.key,
        title: sport.title,
        market: market.key,
        markets: describeMarkets(most),
        games,
        quoting: new Set(rows.flatMap(({ value }) => value.quoting)).size,
        books: labelsOf(new Set([...slateKeys(games), ...columns])),
      },
      until: Math.min(...[...rows, ...counts].map(({ until }) => until)),
    };
  };

  const game: Screen["game"] = (fixture, shown) => {
    const held = board.find(fixture.id);
    const isOpen = held !== undefined && held.commenceTime > clock() && !held.isReplaced;
    if (!isOpen) {
      const view: GameView = { ...closedGame(held ?? fixture, shown), books: {} };
      return { view, rendered: renderJson(view) };
    }
    return prepare(["game", fixture.id, shown], [held], (now) => {
      const { value, until } = openGame(held, shown, board.findBook, board.mirrors(), now);
      return { value: { ...value, books: labelsOf(labelKeys(value)) }, until };
    });
  };

  return {
    leagues: () => {
      const now = clock();
      const view = sports
        .map((sport) => ({
          key: sport.key,
          group: sport.group,
          title: sport.title,
          inSeason: isActive(sport, new Date(now)),
          upcoming: board.upcoming(sport.key, now),
        }))
        .filter(({ upcoming }) => upcoming.length > 0)
        .sort(
          (a, b) =>
            Number(b.inSeason) - Number(a.inSeason) ||
            b.upcoming.length - a.upcoming.length ||
            (a.upcoming[0]?.commenceTime ?? 0) - (b.upcoming[0]?.commenceTime ?? 0) ||
            a.title.localeCompare(b.title),
        )
        .map(({ upcoming, ...league }): LeagueChoice => ({ ...league, games: upcoming.length }));
      return { view, rendered: renderJson(view) };
    },
    slate: (sport, market, bookKeys, columns = []) => {
      const fixtures = board.upcoming(sport.key, clock());
      const sorted = bookKeys && [...bookKeys].sort();
      const ofBooks = [...new Set(columns)].sort();
      return prepare(["slate", sport.key, market.key, sorted ?? null, ofBooks], fixtures, (now) =>
        describeSlate(sport, market, sorted, ofBooks, fixtures, now),
      );
    },
    game,
    featured: (sportKeys) => {
      const fixture = findFeaturedFixture(board, clock(), sportKeys);
      return fixture && game(fixture, { market: "h2h" });
    },
  };
};

import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Board, BoardFixture, ListQuery, PriceQuery } from "@/server/board/board";
import type { BoardState } from "@/server/board/board-state";
import type { Expiring } from "@/server/board/fresh-prices";
import type { BookQuery } from "@/server/board/render-book";
import { emptyFixture, type RenderFixture, renderFixtureWith } from "@/server/board/render-prices";
import { createResponseCache } from "@/server/board/response-cache";
import type { FixtureRecord } from "@/server/catalogue/fixture-record";
import type { Rendered } from "@/server/serialize/rendered";

export type Responses = Pick<Board, "oddsList" | "odds" | "propsList" | "props" | "booksByMarket"> & {
  /** The size of the response cache in bytes. */
  readonly cachedBytes: () => number;
};

const isNarrowed = (query: ListQuery): boolean =>
  query.eventIds !== undefined || query.commenceFrom !== undefined || query.commenceTo !== undefined;

const isListed = (fixture: FixtureRecord, query: ListQuery): boolean =>
  (query.eventIds === undefined || query.eventIds.includes(fixture.id)) &&
  (query.commenceFrom === undefined || fixture.commenceTime >= query.commenceFrom) &&
  (query.commenceTo === undefined || fixture.commenceTime <= query.commenceTo);

/** The order of markets and books in a query does not change its key. */
const cacheKeyOf = (shape: BookQuery["shape"], of: readonly unknown[], query: PriceQuery): string =>
  JSON.stringify([
    shape,
    ...of,
    [...query.markets].sort(),
    query.bookmakers === undefined ? null : [...query.bookmakers].sort(),
    query.oddsFormat,
    query.dateFormat,
  ]);

const listOf = (fixtures: readonly Expiring<string>[]): Expiring<string> => ({
  value: `[${fixtures.map(({ value }) => value).join(",")}]`,
  until: fixtures.reduce((until, fixture) => Math.min(until, fixture.until), Number.POSITIVE_INFINITY),
});

type List = {
  readonly shape: BookQuery["shape"];
  readonly sportKey: string;
  readonly query: ListQuery;
  readonly render: RenderFixture;
};

export type ResponseBounds = {
  /** Maximum size of the response cache. */
  readonly maxBytes: number;
  /** After this many ms of rendering a list yields to the event loop. */
  readonly sliceMs: number;
};

/**
 * Renders responses with the prices in `state`.
 * @param clock ms since the epoch.
 */
export const createResponses = (
  state: BoardState,
  clock: () => number,
  bounds: ResponseBounds,
): Responses => {
  const cache = createResponseCache(bounds.maxBytes);
  /** Single flight: concurrent requests for the same list share one rendering. */
  const rendering = new Map<string, Promise<Rendered>>();
  let offered:
    | { readonly revision: number; readonly books: ReadonlyMap<string, readonly string[]> }
    | undefined;

  const listedNow = ({ sportKey, query }: List, now: number): readonly BoardFixture[] =>
    state.upcoming(sportKey, now).filter((fixture) => isListed(fixture, query));

  const listCacheKey = (list: List, listed: readonly BoardFixture[]): string =>
    // A client's sliding time window differs on every call but usually selects the same fixtures, so the key names the fixtures.
    cacheKeyOf(
      list.shape,
      [list.sportKey, isNarrowed(list.query) ? listed.map(({ id }) => id) : null],
      list.query,
    );

  const storeList = (
    list: List,
    now: number,
    listed: readonly BoardFixture[],
    rendered: readonly Expiring<string>[],
  ) => cache.store(listCacheKey(list, listed), state.sportRevision(list.sportKey), now, listOf(rendered));

  /**
   * Renders fixture by fixture and yields in between. This fills the fragment cache, so that the final pass, which renders all fixtures as
   * of one moment, is short.
   */
  const renderInSlices = async (list: List): Promise<Rendered> => {
    let end = performance.now() + bounds.sliceMs;
    for (const fixture of listedNow(list, clock())) {
      list.render(fixture, clock());
      if (performance.now() < end) continue;
      await yieldToEventLoop();
      end = performance.now() + bounds.sliceMs;
    }
    const now = clock();
    const listed = listedNow(list, now);
    return storeList(
      list,
      now,
      listed,
      listed.map((fixture) => list.render(fixture, now)),
    );
  };

  const respondWithList = (shape: BookQuery["shape"]) => (sportKey: string, query: ListQuery) => {
    const now = clock();
    const list = { shape, sportKey, query, render: renderFixtureWith(shape, query, state.findBook) };
    const listed = listedNow(list, now);
    const key = listCacheKey(list, listed);
    const available = cache.find(key, state.sportRevision(sportKey), now) ?? rendering.get(key);
    if (available !== undefined) return available;
    const end = performance.now() + bounds.sliceMs;
    const rendered: Expiring<string>[] = [];
    for (const fixture of listed) {
      if (performance.now() >= end) break;
      rendered.push(list.render(fixture, now));
    }
    if (rendered.length === listed.length) return storeList(list, now, listed, rendered);
    const rest = renderInSlices(list).finally(() => rendering.delete(key));
    rendering.set(key, rest);
    return rest;
  };

  const respondWithFixture = (shape: BookQuery["shape"]) => (record: FixtureRecord, query: PriceQuery) => {
    const now = clock();
    const fixture = state.find(record.id) ?? emptyFixture(record);
    // The board gets no updates for a fixture it does not hold, so the start is part of the key.
    const key = cacheKeyOf(shape, [fixture.id, fixture.commenceTime], query);
    const revision = state.fixtureRevision(fixture);
    const render = () => renderFixtureWith(shape, query, state.findBook)(fixture, now);
    return cache.find(key, revision, now) ?? cache.store(key, revision, now, render());
  };

  const listOffers = (): ReadonlyMap<string, readonly string[]> => {
    const byMarket = new Map<string, Set<string>>();
    for (const fixture of state.all())
      for (const book of fixture.books.values())
        for (const key of book.markets.keys())
          byMarket.set(key, (byMarket.get(key) ?? new Set()).add(book.key));
    return new Map([...byMarket].sort().map(([key, books]) => [key, [...books].sort()]));
  };

  return {
    oddsList: respondWithList("odds"),
    odds: respondWithFixture("odds"),
    propsList: respondWithList("props"),
    props: respondWithFixture("props"),
    booksByMarket: () => {
      const revision = state.revision();
      if (offered?.revision !== revision) offered = { revision, books: listOffers() };
      return offered.books;
    },
    cachedBytes: cache.cachedBytes,
  };
};

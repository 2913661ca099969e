import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import { getOrInsert } from "@/server/domain/collections";
import type { Rendered } from "@/server/domain/serialize/rendered";
import type { Board, BoardFixture, ListQuery, PriceQuery } from "@/server/market/board/board";
import type { BoardState } from "@/server/market/board/board-state";
import type { Expiring } from "@/server/market/board/fresh-prices";
import { type Mirrors, noMirrors } from "@/server/market/board/quoted-now/watch-mirrors";
import { renderBestWith } from "@/server/market/board/render-best";
import {
  emptyFixture,
  type RenderFixture,
  renderFixtureWith,
  unmeasuredBooks,
} from "@/server/market/board/render-prices";
import { createResponseCache, type JsonParts } from "@/server/market/board/response-cache";

export type Responses = Pick<
  Board,
  "oddsList" | "odds" | "propsList" | "props" | "bestList" | "best" | "booksByMarket"
> & {
  /** As `oddsList`, with the time (ms) as of which the response is rendered. */
  readonly oddsListAt: (sportKey: string, query: ListQuery) => RenderedAt | Promise<RenderedAt>;
  readonly cachedBytes: () => number;
};

/** What a response contains: every book's prices, prop rows, or the best prices. */
type Shape = "odds" | "props" | "best";

/** A response at the time `at`. It has been the same since `from`. Both in ms since the epoch. */
export type RenderedAt = { readonly rendered: Rendered; readonly from: number; readonly at: number };

const isNarrowed = (query: ListQuery): boolean =>
  query.eventIds !== undefined || query.commenceFrom !== undefined || query.commenceTo !== undefined;

const isListed = (
  fixture: FixtureRecord,
  query: ListQuery,
  wanted: ReadonlySet<string> | undefined,
): boolean =>
  (wanted === undefined || wanted.has(fixture.id)) &&
  (query.commenceFrom === undefined || fixture.commenceTime >= query.commenceFrom) &&
  (query.commenceTo === undefined || fixture.commenceTime <= query.commenceTo);

const queryKeyOf = ({
  markets,
  bookmakers,
  oddsFormat,
  dateFormat,
  isMeasuredOnly = false,
}: PriceQuery): string =>
  JSON.stringify([
    [...markets].sort(),
    bookmakers === undefined ? null : [...bookmakers].sort(),
    oddsFormat,
    dateFormat,
    isMeasuredOnly,
  ]);

/** Repeated calls pass the same query object, so its key is computed once. */
const queryKeys = new WeakMap<PriceQuery, string>();

/** The cache key of a response. The order of the query's markets and books does not matter. */
const cacheKeyOf = (version: string, subject: string, query: PriceQuery): string => {
  const queryKey = getOrInsert(queryKeys, query, () => queryKeyOf(query));
  return `${version} ${subject} ${queryKey}`;
};

const listOf = (fixtures: readonly Expiring<string>[]): Expiring<JsonParts> => {
  const parts = ["["];
  let until = Number.POSITIVE_INFINITY;
  for (const fixture of fixtures) {
    if (parts.length > 1) parts.push(",");
    parts.push(fixture.value);
    until = Math.min(until, fixture.until);
  }
  parts.push("]");
  return { value: parts, until };
};

type List = {
  readonly shape: Shape;
  readonly sportKey: string;
  readonly query: ListQuery;
};

export type ResponseBounds = {
  /** Maximum size of the response cache. */
  readonly maxBytes: number;
  /** Rendering a list yields to the event loop after this many ms. */
  readonly sliceMs: number;
};

/**
 * Renders responses with the prices in `state`.
 * @param clock ms since the epoch.
 * @param mirrorsNow which books are one source. A change creates a new object.
 */
export const createResponses = (
  state: BoardState,
  clock: () => number,
  bounds: ResponseBounds,
  mirrorsNow: () => Mirrors = () => noMirrors,
): Responses => {
  const cache = createResponseCache(bounds.maxBytes);
  /** Single flight: concurrent requests for the same list share one rendering. */
  const rendering = new Map<string, Promise<RenderedAt>>();
  let offered:
    | { readonly revision: number; readonly books: ReadonlyMap<string, readonly string[]> }
    | undefined;

  let mirrors = noMirrors;
  let mirrorsVersion = 0;
  /** Identifies everything beside the board's prices that a response of a shape depends on. */
  const versionOf = (shape: Shape): string => {
    if (shape !== "best") return shape;
    const current = mirrorsNow();
    if (current !== mirrors) mirrorsVersion += 1;
    mirrors = current;
    return `${shape} ${mirrorsVersion}`;
  };

  const renderWith = (shape: Shape, query: PriceQuery): RenderFixture =>
    shape === "best"
      ? renderBestWith(query, state.findBook, mirrorsNow(), state.fixtureRevision)
      : renderFixtureWith(shape, query, state.findBook);

  const headersOf = (
    query: PriceQuery,
    fixtures: readonly BoardFixture[],
    now: number,
  ): Rendered["headers"] => {
    if (query.isMeasuredOnly !== true) return undefined;
    const books = unmeasuredBooks(fixtures, query, state.findBook, now);
    return books.length === 0 ? undefined : { "X-Unmeasured-Books": books.join(", ") };
  };

  const listedNow = ({ sportKey, query }: List, now: number): readonly BoardFixture[] => {
    // A merged fixture is found under each of its ids.
    const wanted = query.eventIds && new Set(query.eventIds.map((id) => state.find(id)?.id ?? id));
    return state.upcoming(sportKey, now).filter((fixture) => isListed(fixture, query, wanted));
  };

  /**
   * Returns a list's cache key. If the query narrows the list, the key has the ids of the selected fixtures instead of the time window. A
   * sliding window differs on every call, but usually selects the same fixtures.
   */
  const listCacheKey = (list: List, now: number): string => {
    const { shape, sportKey, query } = list;
    const fixtures = isNarrowed(query) ? JSON.stringify(listedNow(list, now).map(({ id }) => id)) : "all";
    return cacheKeyOf(versionOf(shape), `${sportKey} ${fixtures}`, query);
  };

  const storeList = (list: List, now: number, rendered: readonly Expiring<string>[]): RenderedAt => ({
    rendered: cache.store(
      listCacheKey(list, now),
      state.sportRevision(list.sportKey),
      now,
      listOf(rendered),
      list.query.isMeasuredOnly === true ? headersOf(list.query, listedNow(list, now), now) : undefined,
    ),
    from: now,
    at: now,
  });

  /**
   * Renders a list in two passes. The first pass yields to the event loop after each slice of time. It only fills `renderBook`'s cache of
   * the books' JSON. The second pass renders all fixtures as of one moment, mostly from that cache, and does not yield.
   */
  const renderInSlices = async (list: List, render: RenderFixture): Promise<RenderedAt> => {
    let end = performance.now() + bounds.sliceMs;
    for (const fixture of listedNow(list, clock())) {
      render(fixture, clock());
      if (performance.now() < end) continue;
      await yieldToEventLoop();
      end = performance.now() + bounds.sliceMs;
    }
    const now = clock();
    return storeList(
      list,
      now,
      listedNow(list, now).map((fixture) => render(fixture, now)),
    );
  };

  const renderList = (list: List, key: string, now: number): RenderedAt | Promise<RenderedAt> => {
    const render = renderWith(list.shape, list.query);
    const listed = listedNow(list, now);
    const end = performance.now() + bounds.sliceMs;
    const rendered: Expiring<string>[] = [];
    for (const fixture of listed) {
      if (performance.now() >= end) break;
      rendered.push(render(fixture, now));
    }
    if (rendered.length === listed.length) return storeList(list, now, rendered);
    const rest = renderInSlices(list, render).finally(() => rendering.delete(key));
    rendering.set(key, rest);
    return rest;
  };

  const respondWithList =
    (shape: Shape) =>
    (sportKey: string, query: ListQuery): RenderedAt | Promise<RenderedAt> => {
      const now = clock();
      const list = { shape, sportKey, query };
      const key = listCacheKey(list, now);
      const cached = cache.find(key, state.sportRevision(sportKey), now);
      // Other queries can select the same fixtures, so a fixture may have left the list of a narrowed query since `cached.from`.
      if (cached !== undefined)
        return { rendered: cached.rendered, from: isNarrowed(query) ? now : cached.from, at: now };
      return rendering.get(key) ?? renderList(list, key, now);
    };

  const withoutTime =
    (respond: ReturnType<typeof respondWithList>) =>
    (sportKey: string, query: ListQuery): Rendered | Promise<Rendered> => {
      const response = respond(sportKey, query);
      return response instanceof Promise ? response.then(({ rendered }) => rendered) : response.rendered;
    };

  const respondWithFixture = (shape: Shape) => (record: FixtureRecord, query: PriceQuery) => {
    const now = clock();
    const fixture = state.find(record.id) ?? emptyFixture(record);
    // A fixture that is not on the board keeps its revision even if its start changes, so the start is part of the key.
    const key = cacheKeyOf(versionOf(shape), `${fixture.id} ${fixture.commenceTime}`, query);
    const revision = state.fixtureRevision(fixture);
    const cached = cache.find(key, revision, now);
    if (cached !== undefined) return cached.rendered;
    const { value, until } = renderWith(shape, query)(fixture, now);
    return cache.store(key, revision, now, { value: [value], until }, headersOf(query, [fixture], now));
  };

  const listOffers = (): ReadonlyMap<string, readonly string[]> => {
    const byMarket = new Map<string, Set<string>>();
    for (const fixture of state.all())
      for (const book of fixture.books.values())
        for (const key of book.markets.keys())
          byMarket.set(key, (byMarket.get(key) ?? new Set()).add(book.key));
    return new Map([...byMarket].sort().map(([key, books]) => [key, [...books].sort()]));
  };

  const oddsListAt = respondWithList("odds");
  return {
    oddsListAt,
    oddsList: withoutTime(oddsListAt),
    odds: respondWithFixture("odds"),
    propsList: withoutTime(respondWithList("props")),
    props: respondWithFixture("props"),
    bestList: withoutTime(respondWithList("best")),
    best: respondWithFixture("best"),
    booksByMarket: () => {
      const revision = state.revision();
      if (offered?.revision !== revision) offered = { revision, books: listOffers() };
      return offered.books;
    },
    cachedBytes: cache.cachedBytes,
  };
};

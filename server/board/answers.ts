import { setImmediate as othersFirst } from "node:timers/promises";
import { createAnswerCache } from "@/server/board/answer-cache";
import type {
  Board,
  BoardFixture,
  FixtureRecord,
  ListQuery,
  PriceQuery,
  Rendered,
} from "@/server/board/board";
import type { BoardState } from "@/server/board/board-state";
import type { Timed } from "@/server/board/fresh-prices";
import type { BookQuestion } from "@/server/board/render-book";
import { emptyFixture, type RenderFixture, renderFixtureWith } from "@/server/board/render-prices";

export type Answers = Pick<Board, "oddsList" | "odds" | "propsList" | "props" | "booksByMarket"> & {
  /** What is kept of rendered answers, in bytes. */
  readonly keptBytes: () => number;
};

const isNarrowed = (query: ListQuery): boolean =>
  query.eventIds !== undefined || query.commenceFrom !== undefined || query.commenceTo !== undefined;

const isListed = (fixture: FixtureRecord, query: ListQuery): boolean =>
  (query.eventIds === undefined || query.eventIds.includes(fixture.id)) &&
  (query.commenceFrom === undefined || fixture.commenceTime >= query.commenceFrom) &&
  (query.commenceTo === undefined || fixture.commenceTime <= query.commenceTo);

/** Questions with the same name have the same answer, in whatever order they list their markets and books. */
const nameQuestion = (shape: BookQuestion["shape"], of: readonly unknown[], query: PriceQuery): string =>
  JSON.stringify([
    shape,
    ...of,
    [...query.markets].sort(),
    query.bookmakers === undefined ? null : [...query.bookmakers].sort(),
    query.oddsFormat,
    query.dateFormat,
  ]);

const listOf = (fixtures: readonly Timed<string>[]): Timed<string> => ({
  value: `[${fixtures.map(({ value }) => value).join(",")}]`,
  until: fixtures.reduce((until, fixture) => Math.min(until, fixture.until), Number.POSITIVE_INFINITY),
});

type List = {
  readonly shape: BookQuestion["shape"];
  readonly sportKey: string;
  readonly query: ListQuery;
  readonly render: RenderFixture;
};

export type AnswerBounds = {
  /** What is kept of rendered answers, in bytes. */
  readonly mostBytes: number;
  /** How long a list is rendered before other calls get their turn, in ms. */
  readonly sliceMs: number;
};

/**
 * Answers about the prices that `state` holds.
 * @param clock ms since the epoch.
 */
export const createAnswers = (state: BoardState, clock: () => number, bounds: AnswerBounds): Answers => {
  const cache = createAnswerCache(bounds.mostBytes);
  const rebuilds = new Map<string, Promise<Rendered>>();
  let offered:
    | { readonly revision: number; readonly books: ReadonlyMap<string, readonly string[]> }
    | undefined;

  const listedNow = ({ sportKey, query }: List, now: number): readonly BoardFixture[] =>
    state.upcoming(sportKey, now).filter((fixture) => isListed(fixture, query));

  const nameList = (list: List, listed: readonly BoardFixture[]): string =>
    // A window that slides with the client's clock is a new one at each call, and mostly the same fixtures.
    nameQuestion(
      list.shape,
      [list.sportKey, isNarrowed(list.query) ? listed.map(({ id }) => id) : null],
      list.query,
    );

  const keepList = (
    list: List,
    now: number,
    listed: readonly BoardFixture[],
    rendered: readonly Timed<string>[],
  ) => cache.keep(nameList(list, listed), state.sportRevision(list.sportKey), now, listOf(rendered));

  /**
   * Other calls get their turn between the fixtures. What a fixture's books add is kept meanwhile, so that putting the answer together in
   * the end, in one go and as of that moment, is short.
   */
  const rebuild = async (list: List): Promise<Rendered> => {
    let end = performance.now() + bounds.sliceMs;
    for (const fixture of listedNow(list, clock())) {
      list.render(fixture, clock());
      if (performance.now() < end) continue;
      await othersFirst();
      end = performance.now() + bounds.sliceMs;
    }
    const now = clock();
    const listed = listedNow(list, now);
    return keepList(
      list,
      now,
      listed,
      listed.map((fixture) => list.render(fixture, now)),
    );
  };

  const answerList = (shape: BookQuestion["shape"]) => (sportKey: string, query: ListQuery) => {
    const now = clock();
    const list = { shape, sportKey, query, render: renderFixtureWith(shape, query, state.findBook) };
    const listed = listedNow(list, now);
    const name = nameList(list, listed);
    const known = cache.find(name, state.sportRevision(sportKey), now) ?? rebuilds.get(name);
    if (known !== undefined) return known;
    const end = performance.now() + bounds.sliceMs;
    const rendered: Timed<string>[] = [];
    for (const fixture of listed) {
      if (performance.now() >= end) break;
      rendered.push(list.render(fixture, now));
    }
    if (rendered.length === listed.length) return keepList(list, now, listed, rendered);
    const rebuilding = rebuild(list).finally(() => rebuilds.delete(name));
    rebuilds.set(name, rebuilding);
    return rebuilding;
  };

  const answerFixture = (shape: BookQuestion["shape"]) => (record: FixtureRecord, query: PriceQuery) => {
    const now = clock();
    const fixture = state.find(record.id) ?? emptyFixture(record);
    // The board hears no news of a fixture that it does not hold: what the record says names the question.
    const name = nameQuestion(shape, [fixture.id, fixture.commenceTime], query);
    const revision = state.fixtureRevision(fixture);
    const render = () => renderFixtureWith(shape, query, state.findBook)(fixture, now);
    return cache.find(name, revision, now) ?? cache.keep(name, revision, now, render());
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
    oddsList: answerList("odds"),
    odds: answerFixture("odds"),
    propsList: answerList("props"),
    props: answerFixture("props"),
    booksByMarket: () => {
      const revision = state.revision();
      if (offered?.revision !== revision) offered = { revision, books: listOffers() };
      return offered.books;
    },
    keptBytes: cache.keptBytes,
  };
};

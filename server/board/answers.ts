import { createAnswerCache } from "@/server/board/answer-cache";
import type { Board, BoardFixture, FixtureRecord, ListQuery, PriceQuery } from "@/server/board/board";
import type { BoardState } from "@/server/board/board-state";
import type { Timed } from "@/server/board/fresh-prices";
import type { BookQuestion } from "@/server/board/render-book";
import { emptyFixture, renderFixtureWith } from "@/server/board/render-prices";

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

/**
 * Answers about the prices that `state` holds.
 * @param clock ms since the epoch.
 * @param mostBytes the bound of what is kept of rendered answers.
 */
export const createAnswers = (state: BoardState, clock: () => number, mostBytes: number): Answers => {
  const cache = createAnswerCache(mostBytes);
  let offered:
    | { readonly revision: number; readonly books: ReadonlyMap<string, readonly string[]> }
    | undefined;

  const answerList = (shape: BookQuestion["shape"]) => (sportKey: string, query: ListQuery) => {
    const now = clock();
    const listed = (): readonly BoardFixture[] =>
      state.upcoming(sportKey, now).filter((fixture) => isListed(fixture, query));
    // A window that slides with the client's clock is a new one at each call, and mostly the same fixtures.
    const of = ["list", sportKey, isNarrowed(query) ? listed().map(({ id }) => id) : null];
    return cache.answer(nameQuestion(shape, of, query), state.sportRevision(sportKey), now, () => {
      const render = renderFixtureWith(shape, query, state.findBook);
      return listOf(listed().map((fixture) => render(fixture, now)));
    });
  };

  const answerFixture = (shape: BookQuestion["shape"]) => (record: FixtureRecord, query: PriceQuery) => {
    const now = clock();
    const fixture = state.find(record.id) ?? emptyFixture(record);
    // The board hears no news of a fixture that it does not hold: what the record says names the question.
    const of = ["one", fixture.id, fixture.commenceTime];
    return cache.answer(nameQuestion(shape, of, query), state.fixtureRevision(fixture), now, () =>
      renderFixtureWith(shape, query, state.findBook)(fixture, now),
    );
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

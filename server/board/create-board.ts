import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Database } from "@/db/connect";
import type { Board, BoardFixture, FixtureRecord, ListQuery } from "@/server/board/board";
import { createBoardState } from "@/server/board/board-state";
import { loadBoard, loadChanges } from "@/server/board/load-changes";
import { emptyFixture, renderOdds, renderProps } from "@/server/board/render-prices";
import { renderJson } from "@/server/board/rendered";

/** A write is seen by every instance within a second: this, one read, and room for a slow one. */
const pollEveryMs = 250;
const startedKeptMs = 60 * 60_000;

type StoredFixture = { id: string; sport_key: string; home_team: string; away_team: string; start: number };

const fixtureRecord = (row: StoredFixture): FixtureRecord => ({
  id: row.id,
  sportKey: row.sport_key,
  homeTeam: row.home_team,
  awayTeam: row.away_team,
  commenceTime: row.start,
});

const selectFixture = sql`select id, sport_key, home_team, away_team,
  (extract(epoch from commence_time) * 1000)::float8 as start from fixtures`;

const isListed = (fixture: BoardFixture, query: ListQuery): boolean =>
  (query.eventIds === undefined || query.eventIds.includes(fixture.id)) &&
  (query.commenceFrom === undefined || fixture.commenceTime >= query.commenceFrom) &&
  (query.commenceTo === undefined || fixture.commenceTime <= query.commenceTo);

/**
 * Loads every price and keeps it fresh from the database until `close`. While the database cannot be read the board goes on with
 * what it has, whose prices age out by themselves.
 * @param clock ms since the epoch.
 */
export const createBoard = async (
  db: Database,
  log: Logger,
  clock: () => number = Date.now,
): Promise<Board> => {
  const state = createBoardState();
  let cursor = "0";
  let readable = true;
  const stopping = new AbortController();

  const loadAll = async (): Promise<void> => {
    const rows = await loadBoard(db, clock() - startedKeptMs);
    state.apply(rows, clock());
    cursor = rows.cursor;
  };

  const poll = async (): Promise<void> => {
    const rows = await loadChanges(db, cursor, state.holds);
    state.apply(rows, clock());
    cursor = rows.cursor;
  };

  const keepFresh = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await poll();
        if (!readable) log.info("the board reads the database again");
        readable = true;
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (readable) log.error({ err: error }, "the board cannot read the database");
        readable = false;
      }
      await delay(pollEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  await loadAll();
  const running = keepFresh();

  const held = (fixture: FixtureRecord): BoardFixture => state.find(fixture.id) ?? emptyFixture(fixture);

  return {
    books: state.books,
    findBook: state.findBook,
    upcoming: state.upcoming,
    findFixture: async (sportKey, id) => {
      const known = state.find(id);
      if (known !== undefined) return known.sportKey === sportKey ? known : undefined;
      const rows = await db.execute<StoredFixture>(
        sql`${selectFixture} where id = ${id} and sport_key = ${sportKey} and listed`,
      );
      return rows[0] === undefined ? undefined : fixtureRecord(rows[0]);
    },
    fixturesBetween: async (sportKey, from, to) => {
      const bounds = [
        sql`sport_key = ${sportKey} and listed`,
        ...(from === undefined ? [] : [sql`commence_time >= to_timestamp(${from}::float8 / 1000)`]),
        ...(to === undefined ? [] : [sql`commence_time <= to_timestamp(${to}::float8 / 1000)`]),
      ];
      const rows = await db.execute<StoredFixture>(
        sql`${selectFixture} where ${sql.join(bounds, sql` and `)} order by commence_time, id`,
      );
      return rows.map(fixtureRecord);
    },
    oddsList: (sportKey, query) => {
      const now = clock();
      const listed = state.upcoming(sportKey, now).filter((fixture) => isListed(fixture, query));
      return renderJson(listed.map((fixture) => renderOdds(fixture, query, state.findBook, now)));
    },
    odds: (fixture, query) => renderJson(renderOdds(held(fixture), query, state.findBook, clock())),
    propsList: (sportKey, query) => {
      const now = clock();
      const listed = state.upcoming(sportKey, now).filter((fixture) => isListed(fixture, query));
      return renderJson(listed.map((fixture) => renderProps(fixture, query, state.findBook, now)));
    },
    props: (fixture, query) => renderJson(renderProps(held(fixture), query, state.findBook, clock())),
    booksByMarket: () => {
      const byMarket = new Map<string, Set<string>>();
      for (const fixture of state.all())
        for (const book of fixture.books.values())
          for (const key of book.markets.keys())
            byMarket.set(key, (byMarket.get(key) ?? new Set()).add(book.key));
      return new Map([...byMarket].sort().map(([key, books]) => [key, [...books].sort()]));
    },
    ready: () => readable,
    close: async () => {
      stopping.abort();
      await running;
    },
  };
};

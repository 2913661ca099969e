import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Database } from "@/db/connect";
import { retryRead } from "@/db/retry-read";
import { createAnswers } from "@/server/board/answers";
import type { Board, BoardObserver, FixtureRecord } from "@/server/board/board";
import { createBoardState } from "@/server/board/board-state";
import { type BoardRead, loadBoard, loadChanges, type WriteRow } from "@/server/board/load-changes";
import { createWithheldStore } from "@/server/board/store-withheld";
import { isAhead } from "@/server/clock/clock-skew";
import type { DatabaseClock } from "@/server/clock/database-clock";

/** A write is seen by every instance within a second: this, one read, and room for a slow one. */
const pollEveryMs = 250;
const startedKeptMs = 60 * 60_000;
const answerBounds = {
  // Room for some 200 answers over a full slate of 370 KB; a service with less memory renders more often.
  mostBytes: 128 * 1024 * 1024,
  sliceMs: 10,
};

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

/** Tells how late writes are seen, each once; `writes` holds those of the sports that were written lately. */
const createTellVisible = (tell: BoardObserver["visible"]) => {
  const seen = new Map<string, number>();
  return (writes: readonly WriteRow[], secondsSinceRead: number, isFirst: boolean): void => {
    for (const { sport_key: sportKey, written, ago } of writes) {
      if (seen.get(sportKey) === written) continue;
      seen.set(sportKey, written);
      // What the board began with had been visible on others.
      if (!isFirst) tell(Math.max(0, ago) + secondsSinceRead);
    }
  };
};

/**
 * Loads every price and keeps it fresh from the database until `close`. While the database cannot be read the board goes on with
 * what it has, whose prices age out by themselves. When the database's clock was set back, it loads everything again: what had started
 * and aged out by the wrong time is there again by the right one.
 */
export const createBoard = async (
  db: Database,
  log: Logger,
  clock: DatabaseClock,
  observer?: BoardObserver,
): Promise<Board> => {
  const state = createBoardState();
  const withheld = createWithheldStore(db, log);
  let cursor = "0";
  let readable = true;
  const stopping = new AbortController();

  let appliedAt = Number.NEGATIVE_INFINITY;
  const tellVisible = observer && createTellVisible(observer.visible);

  const read = async (load: () => Promise<BoardRead>): Promise<BoardRead> => {
    const sentAt = clock.now();
    const rows = await load();
    clock.hear(rows.databaseMs, sentAt);
    return rows;
  };

  const loadAll = async (): Promise<void> => {
    const rows = await read(() => loadBoard(db, clock.now() - startedKeptMs));
    appliedAt = clock.now();
    withheld.keep(state.replace(rows, appliedAt));
    observer?.read(rows.behind);
    tellVisible?.(rows.writes, 0, true);
    cursor = rows.cursor;
  };

  const poll = async (): Promise<void> => {
    const rows = await read(() => loadChanges(db, cursor, state.holds));
    const now = clock.now();
    if (isAhead(appliedAt, now)) {
      log.warn({ set_back_ms: appliedAt - now }, "the database's clock was set back; the board loads anew");
      return loadAll();
    }
    appliedAt = now;
    const readAt = performance.now();
    withheld.keep(state.apply(rows, now));
    cursor = rows.cursor;
    observer?.read(rows.behind);
    tellVisible?.(rows.writes, (performance.now() - readAt) / 1000, false);
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

  const answers = createAnswers(state, clock.now, answerBounds);

  return {
    books: state.books,
    findBook: state.findBook,
    upcoming: state.upcoming,
    findFixture: async (sportKey, id) => {
      const known = state.find(id);
      if (known !== undefined) return known.sportKey === sportKey ? known : undefined;
      const rows = await retryRead(() =>
        db.execute<StoredFixture>(
          sql`${selectFixture} where id = ${id} and sport_key = ${sportKey} and listed`,
        ),
      );
      return rows[0] === undefined ? undefined : fixtureRecord(rows[0]);
    },
    fixturesBetween: async (sportKey, from, to) => {
      const bounds = [
        sql`sport_key = ${sportKey} and listed and replaced_by is null`,
        ...(from === undefined ? [] : [sql`commence_time >= to_timestamp(${from}::float8 / 1000)`]),
        ...(to === undefined ? [] : [sql`commence_time <= to_timestamp(${to}::float8 / 1000)`]),
      ];
      const rows = await retryRead(() =>
        db.execute<StoredFixture>(
          sql`${selectFixture} where ${sql.join(bounds, sql` and `)} order by commence_time, id`,
        ),
      );
      return rows.map(fixtureRecord);
    },
    oddsList: answers.oddsList,
    odds: answers.odds,
    propsList: answers.propsList,
    props: answers.props,
    booksByMarket: answers.booksByMarket,
    ready: () => readable,
    measure: () => ({ ...state.measure(), answerBytes: answers.keptBytes() }),
    close: async () => {
      stopping.abort();
      await running;
      await withheld.close();
    },
  };
};

import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import { renewForeignChanges } from "@/db/changed-rows";
import type { Database } from "@/db/connect";
import { destroyConnections } from "@/db/connections";
import { whileReceiving } from "@/db/in-time";
import type { Listener } from "@/db/price-notifications";
import { retryRead } from "@/db/retry-read";
import { milliseconds, timestampOf } from "@/db/sql";
import { isAhead } from "@/server/clock/clock-skew";
import type { DatabaseClock } from "@/server/clock/database-clock";
import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import { minuteMs } from "@/server/domain/durations";
import { createRareLog } from "@/server/log-rarely";
import type { Board, BoardObserver, ListedOdds } from "@/server/market/board/board";
import { createBoardState } from "@/server/market/board/board-state";
import {
  type BoardRead,
  isAnotherHistory,
  loadBoard,
  loadChanges,
  type WriteRow,
} from "@/server/market/board/load-changes";
import { comparePositions } from "@/server/market/board/position";
import { createPositionLog } from "@/server/market/board/position-log";
import { createCoverage } from "@/server/market/board/quoted-now/create-coverage";
import { watchMirrors } from "@/server/market/board/quoted-now/watch-mirrors";
import { createResponses, type RenderedAt } from "@/server/market/board/responses";
import { createWithheldStore } from "@/server/market/board/store-withheld";

/**
 * The longest pause between two reads. A write that just misses a read waits for the end of that read, this pause and the next read. If a
 * read takes at most 400 ms, that is at most a second.
 */
const defaultPollEveryMs = 200;
/** The pause between two reads is at least this long, because a read may invalidate rendered responses. */
const minPauseMs = 25;
/**
 * The moment of a list that is not narrowed is rounded down to a multiple of this, but not to before a price of the list expired. So the equal
 * responses of 10 ms share one cursor. To seal a cursor takes 4 to 15 us.
 */
const momentStepMs = 10;
/** How long fixtures stay on the board after their start. */
const keepAfterStartMs = 60 * minuteMs;
/** If the database sends nothing for this long, the read fails. In load tests, the slowest reads took 2.5 s. */
const maxReadSilenceMs = 5_000;
/** As above, for a read of the whole board: the server may sort for a long time before it sends the first row. */
const maxLoadSilenceMs = 30_000;
/** The board is not ready if its last successful read is longer ago than this. */
const maxSilentMs = 10_000;
const responseBounds = {
  // Enough for about 240 responses with all fixtures of a busy sport. Each takes 370 KB, and its compressed forms take another 185 KB.
  maxBytes: 128 * 1024 * 1024,
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
  ${milliseconds("commence_time")} as start from fixtures`;

/** Returns a function that reports how many seconds each write took to become visible. `writes` has the last write of each sport. */
const createReportVisible = (report: BoardObserver["visible"]) => {
  const seen = new Map<string, number>();
  return (writes: readonly WriteRow[], secondsSinceRead: number, isFirst: boolean): void => {
    for (const { sport_key: sportKey, written, ago } of writes) {
      if (seen.get(sportKey) === written) continue;
      seen.set(sportKey, written);
      // The first read contains old writes, which other instances already show.
      if (!isFirst) report(Math.max(0, ago) + secondsSinceRead);
    }
  };
};

export type BoardOptions = {
  readonly observer?: BoardObserver | undefined;
  /** Listens for writes. Each call of `onWritten` makes the board read soon. Without `listen`, the board reads only at its interval. */
  readonly listen?: ((onWritten: () => void) => Listener) | undefined;
  readonly pollEveryMs?: number;
  /** If the database sends nothing for this long, a read fails and its connection is destroyed. */
  readonly maxReadSilenceMs?: number;
};

/**
 * A pause of at most `maxMs` between reads. A notification ends it early, but not before `minMs`. `stopping` ends only the first `minMs`, so
 * `close` also notifies.
 */
const createPause = (stopping: AbortSignal) => {
  let isNotified = false;
  let end = (): void => undefined;
  return {
    notify: (): void => {
      isNotified = true;
      end();
    },
    wait: async (minMs: number, maxMs: number): Promise<void> => {
      await delay(minMs, undefined, { signal: stopping }).catch(() => undefined);
      if (!isNotified) {
        const notified = new AbortController();
        end = () => notified.abort();
        await delay(maxMs - minMs, undefined, { signal: notified.signal }).catch(() => undefined);
      }
      // Reset before the next read: a notification that arrives during that read must trigger another one.
      isNotified = false;
    },
  };
};

/**
 * Loads all prices, then polls the database for changes until `close`: at an interval, and soon after a notification. While the database
 * is unavailable, the board serves its prices until they are stale. If the database's clock is set back, the board loads everything
 * again, because fixtures that had started may be upcoming again. It also loads everything again if it is connected to a different server,
 * timeline or older state: a failover can lose committed rows and reuse their transaction ids.
 */
export const createBoard = async (
  db: Database,
  log: Logger,
  clock: DatabaseClock,
  { observer, listen, pollEveryMs = defaultPollEveryMs, ...options }: BoardOptions = {},
): Promise<Board> => {
  const state = createBoardState();
  const withheld = createWithheldStore(db, log);
  const readSilenceMs = options.maxReadSilenceMs ?? maxReadSilenceMs;
  let position: Pick<BoardRead, "cursor" | "origin"> = { cursor: "0", origin: "" };
  let readable = true;
  const stopping = new AbortController();
  const pause = createPause(stopping.signal);
  const positions = createPositionLog();
  const listeners = new Set<(isReload: boolean) => void>();

  let appliedAt = Number.NEGATIVE_INFINITY;
  let readAt = performance.now();
  const reportVisible = observer && createReportVisible(observer.visible);

  const read = async (load: () => Promise<BoardRead>, silenceMs: number): Promise<BoardRead> => {
    const sentAt = clock.now();
    const rows = await whileReceiving(db, silenceMs, load);
    clock.sync(rows.databaseMs, sentAt);
    readAt = performance.now();
    return rows;
  };

  const loadAll = async (): Promise<void> => {
    const rows = await read(() => loadBoard(db, clock.now() - keepAfterStartMs), maxLoadSilenceMs);
    appliedAt = clock.now();
    withheld.enqueue(state.replace(rows, appliedAt));
    observer?.read(rows.behind);
    reportVisible?.(rows.writes, 0, true);
    position = rows;
    positions.restart(rows.position, state.revision(), appliedAt);
    for (const listener of listeners) listener(true);
  };

  const poll = async (): Promise<void> => {
    const rows = await read(() => loadChanges(db, position.cursor), readSilenceMs);
    if (isAnotherHistory(position, rows)) {
      log.warn(
        { before: position.origin, now: rows.origin, cursor: position.cursor, next: rows.next },
        "the database is another server or was restored to an older state; the board reloads",
      );
      // Other connections may still lead to the earlier server.
      await destroyConnections(db);
      await renewForeignChanges(db);
      return loadAll();
    }
    const now = clock.now();
    if (isAhead(appliedAt, now)) {
      log.warn({ set_back_ms: appliedAt - now }, "the database's clock was set back; the board reloads");
      return loadAll();
    }
    appliedAt = now;
    withheld.enqueue(state.apply(rows, now));
    position = rows;
    positions.note(rows.position, state.revision(), now);
    for (const listener of listeners) listener(false);
    observer?.read(rows.behind);
    reportVisible?.(rows.writes, (performance.now() - readAt) / 1000, false);
  };

  const startPolling = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      try {
        await poll();
        if (!readable) log.info("the board can read the database again");
        readable = true;
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (readable) log.error({ err: error }, "the board cannot read the database");
        readable = false;
      }
      const minMs = Math.max(minPauseMs, performance.now() - startedAt);
      await pause.wait(Math.min(minMs, pollEveryMs), pollEveryMs);
    }
  };

  await loadAll();
  const listener = listen?.(pause.notify);
  const running = startPolling();

  const silentMs = (): number => performance.now() - readAt;
  const logRarely = createRareLog(log);
  const mirrors = watchMirrors(db, logRarely);
  const responses = createResponses(state, clock.now, responseBounds, mirrors.current);

  const withPosition = ({ rendered, from, at }: RenderedAt): ListedOdds => ({
    rendered,
    moment: { position: positions.latest(), at: Math.max(from, at - (at % momentStepMs)) },
    at,
  });

  return {
    books: state.books,
    findBook: state.findBook,
    upcoming: state.upcoming,
    find: state.find,
    findFixture: async (sportKey, id) => {
      const inMemory = state.find(id);
      if (inMemory !== undefined) return inMemory.sportKey === sportKey ? inMemory : undefined;
      const rows = await retryRead(db, () =>
        db.execute<StoredFixture>(
          sql`${selectFixture} where id = coalesce((select merged_into from fixtures where id = ${id}), ${id}) and sport_key = ${sportKey} and listed`,
        ),
      );
      return rows[0] === undefined ? undefined : fixtureRecord(rows[0]);
    },
    fixturesBetween: async (sportKey, from, to) => {
      const bounds = [
        sql`sport_key = ${sportKey} and listed and replaced_by is null`,
        sql`commence_time >= ${timestampOf(from)}`,
        ...(to === undefined ? [] : [sql`commence_time <= ${timestampOf(to)}`]),
      ];
      const rows = await retryRead(db, () =>
        db.execute<StoredFixture>(
          sql`${selectFixture} where ${sql.join(bounds, sql` and `)} order by commence_time, id`,
        ),
      );
      return rows.map(fixtureRecord);
    },
    oddsList: responses.oddsList,
    oddsListAt: (sportKey, query) => {
      const response = responses.oddsListAt(sportKey, query);
      // `then` runs in the same turn as the rendering, so no read can be applied in between.
      return response instanceof Promise ? response.then(withPosition) : withPosition(response);
    },
    fixturesInMemory: state.held,
    mergedSince: state.mergedSince,
    sportRevision: state.sportRevision,
    position: positions.latest,
    origin: () => position.origin,
    findPosition: positions.find,
    waitFor: async (wanted, maxWaitMs) => {
      const until = performance.now() + maxWaitMs;
      while (comparePositions(positions.latest(), wanted) < 0) {
        if (performance.now() >= until || stopping.signal.aborted) return false;
        pause.notify();
        await delay(minPauseMs);
      }
      return true;
    },
    onRead: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    odds: responses.odds,
    propsList: responses.propsList,
    props: responses.props,
    bestList: responses.bestList,
    best: responses.best,
    ...createCoverage(state, db, clock.now, logRarely),
    mirrors: mirrors.current,
    booksByMarket: responses.booksByMarket,
    ready: () => readable && silentMs() < maxSilentMs,
    silentMs,
    measure: () => ({ ...state.measure(), responseBytes: responses.cachedBytes() }),
    close: async () => {
      stopping.abort();
      mirrors.close();
      pause.notify();
      await listener?.close();
      await running;
      await withheld.close();
    },
  };
};

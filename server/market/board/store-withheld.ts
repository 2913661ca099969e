import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Queryable } from "@/db/connect";
import { recordset, timestampIn } from "@/db/sql";
import type { WithheldRow } from "@/server/market/board/load-changes";

const retryAfterMs = 1_000;
/** Limits memory while the database accepts no writes. The oldest rows are dropped. */
const maxPending = 10_000;

const keyOf = ({ fixture_id, book_key, since }: WithheldRow): string => `${fixture_id} ${book_key} ${since}`;

/**
 * Writes the beginnings and ends of withheld periods. Several instances can write the same periods, in any order. So a write never changes
 * an end that is already stored. A book has at most one open period (a period without an end) per fixture. So if the table has an open
 * period for a book and fixture, a write adds no other period for them.
 */
const writePeriods = async (db: Queryable, rows: readonly WithheldRow[]): Promise<void> => {
  const decided = recordset(rows, "fixture_id text, book_key text, since float8, until float8");
  await db.execute(sql`
    update withheld_periods w set until = ${timestampIn("r.until")}, changed_xid = pg_current_xact_id()
    from ${decided}
    where w.fixture_id = r.fixture_id and w.book_key = r.book_key and w.until is null and w.since < ${timestampIn("r.until")}`);
  await db.execute(sql`
    insert into withheld_periods (fixture_id, book_key, since, until)
    select r.fixture_id, r.book_key, ${timestampIn("r.since")}, ${timestampIn("r.until")} from ${decided}
    where not exists (select from withheld_periods w
      where w.fixture_id = r.fixture_id and w.book_key = r.book_key and w.until is null)
    on conflict do nothing`);
};

export type WithheldStore = {
  /** Queues periods that began or ended. Failed writes are retried until `close`. */
  readonly enqueue: (rows: readonly WithheldRow[]) => void;
  /** Resolves when all queued periods are stored or the last attempt has failed. */
  readonly close: () => Promise<void>;
};

/** Stores the board's withheld periods in the background, one write at a time. */
export const createWithheldStore = (db: Queryable, log: Pick<Logger, "error" | "info">): WithheldStore => {
  const pending = new Map<string, WithheldRow>();
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  let isFailing = false;

  const write = async (rows: readonly WithheldRow[]): Promise<boolean> => {
    try {
      await writePeriods(db, rows);
    } catch (error) {
      if (!isFailing) log.error({ err: error }, "the board cannot store withheld periods; it will retry");
      isFailing = true;
      return false;
    }
    if (isFailing) log.info("the board can store withheld periods again");
    isFailing = false;
    for (const row of rows) if (pending.get(keyOf(row)) === row) pending.delete(keyOf(row));
    return true;
  };

  const writeAll = async (): Promise<void> => {
    while (pending.size > 0) {
      const isLastAttempt = closing.signal.aborted;
      const isWritten = await write([...pending.values()]);
      if (isWritten) continue;
      if (isLastAttempt) break;
      await delay(retryAfterMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
    running = undefined;
  };

  return {
    enqueue: (rows) => {
      for (const row of rows) pending.set(keyOf(row), row);
      for (const key of pending.keys()) {
        if (pending.size <= maxPending) break;
        pending.delete(key);
      }
      if (pending.size > 0) running ??= writeAll();
    },
    close: async () => {
      closing.abort();
      await running;
    },
  };
};

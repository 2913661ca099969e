import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Queryable } from "@/db/connect";
import type { WithheldRow } from "@/server/board/load-changes";

const retryAfterMs = 1_000;
/** Far more than a board decides: a bound while the database takes no writes. */
const maxPending = 10_000;

const keyOf = ({ fixture_id, book_key, since }: WithheldRow): string => `${fixture_id} ${book_key} ${since}`;

/**
 * Writes periods so that any number of instances can write what they decided, in any order and again: a book has one open period, and
 * its end is the first one written.
 */
const writePeriods = async (db: Queryable, rows: readonly WithheldRow[]): Promise<void> => {
  const decided = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r(fixture_id text, book_key text, since float8, until float8)`;
  await db.execute(sql`
    update withheld_periods w set until = to_timestamp(r.until / 1000), changed_xid = pg_current_xact_id()
    from ${decided}
    where w.fixture_id = r.fixture_id and w.book_key = r.book_key and w.until is null and w.since < to_timestamp(r.until / 1000)`);
  await db.execute(sql`
    insert into withheld_periods (fixture_id, book_key, since, until)
    select r.fixture_id, r.book_key, to_timestamp(r.since / 1000), to_timestamp(r.until / 1000) from ${decided}
    where not exists (select from withheld_periods w
      where w.fixture_id = r.fixture_id and w.book_key = r.book_key and w.until is null)
    on conflict do nothing`);
};

export type WithheldStore = {
  /** Stores decisions soon; what fails is retried until `close`. */
  readonly keep: (rows: readonly WithheldRow[]) => void;
  /** Resolves when everything is stored, or the last attempt has failed. */
  readonly close: () => Promise<void>;
};

/** Stores the board's decisions off its hot path, one write at a time. */
export const createWithheldStore = (db: Queryable, log: Pick<Logger, "error" | "info">): WithheldStore => {
  const pending = new Map<string, WithheldRow>();
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  let isFailing = false;

  /** @returns whether it has been written. */
  const write = async (rows: readonly WithheldRow[]): Promise<boolean> => {
    try {
      await writePeriods(db, rows);
    } catch (error) {
      if (!isFailing)
        log.error({ err: error }, "the board cannot store which books it withholds; it retries");
      isFailing = true;
      return false;
    }
    if (isFailing) log.info("the board stores which books it withholds again");
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
    keep: (rows) => {
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

import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Queryable } from "@/db/connect";
import { maxClockSkewMs } from "@/server/clock/clock-skew";

/** The database's clock as this process hears it: the one clock that all instances share. */
export type DatabaseClock = {
  /** Whole ms since the epoch. The clock of this process may be set meanwhile; it does not matter. */
  readonly now: () => number;
  /**
   * Takes what a statement read with `databaseTime`.
   * @param sentAt `now()` when the statement was sent.
   */
  readonly hear: (databaseMs: number, sentAt: number) => void;
};

/** The database's time in ms, of the moment at which the statement reaches it. */
export const databaseTime = sql.raw("(extract(epoch from clock_timestamp()) * 1000)::float8");

type SkewLog = Pick<Logger, "warn" | "info">;

/**
 * Says once that the clock of this process is wrong, and once that it is right again. It takes two looks: where both share a clock that
 * is set meanwhile, one look may compare the time before with the time after.
 */
const createSkewWatch = (log: SkewLog): ((aheadMs: number) => void) => {
  let isApart = false;
  let wasApart = false;
  return (aheadMs) => {
    const looksApart = Math.abs(aheadMs) > maxClockSkewMs;
    const isSettled = looksApart === wasApart;
    wasApart = looksApart;
    if (!isSettled || looksApart === isApart) return;
    isApart = looksApart;
    const fields = { clock_ahead_ms: Math.round(aheadMs) };
    if (isApart) log.warn(fields, "the clock of this process is wrong; prices go by the database's");
    else log.info(fields, "the clock of this process is right again");
  };
};

/**
 * Reads the database's clock and keeps its time from then on, by the monotonic clock and by what it hears. A read lies between the
 * sending of its statement and the answer, so what is heard moves the clock only where it lies outside.
 */
export const openDatabaseClock = async (db: Queryable, log: SkewLog): Promise<DatabaseClock> => {
  const watch = createSkewWatch(log);
  const [read] = await db.execute<{ at: number }>(sql`select ${databaseTime} as at`);
  if (read === undefined) throw new Error("the database does not tell its time");
  let aheadMs = read.at - performance.now();
  const exactly = (): number => aheadMs + performance.now();
  watch(Date.now() - exactly());
  return {
    now: () => Math.floor(exactly()),
    hear: (databaseMs, sentAt) => {
      if (databaseMs < sentAt || databaseMs > exactly()) aheadMs = databaseMs - performance.now();
      watch(Date.now() - exactly());
    },
  };
};

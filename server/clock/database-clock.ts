import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Queryable } from "@/db/connect";
import { milliseconds } from "@/db/sql";
import { maxClockSkewMs } from "@/server/clock/clock-skew";

/** This process's view of the database's clock, which all instances share. */
export type DatabaseClock = {
  /** Whole ms since the epoch. Does not depend on the wall clock of this process. */
  readonly now: () => number;
  /**
   * Corrects the clock.
   * @param databaseMs the `databaseTime` that a statement read.
   * @param sentAt `now()` when the statement was sent.
   */
  readonly sync: (databaseMs: number, sentAt: number) => void;
};

/** An SQL expression: the database's time at the moment of evaluation, in ms since the epoch. */
export const databaseTime = milliseconds("clock_timestamp()");

type SkewLog = Pick<Logger, "warn" | "info">;

/**
 * Logs once when this process's clock differs from the database's, and once when the clocks agree again. Requires two consecutive
 * measurements with the same result, because a measurement is wrong if a clock is set during the measurement.
 */
const createSkewWatch = (log: SkewLog): ((aheadMs: number) => void) => {
  let isApart = false;
  let seemedApart = false;
  return (aheadMs) => {
    const seemsApart = Math.abs(aheadMs) > maxClockSkewMs;
    const isConfirmed = seemsApart === seemedApart;
    seemedApart = seemsApart;
    if (!isConfirmed || seemsApart === isApart) return;
    isApart = seemsApart;
    const fields = { clock_ahead_ms: Math.round(aheadMs) };
    if (isApart)
      log.warn(
        fields,
        "this process's clock differs from the database's clock, by which all prices are dated",
      );
    else log.info(fields, "this process's clock agrees with the database's again");
  };
};

/**
 * Reads the database's time once. From then on, `now` advances that time by this process's monotonic clock. Each later reading of the
 * database's time can be passed to `sync`. `sync` compares it with two values of `now()`: when the statement was sent, and when its
 * response arrived. If the reading does not lie between these values, `now` is wrong, and `sync` sets the clock to the reading.
 */
export const openDatabaseClock = async (db: Queryable, log: SkewLog): Promise<DatabaseClock> => {
  const watch = createSkewWatch(log);
  const [read] = await db.execute<{ at: number }>(sql`select ${databaseTime} as at`);
  if (read === undefined) throw new Error("the database did not return its time");
  let aheadMs = read.at - performance.now();
  const exactly = (): number => aheadMs + performance.now();
  watch(Date.now() - exactly());
  return {
    now: () => Math.floor(exactly()),
    sync: (databaseMs, sentAt) => {
      if (databaseMs < sentAt || databaseMs > exactly()) aheadMs = databaseMs - performance.now();
      watch(Date.now() - exactly());
    },
  };
};

import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "@/db/connect";

/**
 * The wait before the statistics are read. It is longer than one second, because a PostgreSQL session may report its row reads up to one
 * second late.
 * https://www.postgresql.org/docs/current/monitoring-stats.html
 */
const reportMs = 1_500;

/** Returns how many rows the sessions of the database have read so far in total, from tables and through indexes. */
export const rowsRead = async (db: Database): Promise<number> => {
  await delay(reportMs);
  const [row] = await db.execute<{ rows: number }>(sql`
    select (tup_returned + tup_fetched)::float8 as rows from pg_stat_database where datname = current_database()`);
  return row?.rows ?? Number.NaN;
};

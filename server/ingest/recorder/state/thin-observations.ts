import { sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { sources } from "@/db/schema/archive";
import { timestampOf } from "@/db/sql";
import type { DatabaseClock } from "@/server/clock/database-clock";
import { minuteMs } from "@/server/domain/durations";

/**
 * All polls of the last day are kept. If a snapshot arrives late, history shows its prices until the time of the next poll in the log. If
 * that poll had been deleted, history would show them for too long. Most late snapshots arrive within minutes.
 */
const keepAllMs = 24 * 60 * minuteMs;
const bucketMs = 10 * minuteMs;
/** When a process starts, it thins out the log back to this age, because the service may have been stopped for weeks. */
const maxThinBackMs = 31 * 24 * 60 * minuteMs;

/**
 * Thins out polls older than a day: for each source and scope, only the last poll in every ten minutes is kept. Imported recordings are all
 * kept, because they may arrive in any order. If a snapshot arrives more than a day late, the next poll after its time may have been
 * deleted. History then shows the snapshot's prices up to ten minutes too long.
 * @param since the result of the last call (ms), so that no row is read twice.
 * @returns the end of the range that was thinned out (ms).
 */
export const thinObservations = async (db: Database, since: number, now: number): Promise<number> => {
  const until = Math.floor((now - keepAllMs) / bucketMs) * bucketMs;
  const polled = await db.select({ id: sources.id }).from(sources).orderBy(sources.id);
  // One source at a time, so that other queries do not wait long on an embedded database.
  for (const { id } of polled)
    await db.execute(sql`
      with ranked as materialized (
        select ctid, row_number() over (
          partition by scope_id, floor(extract(epoch from recorded_at) * 1000 / ${bucketMs}::int)
          order by recorded_at desc, ctid) as rank
        from observations
        where source_id = ${id} and recorded_at >= ${timestampOf(since)} and recorded_at < ${timestampOf(until)} and polled
      )
      delete from observations o using ranked where o.ctid = ranked.ctid and ranked.rank > 1`);
  return Math.max(since, until);
};

/** @returns a function that thins out what became old enough since its last call that succeeded. */
export const createThinning = (db: Database, clock: Pick<DatabaseClock, "now">): (() => Promise<void>) => {
  let since = clock.now() - maxThinBackMs;
  return async () => {
    const now = clock.now();
    // The clock may have been set back.
    since = await thinObservations(db, Math.min(since, now), now);
  };
};

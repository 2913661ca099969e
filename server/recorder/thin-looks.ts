import { sql } from "drizzle-orm";
import type { Database } from "@/db/connect";

const minuteMs = 60_000;
/** A late poll is late by seconds or minutes: a cache on the way. */
const keepEveryLookMs = 24 * 60 * minuteMs;
const thinnedToMs = 10 * minuteMs;
/** How often there is something to thin out. */
export const thinEveryMs = thinnedToMs;
/** What was missed while nothing ran is made up for, back to here. */
export const thinBackMs = 31 * 24 * 60 * minuteMs;

const at = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;

/**
 * Bounds the log of looks: of polls of one listing that spoke for the same, older than a day, only the last of every ten minutes stays.
 * What is lost: a snapshot that comes more than a day late between two polls is held to have stood until up to ten minutes too long. The
 * last look before any moment that matters (a withdrawal, a change of what is listed) stays, and recordings that were imported at
 * their own time are left whole, since more of them may come in any order.
 *
 * @param since where the last call ended (ms), so that no row is read twice.
 * @returns where this one ended.
 */
export const thinLooks = async (db: Database, since: number, now: number): Promise<number> => {
  const until = Math.floor((now - keepEveryLookMs) / thinnedToMs) * thinnedToMs;
  const streams = await db.execute<{ id: number }>(sql`select id from look_streams order by id`);
  // One listing at a time: nobody waits long behind it, on an embedded database either.
  for (const { id } of streams)
    await db.execute(sql`
      with ranked as materialized (
        select ctid, row_number() over (
          partition by set_id, floor(extract(epoch from recorded_at) * 1000 / ${thinnedToMs}::int)
          order by recorded_at desc, ctid) as place
        from looks
        where stream_id = ${id} and recorded_at >= ${at(since)} and recorded_at < ${at(until)} and polled
      )
      delete from looks l using ranked where l.ctid = ranked.ctid and ranked.place > 1`);
  return Math.max(since, until);
};

import { lt, sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { setAsidePoints } from "@/db/schema/archive";
import { milliseconds, timestampOf } from "@/db/sql";

/** How many rows had recording times ahead of the clock. */
export type Discarded = { readonly observations: number; readonly checks: number; readonly points: number };

/**
 * Discards all records of a sport whose recording times are later than `until` (ms). The clock was ahead when they were recorded, so their
 * true times are unknown. Archive points move to `set_aside_points`, and each affected market gets the prices of its last remaining point.
 * Each affected check counts as stale until the book's next snapshot updates the check. The caller holds the sport's lock.
 */
export const discardAhead = async (tx: Queryable, sportKey: string, until: number): Promise<Discarded> => {
  const limit = timestampOf(until);
  const isAheadIn = (column: string) =>
    sql`exists (select from jsonb_each(${sql.raw(column)}) t where (t.value ->> 0)::float8 > ${until}::float8)`;
  // A check is ahead if its `recorded_at` or a time in its `market_times` is later than `until`. Both columns are compared, because a
  // snapshot that no longer lists a fixture changes `market_times` but not `recorded_at`.
  const ahead = sql`ahead as materialized (
    select c.fixture_id, c.book_key, f.number from checks c join fixtures f on f.id = c.fixture_id
    where c.sport_key = ${sportKey} and (c.recorded_at > ${limit} or ${isAheadIn("c.market_times")}))`;
  const observations = await tx.execute(sql`
    delete from observations o using sources s
    where s.id = o.source_id and s.sport_key = ${sportKey} and o.recorded_at > ${limit} returning 1`);
  const points = await tx.execute(sql`
    with ${ahead}, gone as (
      delete from archive_points p using ahead a, archive_series s
      where s.fixture_number = a.number and s.book_key = a.book_key and p.series_id = s.id and p.recorded_at > ${limit}
      returning p.recorded_at, p.series_id, p.outcomes
    )
    insert into set_aside_points (recorded_at, series_id, outcomes) select recorded_at, series_id, outcomes from gone returning 1`);
  await tx.execute(sql`
    with ${ahead}
    update current_markets m set changed_xid = pg_current_xact_id(), outcomes = coalesce((
      select p.outcomes from archive_series s join archive_points p on p.series_id = s.id
      where s.fixture_number = a.number and s.book_key = m.book_key and s.market_key = m.market_key
      order by p.recorded_at desc limit 1), '')
    from ahead a where m.fixture_id = a.fixture_id and m.book_key = a.book_key`);
  // A record with a future time may have overwritten the last correct `recorded_at` of a check. So each affected check gets the latest time
  // that can be correct: the time of its source's last remaining observation.
  const checks = await tx.execute(sql`
    with ${ahead}, observed as materialized (
      select s.book_key, coalesce((select o.recorded_at from observations o where o.source_id = s.id
        order by o.recorded_at desc limit 1), 'epoch') as at
      from sources s where s.sport_key = ${sportKey}
    )
    update checks c set changed_xid = pg_current_xact_id(), recorded_at = observed.at, checked_at = 'epoch', fetched_at = null,
      market_times = '{}', starts = (
        select coalesce(jsonb_agg(jsonb_build_array(s.value -> 0, least((s.value ->> 1)::float8, ${milliseconds("observed.at")}),
          least((s.value ->> 2)::float8, ${milliseconds("observed.at")}), s.value -> 3)
          || case when jsonb_array_length(s.value) > 4 then jsonb_build_array(s.value -> 4) else '[]' end order by s.place), '[]')
        from jsonb_array_elements(c.starts) with ordinality s(value, place))
    from ahead a, observed
    where c.fixture_id = a.fixture_id and c.book_key = a.book_key and observed.book_key = c.book_key returning 1`);
  await tx.execute(sql`
    update unmatched_notes set changed_xid = pg_current_xact_id(), checked_at = 'epoch',
      first_recorded_at = least(first_recorded_at, ${limit})
    where sport_key = ${sportKey} and checked_at > ${limit}`);
  await tx.execute(sql`
    update unmatched_events set first_seen = least(first_seen, now()), last_seen = now()
    where sport_key = ${sportKey} and last_seen > now()`);
  const ofSport = sql`w.fixture_id in (select id from fixtures where sport_key = ${sportKey})`;
  await tx.execute(sql`delete from withheld_periods w where ${ofSport} and w.since > ${limit}`);
  await tx.execute(sql`
    update withheld_periods w set until = null, changed_xid = pg_current_xact_id() where ${ofSport} and w.until > ${limit}`);
  return { observations: observations.length, checks: checks.length, points: points.length };
};

/** Set-aside points are kept for a year, for operators who want to restore them. They are data of a wrong clock, not of the archive. */
export const expireSetAsidePoints = (db: Queryable) =>
  db.delete(setAsidePoints).where(lt(setAsidePoints.setAsideAt, sql`now() - interval '1 year'`));

import { sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { sources } from "@/db/schema/archive";
import { milliseconds, timestampOf } from "@/db/sql";
import type { DatabaseClock } from "@/server/clock/database-clock";
import { dayMs } from "@/server/domain/durations";
import { lockSport } from "@/server/ingest/recorder/state/load-state";

/**
 * A late snapshot is inserted into history up to the next poll in the log. If that poll is forgotten, the snapshot's prices last until the
 * market's next archive point. Snapshots that are 90 days late come from imports, and hardly ever for a book that was polled then.
 */
const keepDays = 90;
const chunkSize = 5_000;

type Source = { readonly id: number; readonly sportKey: string };

/** Deletes a source's polls between two times (ms). @returns the scopes of the deleted polls. */
const forgetPolls = async (
  db: Database,
  { id }: Source,
  from: number,
  until: number,
): Promise<Set<number>> => {
  const scopes = new Set<number>();
  // Each chunk begins where the last one ended, so that imported recordings in between are passed only once.
  for (let since = from; ; ) {
    const rows = await db.execute<{ scope_id: number; at: number }>(sql`
      with old as materialized (
        select ctid from observations
        where source_id = ${id} and recorded_at >= ${timestampOf(since)} and recorded_at < ${timestampOf(until)} and polled
        order by recorded_at limit ${chunkSize}::int)
      delete from observations o using old where o.ctid = old.ctid returning o.scope_id, ${milliseconds("o.recorded_at")} as at`);
    for (const { scope_id, at } of rows) {
      scopes.add(scope_id);
      since = Math.max(since, at);
    }
    if (rows.length < chunkSize) return scopes;
  }
};

/** Deletes scopes that no observation has. @param ids the scopes to examine; all of the source if undefined. */
const forgetScopes = (db: Database, { id, sportKey }: Source, ids: ReadonlySet<number> | undefined) =>
  db.transaction(async (tx) => {
    // Without the lock, a recorder could be about to use a scope again.
    await lockSport(tx, sportKey);
    const wanted =
      ids === undefined
        ? sql`true`
        : sql`c.id in (select jsonb_array_elements_text(${JSON.stringify([...ids])}::jsonb)::int)`;
    await tx.execute(sql`
      delete from observation_scopes c where c.source_id = ${id} and ${wanted}
        and not exists (select from observations o where o.source_id = ${id} and o.scope_id = c.id)`);
  });

/**
 * @returns a function that forgets polls older than 90 days, and the scopes that only such polls had. Imported recordings are kept: by
 * them, an import recognizes what it has recorded before. The first call examines the whole log, a later call only the days that passed.
 */
export const createForgetting = (db: Database, clock: Pick<DatabaseClock, "now">): (() => Promise<void>) => {
  let from: number | undefined;
  return async () => {
    const until = Math.floor(clock.now() / dayMs - keepDays) * dayMs;
    if (from !== undefined && until <= from) return;
    const polled = await db
      .select({ id: sources.id, sportKey: sources.sportKey })
      .from(sources)
      .orderBy(sources.id);
    for (const source of polled) {
      const scopes = await forgetPolls(db, source, from ?? 0, until);
      if (from === undefined) await forgetScopes(db, source, undefined);
      else if (scopes.size > 0) await forgetScopes(db, source, scopes);
    }
    from = until;
  };
};

import { sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { migrationLock } from "@/db/migration-lock";

/** The tables whose rows name the transaction that last wrote them (db/schema/columns.ts). */
const changedTables = [
  "books",
  "checks",
  "current_markets",
  "fixture_players",
  "fixtures",
  "last_writes",
  "unmatched_notes",
  "withheld_periods",
];

/**
 * A statement that gives each row of another server the id of the current transaction. Without such rows, it writes nothing. Tables that
 * the dump of an earlier version does not have are skipped. A row of another server can have a higher id than any that this server has used.
 * The current transaction's own id can also be that high.
 */
export const renewForeignRows = `do $renew$ declare name text; begin
  for name in select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relname = any ('{${changedTables.join(",")}}')
      and a.attname = 'changed_xid' and not a.attisdropped
  loop
    execute format('update public.%I set changed_xid = pg_current_xact_id()
      where changed_xid >= pg_snapshot_xmax(pg_current_snapshot())
        and changed_xid is distinct from pg_current_xact_id_if_assigned()', name);
  end loop;
end $renew$`;

/**
 * Makes reads of the board cheap after rows were copied from another server, for example by pg_dump. Such a copy keeps the ids of the
 * other server's transactions, and a new server starts with lower ids. So each read of a board would find all rows of the copy: they seem to
 * be newer than its cursor. Does nothing while another session migrates the database, because that session does the same.
 */
export const renewForeignChanges = (db: Database): Promise<void> =>
  db.transaction(async (tx) => {
    const [lock] = await tx.execute<{ locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${migrationLock}) as locked`,
    );
    if (lock?.locked !== true) return;
    await tx.execute(sql.raw(renewForeignRows));
  });

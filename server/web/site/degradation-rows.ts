import { desc, gt, lt, sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { degradations } from "@/db/schema/degradations";
import { milliseconds, recordset, timestampIn } from "@/db/sql";
import type { Degradation } from "@/server/web/site/merge-degradations";

const keptDays = 30;
const maxRows = 500;
const oldest = sql`now() - ${keptDays}::int * interval '1 day'`;
const { part, beganAt } = degradations;

/**
 * Writes degradations, the periods in which parts of the service were seen failing, in one statement. Writing the same degradations again
 * changes nothing.
 */
export const writeDegradations = async (db: Queryable, observed: readonly Degradation[]): Promise<void> => {
  await db.execute(sql`
    insert into degradations as d (part, began_at, seen_at)
    select r.part, ${timestampIn('r."beganAt"')}, ${timestampIn('r."seenAt"')}
    from ${recordset(observed, "part text, beganAt float8, seenAt float8")}
    on conflict (part, began_at) do update set seen_at = greatest(d.seen_at, excluded.seen_at)`);
};

/** Reads the degradations that began in the last 30 days, newest first, at most 500. */
export const readDegradations = (db: Queryable): Promise<readonly Degradation[]> =>
  db
    .select({ part, beganAt: milliseconds(beganAt), seenAt: milliseconds(degradations.seenAt) })
    .from(degradations)
    .where(gt(beganAt, oldest))
    .orderBy(desc(beganAt))
    .limit(maxRows);

/** Keeps the newest 500 degradations of the last 30 days and deletes all others. */
export const forgetDegradations = async (db: Queryable): Promise<void> => {
  const last = db
    .select({ beganAt })
    .from(degradations)
    .orderBy(desc(beganAt))
    .offset(maxRows - 1)
    .limit(1);
  await db.delete(degradations).where(lt(beganAt, sql`greatest(${oldest}, (${last}))`));
};

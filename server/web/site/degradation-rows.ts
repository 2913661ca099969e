import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { milliseconds, recordset, timestampIn } from "@/db/sql";
import type { Degradation } from "@/server/web/site/merge-degradations";

const keptDays = 30;
const maxRows = 500;

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
export const readDegradations = async (db: Queryable): Promise<readonly Degradation[]> => [
  ...(await db.execute<Degradation>(sql`
    select part, ${milliseconds("began_at")} as "beganAt", ${milliseconds("seen_at")} as "seenAt" from degradations
    where began_at > now() - ${keptDays}::int * interval '1 day' order by began_at desc limit ${maxRows}::int`)),
];

/** Keeps the newest 500 degradations of the last 30 days and deletes all others. */
export const forgetDegradations = async (db: Queryable): Promise<void> => {
  await db.execute(sql`
    delete from degradations where began_at < greatest(
      now() - ${keptDays}::int * interval '1 day',
      (select began_at from degradations order by began_at desc offset ${maxRows - 1}::int limit 1))`);
};

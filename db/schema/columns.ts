import { sql } from "drizzle-orm";
import { customType, timestamp } from "drizzle-orm/pg-core";

const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/** A point in time, exact to the millisecond. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/**
 * The id of the transaction that wrote a row. Boards use it to find changed rows. PostgreSQL reports which transactions are still open, so
 * a board never skips a row that commits late. With sequence numbers, it could skip such a row.
 * https://www.postgresql.org/docs/current/functions-info.html
 */
export const changedXid = () => xid8("changed_xid").notNull().default(sql`pg_current_xact_id()`);

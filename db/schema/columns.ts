import { sql } from "drizzle-orm";
import { customType, timestamp } from "drizzle-orm/pg-core";

const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/** A point in time, exact to the millisecond. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/**
 * The id of the transaction that wrote a row. With it, boards find changed rows. PostgreSQL reports which
 * transactions are still open, so a board can wait for them. With a sequence number, a board could skip a row that commits late.
 * https://www.postgresql.org/docs/current/functions-info.html
 */
export const changedXid = () => xid8("changed_xid").notNull().default(sql`pg_current_xact_id()`);

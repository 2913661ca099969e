import { sql } from "drizzle-orm";
import { customType, timestamp } from "drizzle-orm/pg-core";

const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/** A point in time, exact to the millisecond. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/**
 * The id of the transaction that last wrote a row. Boards find changed rows by this id. Each read of a board also returns the id of the
 * oldest open transaction, and the next read starts at that id. So a board also finds the rows of transactions that commit late. With
 * sequence numbers, a board could skip these rows.
 * https://www.postgresql.org/docs/current/functions-info.html
 */
export const changedXid = () => xid8("changed_xid").notNull().default(sql`pg_current_xact_id()`);

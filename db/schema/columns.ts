import { sql } from "drizzle-orm";
import { customType, timestamp } from "drizzle-orm/pg-core";

const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/** A point in time, exact to the millisecond. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/**
 * The id of the transaction that last wrote a row. Boards find changed rows by this id. When a board reads changed rows, it also reads
 * the id of the oldest open transaction. The board's next read starts at that id, so it also finds the rows of transactions that commit
 * late. If sequence numbers marked the changed rows instead, a board could miss these late rows.
 * https://www.postgresql.org/docs/current/functions-info.html
 */
export const changedXid = () => xid8("changed_xid").notNull().default(sql`pg_current_xact_id()`);

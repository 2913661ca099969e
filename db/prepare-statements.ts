import type postgres from "postgres";
import { wrapClient } from "@/db/wrap-client";

/**
 * Wraps a client of PostgreSQL so that each connection parses a statement with parameters only once. Drizzle has no option for this.
 * A connection keeps its prepared statements until it ends, so the number of different texts must be small (see `db/sql.ts`).
 */
export const prepareStatements = <Sql extends postgres.Sql | postgres.TransactionSql>(client: Sql): Sql =>
  wrapClient(client, prepareStatements, {
    unsafe: (text: string, params: never[] = [], options: postgres.UnsafeQueryOptions = {}) =>
      client.unsafe(text, params, { ...options, prepare: true }),
  });

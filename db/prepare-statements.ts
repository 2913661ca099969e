import type postgres from "postgres";
import { wrapClient } from "@/db/wrap-client";

/**
 * Wraps a client so that each connection parses and plans a statement with parameters only on its first uses. Drizzle has no option for
 * this. A connection keeps its prepared statements until it ends, so the number of different texts must be small (see `db/sql.ts`).
 */
export const prepareStatements = <Sql extends postgres.Sql | postgres.TransactionSql>(client: Sql): Sql =>
  wrapClient(client, prepareStatements, {
    unsafe: (text: string, params: never[] = [], options: postgres.UnsafeQueryOptions = {}) =>
      client.unsafe(text, params, { ...options, prepare: true }),
  });

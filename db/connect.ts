import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { type ObserveOperation, observeQueries } from "@/db/observe-queries";
import * as schema from "@/db/schema";

export type Database = PostgresJsDatabase<typeof schema> & { $client: postgres.Sql };
/** A database or a transaction on it. */
export type Queryable = Pick<Database, "select" | "insert" | "update" | "delete" | "execute">;

export type DatabaseAddress = { readonly url: string } | { readonly socketPath: string };

/**
 * Opens a connection pool; no connection is made before the first query. postgres.js is patched (patches/): where a connection was cut off
 * amid a query, the next one began with what was left of it: its bytes, unsent for ever, or its error, which an innocent query got
 * (https://github.com/porsager/postgres/issues/1223). Amid a transaction its rollback was sent on no connection: an uncaught exception.
 * @param maxConnections upper bound of the pool.
 * @param observe takes every query and transaction.
 * @param keepConnections true never replaces a connection for its age, for one that holds a session's lock.
 */
export const connectDatabase = (
  address: DatabaseAddress,
  maxConnections = 10,
  observe?: ObserveOperation,
  keepConnections = false,
): Database => {
  const options = {
    max: maxConnections,
    // A database that does not answer must not hold a request for postgres.js's default of 30 s.
    connect_timeout: 5,
    // Nor one that comes when it answers again: postgres.js would wait up to 20 s where several connections were cut off at once.
    backoff: (failures: number) => Math.min(0.25, 0.01 * 2 ** failures),
    onnotice: () => undefined,
    connection: { application_name: "oddskeeper" },
    ...(keepConnections && { max_lifetime: 0 }),
  };
  const client =
    "url" in address
      ? postgres(address.url, options)
      : postgres({
          ...options,
          path: address.socketPath,
          user: "postgres",
          database: "postgres",
          pass: "postgres",
        });
  return drizzle(observe === undefined ? client : observeQueries(client, observe), { schema });
};

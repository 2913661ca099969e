import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "@/db/schema";

export type Database = PostgresJsDatabase<typeof schema> & { $client: postgres.Sql };
/** A database or a transaction on it. */
export type Queryable = Pick<Database, "select" | "insert" | "update" | "delete" | "execute">;

export type DatabaseAddress = { readonly url: string } | { readonly socketPath: string };

/**
 * Drizzle sends every statement through `unsafe`, which by default uses the session's one unnamed prepared statement. All connections
 * to an embedded database share one session there: a statement of another connection between "parse" and "bind" would replace it.
 * Named statements belong to one connection, and are planned once.
 */
const named = <T extends postgres.Sql | postgres.TransactionSql>(client: T): T => {
  const unsafe = client.unsafe.bind(client);
  client.unsafe = ((query, parameters, options) =>
    unsafe(query, parameters, { prepare: true, ...options })) as typeof client.unsafe;
  return client;
};

const namedInTransactions = (client: postgres.Sql): postgres.Sql => {
  const begin = client.begin.bind(client) as (...args: unknown[]) => Promise<unknown>;
  client.begin = ((...args: unknown[]) => {
    const run = args.pop() as (tx: postgres.TransactionSql) => unknown;
    return begin(...args, (tx: postgres.TransactionSql) => run(named(tx)));
  }) as typeof client.begin;
  return named(client);
};

/**
 * Opens a connection pool; no connection is made before the first query.
 * @param maxConnections upper bound of the pool.
 */
export const connectDatabase = (address: DatabaseAddress, maxConnections = 10): Database => {
  const options = {
    max: maxConnections,
    // A database that does not answer must not hold a request for postgres.js's default of 30 s.
    connect_timeout: 5,
    onnotice: () => undefined,
    connection: { application_name: "oddskeeper" },
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
  return drizzle(namedInTransactions(client), { schema });
};

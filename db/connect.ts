import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { applicationName } from "@/db/application-name";
import { createConnections } from "@/db/connections";
import { type ObserveOperation, observeQueries } from "@/db/observe-queries";
import { prepareStatements } from "@/db/prepare-statements";

export type Database = PostgresJsDatabase & { $client: postgres.Sql };
/** A database or a transaction. */
export type Queryable = Pick<Database, "select" | "insert" | "update" | "delete" | "execute">;

export type DatabaseAddress = { readonly url: string } | { readonly socketPath: string };

/**
 * Opens a connection pool. The first query connects.
 *
 * postgres.js is patched. Without the patch, a connection that is cut off makes later queries fail
 * (docs/decisions/0024-patch-to-postgres-js.md).
 * @param observe receives every query and transaction.
 * @param keepConnections true to keep connections open, however old they are. A session lock needs this, because the lock ends with its
 * connection.
 */
export const connectDatabase = (
  address: DatabaseAddress,
  maxConnections = 10,
  observe?: ObserveOperation,
  keepConnections = false,
): Database => {
  const connections = createConnections();
  const options = {
    max: maxConnections,
    // Seconds. The default of 30 is too long for a request to wait.
    connect_timeout: 5,
    // Seconds before a reconnection. All connections share the count `failures`. If several connections are cut off at once, the default
    // delay can reach 20 s.
    backoff: (failures: number) => Math.min(0.25, 0.01 * 2 ** failures),
    onnotice: () => undefined,
    connection: { application_name: applicationName() },
    ...("url" in address && { socket: connections.open }),
    ...(keepConnections && { max_lifetime: 0 }),
  };
  const client =
    "url" in address
      ? prepareStatements(postgres(address.url, options))
      : // All connections of the embedded database share one backend, which keeps the plans of closed connections. So Drizzle's
        // statements are not prepared, and connections are not replaced.
        postgres({
          ...options,
          max_lifetime: 0,
          path: address.socketPath,
          user: "postgres",
          database: "postgres",
          pass: "postgres",
        });
  const db = drizzle(observe === undefined ? client : observeQueries(client, observe));
  if ("url" in address && !keepConnections) connections.belongTo(db);
  return db;
};

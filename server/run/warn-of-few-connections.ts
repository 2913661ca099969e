import { sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import type { Config } from "@/server/config";
import { createLog } from "@/server/log";
import { recordingConnections } from "@/server/run/recording-connections";

/** Each process listens for notifications, and one process of an instance holds the locks of its feeds. */
const connectionsBesidePool = 2;

/** The most connections that an instance opens. The supervisor of several workers has a pool too, but records no deliveries. */
export const maxConnections = ({
  databasePoolSize,
  webConcurrency,
}: Pick<Config, "databasePoolSize" | "webConcurrency">): number => {
  const processes = webConcurrency === 1 ? 1 : webConcurrency + 1;
  return processes * (databasePoolSize + connectionsBesidePool) + webConcurrency * recordingConnections;
};

type MissingConnections = { readonly free_connections: number; readonly needed_connections: number };

/**
 * Compares the connections that this instance can open with those that PostgreSQL has free. Connections of other instances are counted as
 * they are now.
 * @returns undefined if there are enough.
 */
export const findMissingConnections = async (
  db: Database,
  config: Pick<Config, "databasePoolSize" | "webConcurrency">,
): Promise<MissingConnections | undefined> => {
  const [row] = await db.execute<{ free: number }>(sql`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as free`);
  const needed = maxConnections(config);
  const free = row?.free ?? needed;
  return free < needed ? { free_connections: free, needed_connections: needed } : undefined;
};

/** Logs a warning at startup if PostgreSQL has too few connections for this instance. */
export const warnOfFewConnections = async (db: Database, config: Config): Promise<void> => {
  const missing = await findMissingConnections(db, config);
  if (missing === undefined) return;
  createLog(config.logLevel).warn(
    missing,
    "PostgreSQL has too few connections for this instance: raise max_connections, or lower DATABASE_POOL_SIZE or WEB_CONCURRENCY",
  );
};

import { connectDatabase, type Database, type DatabaseAddress } from "@/db/connect";
import { DataDirInUseError, findOwnerSocket, startEmbeddedDatabase } from "@/db/embedded";
import { migrateDatabase } from "@/db/migrate";
import type { Config } from "@/server/config";

export type Stores = {
  readonly db: Database;
  readonly address: DatabaseAddress;
  /** Resolves, with why, when an embedded database has ended by itself; never for PostgreSQL. */
  readonly databaseEnded: Promise<string>;
  readonly close: () => Promise<void>;
};

const never = new Promise<never>(() => undefined);

/** An owner that is still starting migrates a new directory first. */
const ownerPatienceMs = 30_000;

const openPostgres = async (url: string): Promise<Stores> => {
  const address = { url };
  await migrateDatabase(address);
  const db = connectDatabase(address);
  return { db, address, databaseEnded: never, close: () => db.$client.end({ timeout: 5 }) };
};

/**
 * Opens the configured database as its server: migrated, and in embedded mode as the owner of the data directory.
 * @throws DataDirInUseError when another process owns the directory.
 */
export const openStores = async (config: Config): Promise<Stores> => {
  if (config.databaseUrl !== undefined) return openPostgres(config.databaseUrl);
  const embedded = await startEmbeddedDatabase(config.dataDir);
  const address = { socketPath: embedded.socketPath };
  const db = connectDatabase(address);
  return {
    db,
    address,
    databaseEnded: embedded.ended,
    close: async () => {
      await db.$client.end({ timeout: 5 });
      await embedded.close();
    },
  };
};

/** Opens the configured database for a command: beside a running owner of the data directory through its socket, else as the owner. */
export const openStoresBeside = async (config: Config): Promise<Stores> => {
  try {
    return await openStores(config);
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    const socketPath = await findOwnerSocket(config.dataDir, ownerPatienceMs);
    if (socketPath === undefined) throw error;
    const address = { socketPath };
    const db = connectDatabase(address, 4);
    return { db, address, databaseEnded: never, close: () => db.$client.end({ timeout: 5 }) };
  }
};

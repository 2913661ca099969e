import { connectDatabase, type Database, type DatabaseAddress } from "@/db/connect";
import { DataDirInUseError, findOwnerSocket, startEmbeddedDatabase } from "@/db/embedded";
import { keepArchiveDense } from "@/db/keep-dense";
import { migrateDatabase } from "@/db/migrate";
import type { ObserveOperation } from "@/db/observe-queries";
import { regularly } from "@/db/upkeep";
import { vacuum } from "@/db/vacuum";
import { forgetExpired } from "@/server/accounts/forget-expired";
import { type DatabaseClock, openDatabaseClock } from "@/server/clock/database-clock";
import type { Config } from "@/server/config";
import { createLog } from "@/server/log";
import { forgetUnmatched } from "@/server/recorder/store-unmatched";

export type Stores = {
  readonly db: Database;
  readonly clock: DatabaseClock;
  readonly address: DatabaseAddress;
  /** Resolves, with why, when an embedded database has ended by itself; never for PostgreSQL. */
  readonly databaseEnded: Promise<string>;
  readonly close: () => Promise<void>;
};

const never = new Promise<never>(() => undefined);

/** An owner that is still starting migrates a new directory first. */
const ownerPatienceMs = 30_000;

/** Upkeep of any database, then what its kind needs. */
const keepUp = (db: Database, more: (db: Database) => Promise<unknown>) =>
  regularly(async () => {
    await forgetUnmatched(db);
    await forgetExpired(db);
    await more(db);
  });

type Joining = { readonly maxConnections?: number; readonly observe?: ObserveOperation | undefined };

/** Connects to a database that another process keeps. */
const join = async (
  address: DatabaseAddress,
  { logLevel }: Config,
  { maxConnections, observe }: Joining = {},
): Promise<Stores> => {
  const db = connectDatabase(address, maxConnections, observe);
  const clock = await openDatabaseClock(db, createLog(logLevel));
  return { db, clock, address, databaseEnded: never, close: () => db.$client.end({ timeout: 5 }) };
};

const openPostgres = async (url: string, config: Config, observe?: ObserveOperation): Promise<Stores> => {
  await migrateDatabase({ url });
  const stores = await join({ url }, config, { observe });
  // No rebuilding in embedded mode: nobody else could be answered meanwhile.
  const keeping = keepUp(stores.db, keepArchiveDense);
  return {
    ...stores,
    close: async () => {
      keeping.stop();
      await stores.close();
    },
  };
};

/** @returns undefined where no owner of the data directory answers. */
const joinOwner = async (config: Config, joining: Joining): Promise<Stores | undefined> => {
  const socketPath = await findOwnerSocket(config.dataDir, ownerPatienceMs);
  return socketPath === undefined ? undefined : join({ socketPath }, config, joining);
};

/**
 * Opens the configured database as its server: migrated, and in embedded mode as the owner of the data directory.
 * @param observe takes every query and transaction.
 * @throws DataDirInUseError when another process owns the directory.
 */
export const openStores = async (config: Config, observe?: ObserveOperation): Promise<Stores> => {
  if (config.databaseUrl !== undefined) return openPostgres(config.databaseUrl, config, observe);
  const embedded = await startEmbeddedDatabase(config.dataDir);
  const stores = await join({ socketPath: embedded.socketPath }, config, { observe });
  const keeping = keepUp(stores.db, vacuum);
  return {
    ...stores,
    databaseEnded: embedded.ended,
    close: async () => {
      keeping.stop();
      await stores.close();
      await embedded.close();
    },
  };
};

/** Connects to the configured database, which another process of this service has opened. */
export const joinStores = async (config: Config, observe?: ObserveOperation): Promise<Stores> => {
  if (config.databaseUrl !== undefined) return join({ url: config.databaseUrl }, config, { observe });
  const stores = await joinOwner(config, { observe });
  if (stores === undefined) throw new Error("the embedded database does not answer");
  return stores;
};

/** Opens the configured database for a command: beside a running owner of the data directory through its socket, else as the owner. */
export const openStoresBeside = async (config: Config): Promise<Stores> => {
  try {
    return await openStores(config);
  } catch (error) {
    const stores =
      error instanceof DataDirInUseError ? await joinOwner(config, { maxConnections: 4 }) : undefined;
    if (stores === undefined) throw error;
    return stores;
  }
};

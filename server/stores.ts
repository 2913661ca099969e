import { connectDatabase, type Database, type DatabaseAddress } from "@/db/connect";
import {
  DataDirInUseError,
  type EmbeddedDatabase,
  findOwnerSocket,
  startEmbeddedDatabase,
} from "@/db/embedded";
import { every10Minutes } from "@/db/maintenance";
import { migrateDatabase } from "@/db/migrate";
import type { ObserveOperation } from "@/db/observe-queries";
import { reindexArchive } from "@/db/reindex-archive";
import { vacuum } from "@/db/vacuum";
import { forgetExpired } from "@/server/accounts/forget-expired";
import { type DatabaseClock, openDatabaseClock } from "@/server/clock/database-clock";
import type { Config } from "@/server/config";
import { createLog } from "@/server/log";
import { forgetUnmatched } from "@/server/recorder/store-unmatched";
import { forgetDegradations } from "@/server/site/degradation-rows";

export type Stores = {
  readonly db: Database;
  readonly clock: DatabaseClock;
  readonly address: DatabaseAddress;
  readonly close: () => Promise<void>;
};

/** How long to wait for the owner of a data directory. An owner that has just started migrates the database before it responds. */
const maxOwnerWaitMs = 30_000;

/** @param more additional maintenance for this kind of database (PostgreSQL or embedded). */
const startMaintenance = (db: Database, more: (db: Database) => Promise<unknown>) =>
  every10Minutes(async () => {
    await forgetUnmatched(db);
    await forgetExpired(db);
    await forgetDegradations(db);
    await more(db);
  });

type Joining = { readonly maxConnections?: number; readonly observe?: ObserveOperation | undefined };

/** Connects to a database that is already running: PostgreSQL, or an embedded database behind its socket. */
const join = async (
  address: DatabaseAddress,
  { logLevel }: Config,
  { maxConnections, observe }: Joining = {},
): Promise<Stores> => {
  const db = connectDatabase(address, maxConnections, observe);
  const clock = await openDatabaseClock(db, createLog(logLevel));
  return { db, clock, address, close: () => db.$client.end({ timeout: 5 }) };
};

const openPostgres = async (url: string, config: Config, observe?: ObserveOperation): Promise<Stores> => {
  await migrateDatabase({ url });
  const stores = await join({ url }, config, { observe });
  // The embedded database is not reindexed: its single backend runs one query at a time, so a reindex would block every other query.
  const maintenance = startMaintenance(stores.db, reindexArchive);
  return {
    ...stores,
    close: async () => {
      maintenance.stop();
      await stores.close();
    },
  };
};

/** @returns undefined if no owner of the data directory responds within `patienceMs`. */
const joinOwner = async (
  config: Config,
  joining: Joining,
  patienceMs = maxOwnerWaitMs,
): Promise<Stores | undefined> => {
  const socketPath = await findOwnerSocket(config.dataDir, patienceMs);
  return socketPath === undefined ? undefined : join({ socketPath }, config, joining);
};

type Opening = {
  /** The embedded database, if its start has already begun. In embedded mode, if this is undefined, `openStores` starts it. */
  readonly embedded?: Promise<EmbeddedDatabase> | undefined;
  /** Called for every query and transaction. */
  readonly observe?: ObserveOperation | undefined;
};

/**
 * Opens and migrates the configured database. In embedded mode this process becomes the owner of the data directory.
 * @throws DataDirInUseError if another process owns the directory.
 */
export const openStores = async (config: Config, opening: Opening = {}): Promise<Stores> => {
  const { observe } = opening;
  if (config.databaseUrl !== undefined) return openPostgres(config.databaseUrl, config, observe);
  const embedded = await (opening.embedded ?? startEmbeddedDatabase(config.dataDir));
  const stores = await join({ socketPath: embedded.socketPath }, config, { observe });
  const maintenance = startMaintenance(stores.db, vacuum);
  return {
    ...stores,
    close: async () => {
      maintenance.stop();
      await stores.close();
      await embedded.close();
    },
  };
};

/** Connects to the configured database after another process of this instance has opened it. */
export const joinStores = async (config: Config, observe?: ObserveOperation): Promise<Stores> => {
  if (config.databaseUrl !== undefined) return join({ url: config.databaseUrl }, config, { observe });
  const stores = await joinOwner(config, { observe });
  if (stores === undefined) throw new Error("the embedded database does not respond");
  return stores;
};

/**
 * Opens the configured database for a command. In embedded mode, connects to a running server, or becomes the owner of the data directory
 * if no server runs.
 */
export const openStoresBeside = async (config: Config): Promise<Stores> => {
  const joining = { maxConnections: 4 };
  const running = config.databaseUrl === undefined ? await joinOwner(config, joining, 0) : undefined;
  if (running !== undefined) return running;
  try {
    return await openStores(config);
  } catch (error) {
    // If the directory is in use, another process has just become its owner and does not respond yet. So wait for this owner.
    const stores = error instanceof DataDirInUseError ? await joinOwner(config, joining) : undefined;
    if (stores === undefined) throw error;
    return stores;
  }
};

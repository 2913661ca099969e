import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { connectDatabase, type Database, type DatabaseAddress } from "@/db/connect";
import { watchConnections } from "@/db/connections";
import {
  DataDirInUseError,
  type EmbeddedDatabase,
  findOwnerSocket,
  startEmbeddedDatabase,
} from "@/db/embedded";
import { explainConnection } from "@/db/explain-connection";
import { migrateDatabase } from "@/db/migrate";
import type { ObserveOperation } from "@/db/observe-queries";
import { refuseSharedSessions } from "@/db/refuse-pooler";
import { type DatabaseClock, openDatabaseClock } from "@/server/clock/database-clock";
import type { Config } from "@/server/config";
import { createLog } from "@/server/log";
import { createJobs, type Jobs, type ObserveJob, type Schedule } from "@/server/run/jobs/run-jobs";
import { followFailingJobs } from "@/server/run/jobs/share-failing-jobs";
import { maintenanceJobs } from "@/server/run/maintenance";
import { warnOfFewConnections } from "@/server/run/warn-of-few-connections";

export type Stores = {
  readonly db: Database;
  readonly clock: DatabaseClock;
  readonly address: DatabaseAddress;
  /** The background jobs of this instance. */
  readonly jobs: Pick<Jobs, "failing">;
  readonly close: () => Promise<void>;
};

/** Stores of the process that runs the background jobs of its instance. */
export type OpenedStores = Stores & { readonly jobs: Jobs };

/** How often to look for the owner of a data directory. An owner that has just started migrates the database before it responds. */
const findOwnerEveryMs = 100;

/** If PostgreSQL sends nothing for this long, its connections are replaced. */
const maxSilentMs = 5_000;

type Joining = { readonly maxConnections: number; readonly observe?: ObserveOperation | undefined };

/** Connects to a database that is already running: PostgreSQL, or an embedded database behind its socket. */
export const join = async (
  address: DatabaseAddress,
  logLevel: string,
  { maxConnections, observe }: Joining,
): Promise<Stores> => {
  const db = connectDatabase(address, maxConnections, observe);
  const clock = await openDatabaseClock(db, createLog(logLevel));
  // A failed ping is silence, which `watchConnections` notices itself.
  const ping = () => db.execute(sql`select 1`).catch(() => undefined);
  const endWatch = watchConnections(db, maxSilentMs, ping);
  const close = (): Promise<void> => {
    endWatch();
    return db.$client.end({ timeout: 5 });
  };
  return { db, clock, address, jobs: { failing: () => [] }, close };
};

/** @returns undefined if no owner of the data directory responds. */
const joinOwner = async (config: Config, joining: Joining): Promise<Stores | undefined> => {
  const socketPath = await findOwnerSocket(config.dataDir);
  return socketPath === undefined ? undefined : join({ socketPath }, config.logLevel, joining);
};

type Opening = {
  /** The embedded database, if its start has already begun. In embedded mode, if this is undefined, `openStores` starts it. */
  readonly embedded?: Promise<EmbeddedDatabase> | undefined;
  /** Called for every query and transaction. */
  readonly observe?: ObserveOperation | undefined;
  readonly observeJob?: ObserveJob | undefined;
  readonly schedule?: Schedule | undefined;
};

/** Starts the maintenance of a database that this process opened. `close` stops it. */
const maintain = (
  stores: Stores,
  kind: "postgres" | "embedded",
  { logLevel }: Config,
  { observeJob, schedule }: Opening,
): OpenedStores => {
  const jobs = createJobs({ log: createLog(logLevel), observe: observeJob, schedule });
  for (const job of maintenanceJobs(stores.db, kind)) jobs.start(job);
  return {
    ...stores,
    jobs,
    close: async () => {
      jobs.stop();
      await stores.close();
    },
  };
};

const openPostgres = (url: string, config: Config, opening: Opening): Promise<OpenedStores> =>
  explainConnection(async () => {
    await refuseSharedSessions(url);
    await migrateDatabase({ url });
    const joined = await join({ url }, config.logLevel, {
      maxConnections: config.databasePoolSize,
      observe: opening.observe,
    });
    await warnOfFewConnections(joined.db, config);
    return maintain(joined, "postgres", config, opening);
  });

/**
 * Opens and migrates the configured database. In embedded mode this process becomes the owner of the data directory.
 * @throws DataDirInUseError if another process owns the directory.
 */
export const openStores = async (config: Config, opening: Opening = {}): Promise<OpenedStores> => {
  if (config.databaseUrl !== undefined) return openPostgres(config.databaseUrl, config, opening);
  const embedded = await (opening.embedded ?? startEmbeddedDatabase(config.dataDir));
  const joined = await join({ socketPath: embedded.socketPath }, config.logLevel, {
    maxConnections: config.databasePoolSize,
    observe: opening.observe,
  });
  const stores = maintain(joined, "embedded", config, opening);
  return {
    ...stores,
    close: async () => {
      await stores.close();
      await embedded.close();
    },
  };
};

/**
 * Connects a worker to the configured database. The supervisor has opened it, and runs the background jobs. In embedded mode, waits until
 * the database responds: if the supervisor fails, this process ends with it.
 */
export const joinStores = async (config: Config, observe?: ObserveOperation): Promise<Stores> => {
  const jobs = followFailingJobs();
  const { databaseUrl: url, logLevel, databasePoolSize: maxConnections } = config;
  const joining = { maxConnections, observe };
  if (url !== undefined)
    return { ...(await explainConnection(() => join({ url }, logLevel, joining))), jobs };
  for (;;) {
    const stores = await joinOwner(config, joining);
    if (stores !== undefined) return { ...stores, jobs };
    await delay(findOwnerEveryMs);
  }
};

/** The longest wait for an owner that does not respond: a server that migrates a large database, or a restore. */
const maxOwnerWaitMs = 120_000;

/**
 * Opens the configured database for a command. In embedded mode, connects to a running server, or becomes the owner of the data directory
 * if no server runs. While a server starts, waits until the server responds or has ended, and says so on stderr.
 * @throws DataDirInUseError if the owner does not respond within two minutes.
 */
export const openStoresBeside = async (config: Config): Promise<Stores> => {
  if (config.databaseUrl !== undefined) return openStores(config);
  const since = performance.now();
  for (let attempt = 0; ; attempt++) {
    const running = await joinOwner(config, { maxConnections: 4 });
    if (running !== undefined) return running;
    try {
      return await openStores(config);
    } catch (error) {
      if (!(error instanceof DataDirInUseError) || performance.now() - since > maxOwnerWaitMs) throw error;
    }
    if (attempt === 0)
      process.stderr.write(
        `waiting for the server or command that uses ${config.dataDir} to respond or end\n`,
      );
    await delay(findOwnerEveryMs);
  }
};

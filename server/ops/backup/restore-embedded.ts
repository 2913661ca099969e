import { existsSync, rmSync } from "node:fs";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { connectDatabase } from "@/db/connect";
import { startEmbeddedDatabase } from "@/db/embedded";
import { embeddedPaths } from "@/db/embedded-paths";
import { lockDataDir } from "@/db/lock-data-dir";
import { migrationsFolder } from "@/db/migrate";
import { completeSwap, swapDatabase } from "@/db/swap-database";
import { retireCountersSql } from "@/server/metering/settle-ledger";
import { readArchive } from "@/server/ops/backup/read-archive";
import { showBytes } from "@/server/ops/backup/show-bytes";
import { CommandFailure } from "@/server/ops/command-line";

/** Opens a prepared data directory's database, which proves that it can be, and lets its ledger decide. */
const prepare = async (folder: string, socket: string): Promise<void> => {
  const owner = await startEmbeddedDatabase(folder, socket);
  try {
    const db = connectDatabase({ socketPath: owner.socketPath }, 1);
    try {
      await db.$client.unsafe(retireCountersSql);
    } finally {
      await db.$client.end({ timeout: 5 });
    }
  } finally {
    await owner.close();
  }
};

/**
 * Puts a backup in the place of an embedded database, once it has been checked and opened beside it.
 * @param retire empties the counter store, at the last moment before.
 * @returns the moment of the backup.
 * @throws CommandFailure when a server runs, the database is not empty and not to be replaced, or the file is unfit; nothing has changed then.
 */
export const restoreEmbedded = async (
  dataDir: string,
  file: string,
  force: boolean,
  retire: () => Promise<void>,
): Promise<string> => {
  const unlock = lockDataDir(dataDir);
  if (unlock === undefined) throw new CommandFailure(`${dataDir} is in use: stop the server first`);
  const paths = embeddedPaths(dataDir);
  try {
    process.umask(0o077);
    completeSwap(paths);
    if (!force && existsSync(paths.database))
      throw new CommandFailure(`${dataDir} has a database: --force replaces it`);
    const migrations = readMigrationFiles({ migrationsFolder }).length;
    const { list } = await readArchive(file, paths.restoring, migrations, showBytes("read"));
    await prepare(paths.restoring, paths.restoringSocket);
    await retire();
    swapDatabase(paths);
    return list.taken_at;
  } finally {
    rmSync(paths.restoring, { recursive: true, force: true });
    unlock();
  }
};

import { existsSync, rmSync } from "node:fs";
import { connectDatabase } from "@/db/connect";
import { startEmbeddedDatabase } from "@/db/embedded";
import { embeddedPaths } from "@/db/embedded-paths";
import { lockFiles, lockOwner } from "@/db/lock-data-dir";
import { lastKnownMigration } from "@/db/migrate";
import { completeSwap, swapDatabase } from "@/db/swap-database";
import { createByteProgress } from "@/server/ops/backup/byte-progress";
import { retireCountersSql } from "@/server/ops/backup/catch-up-ledger";
import { readArchive } from "@/server/ops/backup/read-archive";
import { CommandFailure } from "@/server/ops/command-line";

/**
 * Opens the extracted database to prove that the database works. Then changes its ledger rows so that they admit requests, because the
 * restore empties the counter store.
 */
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
 * Replaces an embedded database with a backup. If an earlier restore was interrupted while it replaced the database, that replacement is
 * completed first. Then the backup is extracted next to the database, checked and opened.
 * @param retire empties the counter store. It is called immediately before the backup replaces the database.
 * @returns the time of the backup.
 * @throws CommandFailure if a server runs, the file is unusable, or a database exists and `force` is false. In each case,
 * `file` does not replace the database.
 */
export const restoreEmbedded = async (
  dataDir: string,
  file: string,
  force: boolean,
  retire: () => Promise<void>,
): Promise<string> => {
  const inUse = () => new CommandFailure(`${dataDir} is in use: stop the server first`);
  const release = lockOwner(dataDir);
  if (release === undefined) throw inUse();
  const paths = embeddedPaths(dataDir);
  let unlock: (() => void) | undefined;
  try {
    process.umask(0o077);
    unlock = await lockFiles(dataDir, () =>
      process.stderr.write(`waiting until the database process of ${dataDir} has ended\n`),
    );
    if (unlock === undefined) throw inUse();
    completeSwap(paths);
    if (!force && existsSync(paths.database))
      throw new CommandFailure(`${dataDir} has a database: --force replaces it`);
    const { list } = await readArchive(
      file,
      paths.restoring,
      lastKnownMigration(),
      createByteProgress("read"),
    );
    await prepare(paths.restoring, paths.restoringSocket);
    await retire();
    swapDatabase(paths);
    return list.taken_at;
  } finally {
    rmSync(paths.restoring, { recursive: true, force: true });
    unlock?.();
    release();
  }
};

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { embeddedPaths } from "@/db/embedded-paths";

type Paths = ReturnType<typeof embeddedPaths>;

/** Moves the secret first, so that the new database is never in place with the old secret. */
const moveIn = (from: Paths, to: Paths): void => {
  if (existsSync(from.authSecret)) renameSync(from.authSecret, to.authSecret);
  renameSync(from.database, to.database);
};

const putBack = ({ database, replaced, authSecret }: Paths, secret: Buffer | undefined): void => {
  if (existsSync(replaced)) renameSync(replaced, database);
  if (secret === undefined) rmSync(authSecret, { force: true });
  else writeFileSync(authSecret, secret, { mode: 0o600 });
};

const removeLeftovers = ({ replaced, restoring, restoringSocket }: Paths): void => {
  rmSync(restoringSocket, { force: true });
  rmSync(restoring, { recursive: true, force: true });
  // The folder `replaced` is deleted last, because its existence means that the swap is not complete.
  rmSync(replaced, { recursive: true, force: true });
};

/**
 * Completes an interrupted swap and deletes the leftovers of a restore. If the new database is missing, puts the old database back. The
 * caller must have the lock of the data directory.
 */
export const completeSwap = (paths: Paths): void => {
  const from = embeddedPaths(paths.restoring);
  if (!existsSync(paths.replaced) || existsSync(paths.database)) removeLeftovers(paths);
  else if (existsSync(from.database)) {
    // The swap can be completed, because a restore moves the old database away only after the new database is complete.
    moveIn(from, paths);
    removeLeftovers(paths);
  } else renameSync(paths.replaced, paths.database);
};

/**
 * Replaces a data directory's database and secret with those that a restore prepared. The caller must have the lock of the data
 * directory.
 * @throws if a rename fails. The old database and secret are then back in place.
 */
export const swapDatabase = (paths: Paths): void => {
  rmSync(paths.replaced, { recursive: true, force: true });
  const secret = existsSync(paths.authSecret) ? readFileSync(paths.authSecret) : undefined;
  if (existsSync(paths.database)) renameSync(paths.database, paths.replaced);
  try {
    moveIn(embeddedPaths(paths.restoring), paths);
  } catch (error) {
    putBack(paths, secret);
    throw error;
  }
  removeLeftovers(paths);
};

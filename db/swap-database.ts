import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { embeddedPaths } from "@/db/embedded-paths";

type Paths = ReturnType<typeof embeddedPaths>;

/** Secret first: a database that is in its place has its secret. */
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
  // Last: it tells that a swap was not completed.
  rmSync(replaced, { recursive: true, force: true });
};

/**
 * Completes a swap that was cut off, and deletes what a restore left behind; without a new database, puts the old one back. Only the owner of the
 * data directory may.
 */
export const completeSwap = (paths: Paths): void => {
  const from = embeddedPaths(paths.restoring);
  if (!existsSync(paths.replaced) || existsSync(paths.database)) removeLeftovers(paths);
  else if (existsSync(from.database)) {
    // It was prepared before the old one was moved away.
    moveIn(from, paths);
    removeLeftovers(paths);
  } else renameSync(paths.replaced, paths.database);
};

/**
 * Puts the database that a restore has prepared, and its secret, in the place of a data directory's. Only the owner of the data directory
 * may.
 * @throws when a rename fails; the old database and its secret are in their places then.
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

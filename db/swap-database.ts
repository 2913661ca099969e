import { existsSync, renameSync, rmSync } from "node:fs";
import { embeddedPaths } from "@/db/embedded-paths";

type Paths = ReturnType<typeof embeddedPaths>;

/** Puts the old database back where a swap was cut off between its two renames. Only the owner of the data directory may. */
export const undoCutOffSwap = ({ database, replaced }: Paths): void => {
  if (!existsSync(database) && existsSync(replaced)) renameSync(replaced, database);
};

/**
 * Puts the database of a prepared data directory, and its secret, in the place of another's. Only the owner of the data directory may.
 * @throws when a rename fails; the old database is in its place then.
 */
export const swapDatabase = (dataDir: string, prepared: string): void => {
  const [paths, from] = [embeddedPaths(dataDir), embeddedPaths(prepared)];
  rmSync(paths.replaced, { recursive: true, force: true });
  if (existsSync(paths.database)) renameSync(paths.database, paths.replaced);
  try {
    renameSync(from.database, paths.database);
  } catch (error) {
    undoCutOffSwap(paths);
    throw error;
  }
  if (existsSync(from.authSecret)) renameSync(from.authSecret, paths.authSecret);
  rmSync(paths.replaced, { recursive: true, force: true });
};

import { closeSync, mkdirSync, openSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { tryLock } from "fs-native-extensions";
import { embeddedPaths } from "@/db/embedded-paths";

/**
 * An ended parent releases the owner's lock at once, but its database process may need ten seconds to end. Without an owner, the lock of
 * the files is free by then. This limit only matters if something else holds that lock, such as a server of an older version.
 */
const maxFilesWaitMs = 60_000;

const lock = (dataDir: string, file: string): (() => void) | undefined => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const descriptor = openSync(file, "a+", 0o600);
  if (tryLock(descriptor)) return () => closeSync(descriptor);
  closeSync(descriptor);
  return undefined;
};

/**
 * Makes this process the owner of a data directory. Creates the directory if it is missing. When the process dies, the kernel releases the
 * lock. The database process of an earlier owner may still have the files open.
 * @returns a function that releases the lock; undefined if another process is the owner.
 */
export const lockOwner = (dataDir: string): (() => void) | undefined =>
  lock(dataDir, embeddedPaths(dataDir).ownerLock);

/**
 * Locks the database's files for this process. Waits while the database process of an earlier owner still has them open. Only the owner, or
 * a process that the owner has started, may call this function.
 * @param waiting called once if the lock is not free at once.
 * @returns a function that releases the lock; undefined if the lock is not free within a minute.
 */
export const lockFiles = async (dataDir: string, waiting?: () => void): Promise<(() => void) | undefined> => {
  const { lock: file } = embeddedPaths(dataDir);
  const since = performance.now();
  for (let attempt = 0; performance.now() - since < maxFilesWaitMs; attempt++) {
    const unlock = lock(dataDir, file);
    if (unlock !== undefined) return unlock;
    if (attempt === 0) waiting?.();
    await delay(50);
  }
  return undefined;
};

import { closeSync, mkdirSync, openSync } from "node:fs";
import { tryLock } from "fs-native-extensions";
import { embeddedPaths } from "@/db/embedded-paths";

/**
 * Locks a data directory for this process. Creates the directory if it is missing. When the process dies, the kernel releases the lock.
 * @returns a function that releases the lock; undefined if another process holds the lock.
 */
export const lockDataDir = (dataDir: string): (() => void) | undefined => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = openSync(embeddedPaths(dataDir).lock, "a+", 0o600);
  if (tryLock(file)) return () => closeSync(file);
  closeSync(file);
  return undefined;
};

import { closeSync, mkdirSync, openSync } from "node:fs";
import { tryLock } from "fs-native-extensions";
import { embeddedPaths } from "@/db/embedded-paths";

/**
 * Makes this process the owner of a data directory, which is made where it is missing. The kernel drops the lock when the process dies: no
 * stale file can block a start.
 * @returns what gives it up; undefined where another process is the owner.
 */
export const lockDataDir = (dataDir: string): (() => void) | undefined => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = openSync(embeddedPaths(dataDir).lock, "a+", 0o600);
  if (tryLock(file)) return () => closeSync(file);
  closeSync(file);
  return undefined;
};

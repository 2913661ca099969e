import { statfsSync } from "node:fs";

/** Emscripten's number for ENOSPC, which it throws without a message. */
const emscriptenNoSpace = 51;
/** PostgreSQL's disk_full. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const diskFull = "53100";
/** A start writes one segment of the log at least. */
const minFreeBytes = 16 * 2 ** 20;

const fieldOf = (error: unknown, name: "code" | "errno" | "cause"): unknown =>
  typeof error === "object" && error !== null ? (error as Record<string, unknown>)[name] : undefined;

/** Whether an error, or what caused it, says that a disk is full. */
export const saysDiskFull = (error: unknown): boolean => {
  if (error === undefined || error === null) return false;
  const code = fieldOf(error, "code");
  if (code === "ENOSPC" || code === diskFull || fieldOf(error, "errno") === emscriptenNoSpace) return true;
  return saysDiskFull(fieldOf(error, "cause"));
};

/** Whether a folder's disk has less room than a database needs to start. */
const isNearlyFull = (folder: string): boolean => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < minFreeBytes;
};

/**
 * One line about a failure in a folder. A full disk is named as such also where the database only broke down on it: WebAssembly's own
 * errors do not tell.
 */
export const describeFailure = (error: unknown, folder: string): string => {
  if (saysDiskFull(error) || isNearlyFull(folder)) return `no space is left on the disk of ${folder}`;
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, " ").trim();
};

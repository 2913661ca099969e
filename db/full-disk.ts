import { statfsSync } from "node:fs";

/** Emscripten's number for ENOSPC. For a full disk, Emscripten throws an error with this number and without a message. */
const emscriptenNoSpace = 51;
/** PostgreSQL's disk_full. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const diskFullCode = "53100";
/** The size of one segment of the write-ahead log. The database writes at least one segment when it starts. */
const minFreeBytes = 16 * 2 ** 20;

const fieldOf = (error: unknown, name: "code" | "errno" | "cause"): unknown =>
  typeof error === "object" && error !== null ? (error as Record<string, unknown>)[name] : undefined;

/** Whether an error, or one of its causes, reports a full disk. */
export const isDiskFull = (error: unknown): boolean => {
  if (error === undefined || error === null) return false;
  const code = fieldOf(error, "code");
  if (code === "ENOSPC" || code === diskFullCode || fieldOf(error, "errno") === emscriptenNoSpace)
    return true;
  return isDiskFull(fieldOf(error, "cause"));
};

const isNearlyFull = (folder: string): boolean => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < minFreeBytes;
};

/**
 * Describes an error of the database in one line. Checks free space too, because some WebAssembly errors do not name a full disk as the
 * cause.
 */
export const describeFailure = (error: unknown, folder: string): string => {
  if (isDiskFull(error) || isNearlyFull(folder)) return `no space is left on the disk of ${folder}`;
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, " ").trim();
};

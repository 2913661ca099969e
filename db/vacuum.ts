import type { Database } from "@/db/connect";

const everyMs = 10 * 60_000;

/** Frees the room of rows that have been replaced, and counts the rest for the planner. */
export const vacuum = async (db: Database): Promise<void> => {
  await db.$client`vacuum (analyze)`.simple();
};

/**
 * Does it every ten minutes, until `stop`: PGlite has none of PostgreSQL's background processes, and a table whose rows are replaced each
 * second would grow for ever.
 */
export const vacuumRegularly = (db: Database): { readonly stop: () => void } => {
  const timer = setInterval(() => {
    // The next one does what this one could not.
    vacuum(db).catch(() => undefined);
  }, everyMs).unref();
  return { stop: () => clearInterval(timer) };
};

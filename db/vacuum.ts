import type { Database } from "@/db/connect";

/**
 * Frees the room of rows that have been replaced, and counts the rest for the planner. PGlite has none of PostgreSQL's background
 * processes, and a table whose rows are replaced each second would grow for ever.
 */
export const vacuum = async (db: Database): Promise<void> => {
  await db.$client`vacuum (analyze)`.simple();
};

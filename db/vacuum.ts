import type { Database } from "@/db/connect";

/**
 * Frees the space of replaced rows and updates the planner's statistics. PGlite has no autovacuum: without this, a table whose rows are
 * replaced every second would grow without bound.
 */
export const vacuum = async (db: Database): Promise<void> => {
  await db.$client`vacuum (analyze)`.simple();
};

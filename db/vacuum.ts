import type { Database } from "@/db/connect";

/**
 * Frees the space of replaced rows and updates the planner's statistics. PGlite has no autovacuum, so tables whose rows are often replaced
 * would grow without bound.
 */
export const vacuum = async (db: Database): Promise<void> => {
  await db.$client`vacuum (analyze)`.simple();
};

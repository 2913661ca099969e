/**
 * Replaces `@/db/migrate` in Next's bundle (next.config.ts). The code in this bundle never migrates the database. `npm start` migrates the
 * database at startup. If Next runs without `npm start`, the operator must migrate the database first.
 */
export const migrateDatabase = async (): Promise<void> => undefined;

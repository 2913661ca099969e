/**
 * Replaces `@/db/migrate` in Next's bundle (next.config.ts). The code in this bundle never migrates the database. `npm start` migrates the
 * database at startup. Where only Next's build runs, the operator must migrate the database first.
 */
export const migrateDatabase = async (): Promise<void> => undefined;

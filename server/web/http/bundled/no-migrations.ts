/**
 * Replaces `@/db/migrate` in Next's bundle (next.config.ts). The code in this bundle never migrates the database. `npm start` and
 * `npm run dev` migrate it at startup. If only Next's own server runs (`next start`), the operator must migrate the database first.
 */
export const migrateDatabase = async (): Promise<void> => undefined;

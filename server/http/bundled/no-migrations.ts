/** Replaces `@/db/migrate` in Next's bundle (next.config.ts). Pages do not migrate the database: `npm start` or the deployment does. */
export const migrateDatabase = async (): Promise<void> => undefined;

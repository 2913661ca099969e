/** Stands in for migrations in what Next bundles (next.config.ts): a mount serves a database that `npm start` or the deployment has migrated. */
export const migrateDatabase = async (): Promise<void> => undefined;

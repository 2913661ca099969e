/** Replaces migrations in the bundle of Next (next.config.ts): `npm start` or the deployment migrates the database. */
export const migrateDatabase = async (): Promise<void> => undefined;

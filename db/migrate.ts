import { type SQL, sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { renewForeignChanges } from "@/db/changed-rows";
import { connectDatabase, type DatabaseAddress } from "@/db/connect";
import { migrationLock } from "@/db/migration-lock";
import { projectFile } from "@/db/project-file";

export const migrationsFolder = projectFile("db", "migrations");
/** The migrations that `0000_baseline` replaces. Only a database of a version before 0.2.0 needs them. */
export const earlierMigrationsFolder = projectFile("db", "migrations-before-0.2.0");

type Query = (statement: SQL) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** The time that Drizzle's journal states for the last applied migration, in ms since the epoch; 0 if no migration was applied. */
export const readLastMigration = async (query: Query): Promise<number> => {
  const [table] = await query(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`);
  if (table?.exists !== true) return 0;
  const [last] = await query(sql`select max(created_at)::float8 as at from drizzle.__drizzle_migrations`);
  return Number(last?.at ?? 0);
};

/** The time that Drizzle's journal states for this version's newest migration, in ms since the epoch. */
export const lastKnownMigration = (): number =>
  Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis));

/**
 * The migration folders to apply, in order. The baseline replaces the earlier migrations. A database that has only some of the earlier
 * migrations gets the rest of them first. In Drizzle's journal, the baseline has the same time as the last migration that it replaces. So
 * Drizzle skips the baseline on a database that has all earlier migrations.
 */
export const migrationFolders = async (query: Query): Promise<readonly string[]> => {
  const last = await readLastMigration(query);
  const [baseline] = readMigrationFiles({ migrationsFolder });
  const isEarlier = last > 0 && baseline !== undefined && last < baseline.folderMillis;
  return isEarlier ? [earlierMigrationsFolder, migrationsFolder] : [migrationsFolder];
};

/** Applies missing migrations, and renews rows of another server. Instances that start at the same time take turns. */
export const migrateDatabase = async (address: DatabaseAddress): Promise<void> => {
  const db = connectDatabase(address, 1, undefined, true);
  try {
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`);
    for (const folder of await migrationFolders((statement) => db.execute(statement)))
      await migrate(db, { migrationsFolder: folder });
    await renewForeignChanges(db);
  } finally {
    // The end of the session releases the lock, even after a failure.
    await db.$client.end({ timeout: 5 });
  }
};

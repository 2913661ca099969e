import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { connectDatabase, type DatabaseAddress } from "@/db/connect";
import { projectFile } from "@/db/project-file";

export const migrationsFolder = projectFile("db", "migrations");

/** Any constant works, as long as every instance uses the same one: "odds" in ASCII. */
export const migrationLock = 0x6f646473;

/** Applies the migrations that are missing. Safe when several instances start at once: one migrates, the others wait for it. */
export const migrateDatabase = async (address: DatabaseAddress): Promise<void> => {
  const db = connectDatabase(address, 1, undefined, true);
  try {
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`);
    await migrate(db, { migrationsFolder });
  } finally {
    // Ending the session releases the lock, whatever happened.
    await db.$client.end({ timeout: 5 });
  }
};

import { getTableName } from "drizzle-orm";
import * as schema from "@/db/schema";

/** Where drizzle's migrator keeps which migrations were applied. */
export const migrationsSchema = "drizzle";

/** Every table of this service as `schema.table`, the migrator's included. The names need no quotes in SQL or in a pattern of pg_dump. */
export const ownTables: readonly string[] = [
  ...Object.values(schema).map((table) => `public.${getTableName(table)}`),
  `${migrationsSchema}.__drizzle_migrations`,
];

import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import * as schema from "@/db/schema";

/** Where drizzle's migrator keeps which migrations were applied. */
export const migrationsSchema = "drizzle";

/** Every table of this service as `schema.table`, the migrator's included. The names need no quotes in SQL or in a pattern of pg_dump. */
export const ownTables: readonly string[] = [
  ...Object.values(schema)
    .filter((value): value is PgTable => is(value, PgTable))
    .map((table) => `public.${getTableConfig(table).name}`),
  `${migrationsSchema}.__drizzle_migrations`,
];

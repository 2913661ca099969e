import { getTableName } from "drizzle-orm";
import * as accounts from "@/db/schema/accounts";
import * as archive from "@/db/schema/archive";
import * as degradations from "@/db/schema/degradations";
import * as feedTokens from "@/db/schema/feed-tokens";
import * as feeds from "@/db/schema/feeds";
import * as prices from "@/db/schema/prices";

/** Drizzle's migrator records the applied migrations in this schema. */
export const migrationsSchema = "drizzle";

/** Every table of this service as `schema.table`, including the migrator's. No name needs quotes in SQL or in a pg_dump pattern. */
export const ownTables: readonly string[] = [
  ...Object.values({ ...accounts, ...archive, ...degradations, ...feedTokens, ...feeds, ...prices }).map(
    (table) => `public.${getTableName(table)}`,
  ),
  `${migrationsSchema}.__drizzle_migrations`,
];

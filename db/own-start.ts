import { sql } from "drizzle-orm";

/**
 * SQL for the start (ms) by which a book's own prices are hidden, from `checks c`: its newest statement of a time, else its newest bare
 * date (server/ingest/recorder/place/start-statements.ts). Null if the book has stated no start.
 */
export const ownStart = sql`(coalesce(jsonb_path_query_first(c.starts, 'strict $[*] ? (@[3] == 0)', '{}', true), c.starts -> 0) ->> 0)::float8`;

import { bigint, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "@/db/schema/columns";

/** Tokens with which scrapers deliver prices (server/ingest/delivery/feed-token.ts). */
export const feedTokens = pgTable("feed_tokens", {
  id: uuid("id").primaryKey(),
  /** SHA-256 of the whole token, hex. */
  hash: text("hash").notNull().unique(),
  prefix: text("prefix").notNull(),
  lastFour: text("last_four").notNull(),
  /** The keys of the books that may be delivered with the token. */
  books: text("books").array().notNull(),
  createdAt: moment("created_at").notNull(),
  lastUsedAt: moment("last_used_at"),
  revokedAt: moment("revoked_at"),
  /** The speed-limit window: a whole second of the database's clock, and the number of calls in it. */
  windowSecond: bigint("window_second", { mode: "number" }).notNull().default(0),
  windowCalls: integer("window_calls").notNull().default(0),
});

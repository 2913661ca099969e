import { bigint, date, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment } from "@/db/schema/columns";

const count = (name: string) => bigint(name, { mode: "number" }).notNull().default(0);

/** The kinds of live sources that have sent prices of a book in a sport (server/ingest/recorder/source-precedence.ts). */
export const bookSources = pgTable(
  "book_sources",
  {
    bookKey: text("book_key").notNull(),
    sportKey: text("sport_key").notNull(),
    kind: text("kind").notNull(),
    /** The last feed of this kind that sent prices. */
    feed: text("feed").notNull(),
    lastSentAt: moment("last_sent_at").notNull(),
    /** From this time on, the source counts as silent. */
    silentAt: moment("silent_at").notNull(),
    /** When prices of this kind of source were last recorded. Null if another kind has had precedence whenever this kind sent prices. */
    lastRecordedAt: moment("last_recorded_at"),
  },
  (t) => [primaryKey({ columns: [t.bookKey, t.sportKey, t.kind] })],
);

/** The health of each part of a feed (server/ingest/polling/feed-status.ts). */
export const feedStatus = pgTable(
  "feed_status",
  {
    feed: text("feed").notNull(),
    shard: text("shard").notNull(),
    /** The host and process that polled last. */
    instance: text("instance").notNull(),
    lastPollAt: moment("last_poll_at").notNull(),
    lastSuccessAt: moment("last_success_at"),
    /** From this time on, the part of the feed is late. */
    lateAt: moment("late_at").notNull(),
    /** The error of the last poll; null if the last poll succeeded. */
    error: text("error"),
    /** Polls that have failed since the last success. */
    failures: integer("failures").notNull(),
    /** The UTC day of the counts below. */
    day: date("day", { mode: "string" }).notNull(),
    requests: count("requests"),
    credits: count("credits"),
    snapshots: count("snapshots"),
    eventsSeen: count("events_seen"),
    eventsMatched: count("events_matched"),
    pricesSeen: count("prices_seen"),
    pricesChanged: count("prices_changed"),
    /** Reason -> number of rejected prices. */
    rejected: jsonb("rejected").$type<Record<string, number>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.feed, t.shard] })],
);

/** Credits of a feed whose calls cost money, by calendar month in UTC (server/ingest/polling/credit-budget.ts). */
export const feedCredits = pgTable(
  "feed_credits",
  {
    feed: text("feed").notNull(),
    /** `YYYY-MM`. */
    month: text("month").notNull(),
    /** Credits that responses have confirmed. */
    spent: integer("spent").notNull(),
    /** The most that the calls in progress can cost together. */
    reserved: integer("reserved").notNull(),
    /** An upper bound of the cost of all calls that never got a response. Becomes 0 when the vendor next states the used credits. */
    unconfirmed: integer("unconfirmed").notNull(),
    /** Credits that the vendor counts as used and remaining, from the last response that stated them. */
    vendorUsed: integer("vendor_used"),
    vendorRemaining: integer("vendor_remaining"),
  },
  (t) => [primaryKey({ columns: [t.feed, t.month] })],
);

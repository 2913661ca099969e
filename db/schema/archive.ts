import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { changedXid, moment } from "@/db/schema/columns";

/**
 * Spellings of players' names, by fixture and book. The number of rows is limited (server/domain/players/name-players.ts). After a fixture's last
 * recording, rows whose `shown_as` equals `name` can be deleted without effect: a name without a row is shown unchanged.
 */
export const fixturePlayers = pgTable(
  "fixture_players",
  {
    fixtureId: text("fixture_id").notNull(),
    bookKey: text("book_key").notNull(),
    name: text("name").notNull(),
    /** The name under which the spelling is shown. Null in rows that an older version wrote. */
    shownAs: text("shown_as"),
    changedXid: changedXid(),
  },
  (t) => [
    primaryKey({ columns: [t.fixtureId, t.bookKey, t.name] }),
    index("fixture_players_changed").on(t.changedXid),
  ],
);

/** Books with archived prices or notes in a sport. A history response lists these books if the request names no book. */
export const archiveBooks = pgTable(
  "archive_books",
  { sportKey: text("sport_key").notNull(), bookKey: text("book_key").notNull() },
  (t) => [primaryKey({ columns: [t.sportKey, t.bookKey] })],
);

/** Gives each series (one market of one book for one fixture) a number, so that points need not repeat the keys of the series. */
export const archiveSeries = pgTable(
  "archive_series",
  {
    /** Unique because of the sequence. The id has no index, because a series is always looked up by its fixture, book and market. */
    id: serial("id").notNull(),
    /** `fixtures.number`. */
    fixtureNumber: integer("fixture_number").notNull(),
    bookKey: text("book_key").notNull(),
    marketKey: text("market_key").notNull(),
  },
  (t) => [primaryKey({ columns: [t.fixtureNumber, t.bookKey, t.marketKey] })],
);

/**
 * One row per change of a market, withdrawals (empty `outcomes`) included. A row is updated only if two snapshots of a book have the same
 * recording time but different prices. The 8-byte column comes first, because otherwise alignment padding would be a tenth of a row.
 */
export const archivePoints = pgTable(
  "archive_points",
  {
    recordedAt: moment("recorded_at").notNull(),
    seriesId: integer("series_id").notNull(),
    outcomes: text("outcomes").notNull(),
  },
  (t) => [primaryKey({ columns: [t.seriesId, t.recordedAt] })],
);

/** Archive points with a recording time later than the database's clock. They are kept, because they are correct if the clock is behind. */
export const setAsidePoints = pgTable("set_aside_points", {
  setAsideAt: moment("set_aside_at").notNull().defaultNow(),
  recordedAt: moment("recorded_at").notNull(),
  seriesId: integer("series_id").notNull(),
  outcomes: text("outcomes").notNull(),
});

/*
 * The observation log: when each source was polled, and which fixtures and markets each poll covered. If a poll found no
 * change, only this log shows that the poll took place. To insert an out-of-order snapshot, the recorder must know of such polls.
 */

/** One book's listing of one sport. */
export const sources = pgTable(
  "sources",
  {
    id: serial("id").primaryKey(),
    bookKey: text("book_key").notNull(),
    sportKey: text("sport_key").notNull(),
  },
  (t) => [uniqueIndex("sources_book").on(t.bookKey, t.sportKey)],
);

/** Fixtures and markets that snapshots cover. Thousands of polls share one row. */
export const observationScopes = pgTable(
  "observation_scopes",
  {
    id: serial("id").primaryKey(),
    sourceId: integer("source_id").notNull(),
    /** A hash of the columns below, so that equal scopes are stored once. */
    hash: uuid("hash").notNull(),
    /** True: covers every fixture of the sport except `fixtures`. False: covers only `fixtures`. */
    complete: boolean("complete").notNull(),
    /** Market keys covered; null means all. */
    scope: text("scope").array(),
    /** `fixtures.number`. */
    fixtures: integer("fixtures").array().notNull(),
    /** Fixture id -> keys of markets that were listed but could not be used. These markets are not covered. */
    unread: jsonb("unread").$type<Record<string, string[]>>().notNull(),
  },
  (t) => [uniqueIndex("observation_scopes_hash").on(t.sourceId, t.hash)],
);

/** One row per snapshot. The index is not unique, because a unique index would need further columns and more space. */
export const observations = pgTable(
  "observations",
  {
    recordedAt: moment("recorded_at").notNull(),
    sourceId: integer("source_id").notNull(),
    scopeId: integer("scope_id").notNull(),
    /** A hash of the snapshot, by which the recorder recognizes a snapshot that it has recorded before. */
    digest: integer("digest").notNull(),
    /** True if the snapshot was recorded on arrival. Such rows are thinned after a day (server/ingest/recorder/state/thin-observations.ts). */
    polled: boolean("polled").notNull(),
  },
  (t) => [index("observations_source").on(t.sourceId, t.recordedAt)],
);

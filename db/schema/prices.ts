import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, serial, text, uuid } from "drizzle-orm/pg-core";
import { changedXid, moment } from "@/db/schema/columns";

export const books = pgTable("books", {
  key: text("key").primaryKey(),
  title: text("title").notNull(),
  kind: text("kind").notNull(),
  updateIntervalSeconds: integer("update_interval_seconds"),
  lastUpdateMeasured: boolean("last_update_measured").notNull(),
  changedXid: changedXid(),
});

/** Team names learned from books, for leagues whose teams the catalogue does not list (server/ingest/recorder/state/forget-names.ts). */
export const learnedTeams = pgTable(
  "learned_teams",
  {
    sportKey: text("sport_key").notNull(),
    name: text("name").notNull(),
    /** By the database's clock. */
    learnedAt: moment("learned_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.sportKey, t.name] })],
);

/** How many names of a sport a book has taught the service on its last day with new names (server/ingest/recorder/place/limit-new-names.ts). */
export const newNames = pgTable(
  "new_names",
  {
    sportKey: text("sport_key").notNull(),
    bookKey: text("book_key").notNull(),
    /** Days since 1 January 1970, UTC, by recording time. */
    day: integer("day").notNull(),
    names: integer("names").notNull(),
  },
  (t) => [primaryKey({ columns: [t.sportKey, t.bookKey] })],
);

export const fixtures = pgTable(
  "fixtures",
  {
    id: text("id").primaryKey(),
    /** The fixture's key in large tables, where the id would take too much space. */
    number: serial("number").notNull(),
    sportKey: text("sport_key").notNull(),
    homeTeam: text("home_team").notNull(),
    awayTeam: text("away_team").notNull(),
    /** The agreed start, derived from `checks.starts` (server/ingest/matching/agreed-start.ts). */
    commenceTime: moment("commence_time").notNull(),
    /** False while books have listed the fixture only in play. The API does not show such a fixture, but matching uses it. */
    listed: boolean("listed").notNull(),
    /** The id of the fixture that is listed instead of this one; usually null. */
    replacedBy: text("replaced_by"),
    /** Whether `replaced_by` is set because more sources state similar names for the same game (server/ingest/matching/look-alikes.ts). */
    lookAlike: boolean("look_alike").notNull().default(false),
    /** The id of the fixture that this one turned out to be. That fixture has all its prices and answers under this id too. */
    mergedInto: text("merged_into"),
    createdAt: moment("created_at").notNull(),
    changedXid: changedXid(),
  },
  (t) => [
    index("fixtures_sport_start").on(t.sportKey, t.commenceTime, t.id),
    index("fixtures_changed").on(t.changedXid),
    index("fixtures_merged").on(t.mergedInto).where(sql`merged_into is not null`),
  ],
);

/** Books' own identifiers of events that have been matched, each with its fixture. */
export const eventRefs = pgTable(
  "event_refs",
  {
    bookKey: text("book_key").notNull(),
    sportKey: text("sport_key").notNull(),
    ref: text("ref").notNull(),
    fixtureId: text("fixture_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bookKey, t.sportKey, t.ref] }),
    index("event_refs_fixture").on(t.fixtureId, t.bookKey),
  ],
);

/** The last check of each book for each fixture. A check that finds no change updates this row and no row of `current_markets`. */
export const checks = pgTable(
  "checks",
  {
    fixtureId: text("fixture_id").notNull(),
    bookKey: text("book_key").notNull(),
    sportKey: text("sport_key").notNull(),
    /** The recording time of the newest snapshot that listed the fixture. */
    recordedAt: moment("recorded_at").notNull(),
    /** The time for the freshness rule: the earlier of `fetchedAt` (if stated) and the recording time. Never shown. */
    checkedAt: moment("checked_at").notNull(),
    /** The measured fetch time. Null if the source states none. */
    fetchedAt: moment("fetched_at"),
    /**
     * Market key -> [checked ms, fetched ms or null], for markets whose times differ from `checkedAt` and `fetchedAt`. A withdrawn market
     * has the times of its withdrawal.
     */
    marketTimes: jsonb("market_times").$type<Record<string, [number, number | null]>>().notNull(),
    /**
     * The starts that the book stated (at most 16), the most recently stated first: [start, first stated at, last stated at, midnight
     * only, source]. server/ingest/recorder/place/start-statements.ts explains these elements. Version 0.2.0 neither writes nor reads the last one.
     */
    starts: jsonb("starts").$type<[number, number, number, 0 | 1, string?][]>().notNull(),
    /** The names under which the book last listed the fixture, normalized as for matching. */
    listedAs: text("listed_as").notNull(),
    /** In open sports: the book's own spellings of the fixture's home and away team. */
    namedHome: text("named_home"),
    namedAway: text("named_away"),
    /** The book's own id of the event and its link to the event. Null if no source has stated it (server/ingest/recorder/compare/event-words.ts). */
    bookEventId: text("book_event_id"),
    link: text("link"),
    changedXid: changedXid(),
  },
  (t) => [primaryKey({ columns: [t.fixtureId, t.bookKey] }), index("checks_changed").on(t.changedXid)],
);

/** The newest state of each market, encoded by server/domain/prices/outcome-text.ts. Empty `outcomes` means withdrawn. */
export const currentMarkets = pgTable(
  "current_markets",
  {
    fixtureId: text("fixture_id").notNull(),
    bookKey: text("book_key").notNull(),
    marketKey: text("market_key").notNull(),
    sportKey: text("sport_key").notNull(),
    outcomes: text("outcomes").notNull(),
    changedXid: changedXid(),
  },
  (t) => [
    primaryKey({ columns: [t.fixtureId, t.bookKey, t.marketKey] }),
    index("current_markets_changed").on(t.changedXid),
  ],
);

/** When prices of a sport were last written, by the database's clock. Boards measure their delay with this time. */
export const lastWrites = pgTable("last_writes", {
  sportKey: text("sport_key").primaryKey(),
  writtenAt: moment("written_at").notNull(),
  changedXid: changedXid(),
});

/** Notes: a book has an event that may be this fixture but could not be matched safely. */
export const unmatchedNotes = pgTable(
  "unmatched_notes",
  {
    fixtureId: text("fixture_id").notNull(),
    bookKey: text("book_key").notNull(),
    sportKey: text("sport_key").notNull(),
    firstRecordedAt: moment("first_recorded_at").notNull(),
    /** When the book's unmatched event was last checked. Like a price, the note lapses when this check is too old. */
    checkedAt: moment("checked_at").notNull(),
    changedXid: changedXid(),
  },
  (t) => [
    primaryKey({ columns: [t.fixtureId, t.bookKey] }),
    index("unmatched_notes_changed").on(t.changedXid),
  ],
);

/** Periods in which an inverted book was withheld from a fixture. */
export const withheldPeriods = pgTable(
  "withheld_periods",
  {
    fixtureId: text("fixture_id").notNull(),
    bookKey: text("book_key").notNull(),
    /** Recording time of the first check at which the book was withheld. */
    since: moment("since").notNull(),
    /** Recording time of the first check at which the book was served again; null while the book is withheld. */
    until: moment("until"),
    changedXid: changedXid(),
  },
  (t) => [
    primaryKey({ columns: [t.fixtureId, t.bookKey, t.since] }),
    index("withheld_periods_changed").on(t.changedXid),
  ],
);

/** Unmatched events, kept for a week (server/ingest/recorder/unmatched/store-unmatched.ts). */
export const unmatchedEvents = pgTable(
  "unmatched_events",
  {
    bookKey: text("book_key").notNull(),
    sportKey: text("sport_key").notNull(),
    /** A hash of what identifies the event at the book, because names can be too long for an index. */
    eventKey: uuid("event_key").notNull(),
    /** The book's own identifier of the event; null if the book has none or uses it for several events. */
    ref: text("ref"),
    home: text("home").notNull(),
    away: text("away").notNull(),
    commenceTime: moment("commence_time").notNull(),
    reason: text("reason").notNull(),
    /** Ids of the fixtures to which the event may belong. */
    fixtures: jsonb("fixtures").$type<string[]>().notNull(),
    /** The number of the event's prices in the newest snapshot. */
    prices: integer("prices").notNull(),
    /** `first_seen` and `last_seen` are times of the database's clock, not of the recording. `last_seen` is exact to about a minute. */
    firstSeen: moment("first_seen").notNull(),
    lastSeen: moment("last_seen").notNull(),
  },
  (t) => [primaryKey({ columns: [t.bookKey, t.sportKey, t.eventKey] })],
);

/** Spellings that the operator added for teams. */
export const teamAliases = pgTable(
  "team_aliases",
  {
    sportKey: text("sport_key").notNull(),
    /** `name`, normalized as for matching in the sport. */
    normalizedName: text("normalized_name").notNull(),
    name: text("name").notNull(),
    team: text("team").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.sportKey, t.normalizedName] })],
);

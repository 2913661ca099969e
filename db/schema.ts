import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

/**
 * The transaction that wrote a row. The board's cursor reads by it: unlike a sequence it tells which writers may still be running, so
 * a row that commits late is never skipped. https://www.postgresql.org/docs/current/functions-info.html
 */
const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
const changedXid = () => xid8("changed_xid").notNull().default(sql`pg_current_xact_id()`);

// ---- prices ----

export const books = pgTable("books", {
  key: text("key").primaryKey(),
  title: text("title").notNull(),
  kind: text("kind").notNull(),
  updateIntervalSeconds: integer("update_interval_seconds"),
  lastUpdateMeasured: boolean("last_update_measured").notNull(),
  changedXid: changedXid(),
});

/** Team names learned from books, for leagues whose teams the catalogue does not list. */
export const learnedTeams = pgTable(
  "learned_teams",
  { sportKey: text("sport_key").notNull(), name: text("name").notNull() },
  (t) => [primaryKey({ columns: [t.sportKey, t.name] })],
);

export const fixtures = pgTable(
  "fixtures",
  {
    id: text("id").primaryKey(),
    /** Stands for the fixture where its id would be repeated too often. */
    number: serial("number").notNull(),
    sportKey: text("sport_key").notNull(),
    homeTeam: text("home_team").notNull(),
    awayTeam: text("away_team").notNull(),
    /** The start that the books agree on (server/matching/agreed-start.ts): a function of `checks.starts`. */
    commenceTime: moment("commence_time").notNull(),
    /** False while the fixture has only been seen in play: it is known to matching and shown nowhere. */
    listed: boolean("listed").notNull(),
    /** The fixture that took its place because one of its two sides got another opponent; null for most. */
    replacedBy: text("replaced_by"),
    createdAt: moment("created_at").notNull(),
    changedXid: changedXid(),
  },
  (t) => [
    index("fixtures_sport_start").on(t.sportKey, t.commenceTime, t.id),
    index("fixtures_changed").on(t.changedXid),
  ],
);

/** A book's own identifier of an event, once it has been matched. */
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

/** The last check of a book for a fixture: the one row that a check without any change writes. */
export const checks = pgTable(
  "checks",
  {
    fixtureId: text("fixture_id").notNull(),
    bookKey: text("book_key").notNull(),
    sportKey: text("sport_key").notNull(),
    /** Recording time of the newest snapshot that named the fixture. */
    recordedAt: moment("recorded_at").notNull(),
    /** What the freshness rule judges: the measured fetch time, else when we received it. Never shown. */
    checkedAt: moment("checked_at").notNull(),
    /** The measured fetch time, or null where none is measured. */
    fetchedAt: moment("fetched_at"),
    /** Market key -> [checked ms, fetched ms or null], for the markets whose times are not the book's; of a withdrawn one when it was. */
    marketTimes: jsonb("market_times").$type<Record<string, [number, number | null]>>().notNull(),
    /** Every start that the book has stated, newest statement first (server/recorder/start-statements.ts). */
    starts: jsonb("starts").$type<[number, number, number, 0 | 1][]>().notNull(),
    /** The names under which the book last listed the fixture, as matching compares them. */
    listedAs: text("listed_as").notNull(),
    changedXid: changedXid(),
  },
  (t) => [primaryKey({ columns: [t.fixtureId, t.bookKey] }), index("checks_changed").on(t.changedXid)],
);

/** The newest known state of each market; empty `outcomes` means withdrawn. Encoded by server/prices/outcome-text.ts. */
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

/** When prices of a sport were last written, by the clock of the database: boards tell by it how late they show them. */
export const lastWrites = pgTable("last_writes", {
  sportKey: text("sport_key").primaryKey(),
  writtenAt: moment("written_at").notNull(),
  changedXid: changedXid(),
});

/** A book that had an event which might be this fixture and could not be matched to it safely. */
export const unmatchedNotes = pgTable(
  "unmatched_notes",
  {
    fixtureId: text("fixture_id").notNull(),
    bookKey: text("book_key").notNull(),
    sportKey: text("sport_key").notNull(),
    firstRecordedAt: moment("first_recorded_at").notNull(),
    /** The newest time the note ages from, as a book's prices would. */
    checkedAt: moment("checked_at").notNull(),
    changedXid: changedXid(),
  },
  (t) => [
    primaryKey({ columns: [t.fixtureId, t.bookKey] }),
    index("unmatched_notes_changed").on(t.changedXid),
  ],
);

/** A time during which a book was not served for a fixture because its prices fit the mirrored consensus of the others. */
export const withheldPeriods = pgTable(
  "withheld_periods",
  {
    fixtureId: text("fixture_id").notNull(),
    bookKey: text("book_key").notNull(),
    /** Recording time of the first check that was withheld. */
    since: moment("since").notNull(),
    /** Recording time of the check with which it was served again; null while it is withheld. */
    until: moment("until"),
    changedXid: changedXid(),
  },
  (t) => [
    primaryKey({ columns: [t.fixtureId, t.bookKey, t.since] }),
    index("withheld_periods_changed").on(t.changedXid),
  ],
);

/** Events that are not joined, one row per book and event, kept for a while (server/recorder/store-unmatched.ts). */
export const unmatchedEvents = pgTable(
  "unmatched_events",
  {
    bookKey: text("book_key").notNull(),
    sportKey: text("sport_key").notNull(),
    /** A hash of what identifies the event at the book: names can be too long for an index. */
    eventKey: uuid("event_key").notNull(),
    /** The book's own identifier, where it names this event alone. */
    ref: text("ref"),
    home: text("home").notNull(),
    away: text("away").notNull(),
    commenceTime: moment("commence_time").notNull(),
    reason: text("reason").notNull(),
    /** Ids of fixtures that it might mean. */
    fixtures: jsonb("fixtures").$type<string[]>().notNull(),
    /** In the newest snapshot. */
    prices: integer("prices").notNull(),
    /** By the database clock, whenever the recording was made; `last_seen` is about a minute coarse. */
    firstSeen: moment("first_seen").notNull(),
    lastSeen: moment("last_seen").notNull(),
  },
  (t) => [primaryKey({ columns: [t.bookKey, t.sportKey, t.eventKey] })],
);

/** Spellings of teams that the operator added. */
export const teamAliases = pgTable(
  "team_aliases",
  {
    sportKey: text("sport_key").notNull(),
    /** `name` as names are compared in the sport. */
    normalizedName: text("normalized_name").notNull(),
    name: text("name").notNull(),
    team: text("team").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.sportKey, t.normalizedName] })],
);

// ---- archive ----

/** Spellings of players' names by book: which of them are one player can only be judged over all of a fixture's books. */
export const fixturePlayers = pgTable(
  "fixture_players",
  {
    fixtureId: text("fixture_id").notNull(),
    bookKey: text("book_key").notNull(),
    name: text("name").notNull(),
    changedXid: changedXid(),
  },
  (t) => [
    primaryKey({ columns: [t.fixtureId, t.bookKey, t.name] }),
    index("fixture_players_changed").on(t.changedXid),
  ],
);

/** Books with anything archived in a sport: the books that history answers for when none are named. */
export const archiveBooks = pgTable(
  "archive_books",
  { sportKey: text("sport_key").notNull(), bookKey: text("book_key").notNull() },
  (t) => [primaryKey({ columns: [t.sportKey, t.bookKey] })],
);

/** Which market at which book for which fixture a number stands for, so that a point need not repeat it. */
export const archiveSeries = pgTable(
  "archive_series",
  {
    /** From its sequence alone. It has no index: a series is always looked up by what it stands for. */
    id: serial("id").notNull(),
    /** `fixtures.number`. */
    fixtureNumber: integer("fixture_number").notNull(),
    bookKey: text("book_key").notNull(),
    marketKey: text("market_key").notNull(),
  },
  (t) => [primaryKey({ columns: [t.fixtureNumber, t.bookKey, t.marketKey] })],
);

/**
 * One row per change of a market, withdrawals (empty `outcomes`) included. Append-only. The wide column comes first: alignment is a
 * tenth of a row here.
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

/**
 * Points that were recorded ahead of the database's clock. They are kept: if the clock was behind, instead of ahead before, they are true.
 */
export const setAsidePoints = pgTable("set_aside_points", {
  setAsideAt: moment("set_aside_at").notNull().defaultNow(),
  recordedAt: moment("recorded_at").notNull(),
  seriesId: integer("series_id").notNull(),
  outcomes: text("outcomes").notNull(),
});

/*
 * When a book was looked at, and for what. It tells what a late, older snapshot cannot know otherwise: at which later moments a market
 * was seen unchanged. There is a row for every poll, so what repeats stands apart from it.
 */

/** One book's listing of one sport. */
export const lookStreams = pgTable(
  "look_streams",
  {
    id: serial("id").primaryKey(),
    bookKey: text("book_key").notNull(),
    sportKey: text("sport_key").notNull(),
  },
  (t) => [uniqueIndex("look_streams_book").on(t.bookKey, t.sportKey)],
);

/** What a snapshot speaks for: the same for thousands of polls. */
export const lookSets = pgTable(
  "look_sets",
  {
    id: serial("id").primaryKey(),
    streamId: integer("stream_id").notNull(),
    /** Of the columns below: the same set is stored once. */
    hash: uuid("hash").notNull(),
    /** It speaks for every fixture of the sport but `fixtures`, else for `fixtures` alone. */
    complete: boolean("complete").notNull(),
    /** Market keys spoken for; null means all. */
    scope: text("scope").array(),
    /** `fixtures.number`. */
    fixtures: integer("fixtures").array().notNull(),
    /** Fixture id -> keys of markets that it does not speak for: listed and not to be read. */
    unread: jsonb("unread").$type<Record<string, string[]>>().notNull(),
  },
  (t) => [uniqueIndex("look_sets_hash").on(t.streamId, t.hash)],
);

/** One row a snapshot. The index is not unique, since the columns that would make it so would fill a third of it. */
export const looks = pgTable(
  "looks",
  {
    recordedAt: moment("recorded_at").notNull(),
    streamId: integer("stream_id").notNull(),
    setId: integer("set_id").notNull(),
    /** Of the snapshot: the same one again writes nothing. */
    digest: integer("digest").notNull(),
    /** Recorded as it arrived: such rows are thinned out after a while (server/recorder/thin-looks.ts). */
    polled: boolean("polled").notNull(),
  },
  (t) => [index("looks_stream").on(t.streamId, t.recordedAt)],
);

// ---- accounts ----

export const accounts = pgTable("accounts", {
  id: uuid("id").primaryKey(),
  /** Lower case; also the address that NextAuth signs in. */
  email: text("email").notNull().unique(),
  plan: text("plan").notNull(),
  /** Custom terms; null means the plan's figure. */
  allowance: integer("allowance"),
  speedLimit: integer("speed_limit"),
  createdAt: moment("created_at").notNull(),
  /** NextAuth's user columns. */
  name: text("name"),
  image: text("image"),
  emailVerified: moment("email_verified"),
});

export const apiKeys = pgTable(
  "api_keys",
  {
    id: uuid("id").primaryKey(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** SHA-256 of the whole key, hex. */
    hash: text("hash").notNull().unique(),
    prefix: text("prefix").notNull(),
    lastFour: text("last_four").notNull(),
    label: text("label").notNull(),
    test: boolean("test").notNull(),
    createdAt: moment("created_at").notNull(),
    lastUsedAt: moment("last_used_at"),
    revokedAt: moment("revoked_at"),
  },
  (t) => [index("api_keys_account").on(t.accountId)],
);

/**
 * The ledger: requests used in one billing period of an account, and who decides about the next one. See server/metering/ledger.ts.
 */
export const usagePeriods = pgTable(
  "usage_periods",
  {
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    periodStart: moment("period_start").notNull(),
    used: integer("used").notNull(),
    /** Odd: the counter store's counter of this number decides, and the ledger follows it. Even: this row decides. */
    epoch: integer("epoch").notNull().default(0),
    /** How far the last counter's changes are in `used`, and what it showed there. */
    seq: integer("seq").notNull().default(0),
    seqUsed: integer("seq_used").notNull().default(0),
    /** Whether no more of the last counter's changes are taken. */
    counterClosed: boolean("counter_closed").notNull().default(false),
    /** How far the counter before the last one was followed. */
    priorSeq: integer("prior_seq").notNull().default(0),
    /** When this row took over from a counter. */
    takenAt: moment("taken_at"),
    /** Until when no counter may take over from this row. */
    heldUntil: moment("held_until"),
    /** The speed-limit window where there is no counter store: a whole second of the database's clock, and the calls in it. */
    windowSecond: bigint("window_second", { mode: "number" }).notNull().default(0),
    windowCalls: integer("window_calls").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.periodStart] })],
);

/** Calls per account, UTC day and endpoint, for charts. `kind`: counted, free, or the error code for refusals. */
export const usageDays = pgTable(
  "usage_days",
  {
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    day: date("day", { mode: "string" }).notNull(),
    endpoint: text("endpoint").notNull(),
    kind: text("kind").notNull(),
    calls: integer("calls").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.day, t.endpoint, t.kind] })],
);

/** Website sessions, in the shape that NextAuth's Drizzle adapter reads. */
export const sessions = pgTable("sessions", {
  sessionToken: text("session_token").primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => accounts.id, { onDelete: "cascade" }),
  expires: moment("expires").notNull(),
});

export const verificationTokens = pgTable(
  "verification_tokens",
  {
    identifier: text("identifier").notNull(),
    token: text("token").notNull(),
    expires: moment("expires").notNull(),
  },
  (t) => [primaryKey({ columns: [t.identifier, t.token] })],
);

/** Accounts at other sign-in providers (GitHub), in the shape of NextAuth's Drizzle adapter. */
export const providerAccounts = pgTable(
  "provider_accounts",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    type: text("type").notNull(),
    provider: text("provider").notNull(),
    providerAccountId: text("provider_account_id").notNull(),
    refresh_token: text("refresh_token"),
    access_token: text("access_token"),
    expires_at: integer("expires_at"),
    token_type: text("token_type"),
    scope: text("scope"),
    id_token: text("id_token"),
    session_state: text("session_state"),
  },
  (t) => [primaryKey({ columns: [t.provider, t.providerAccountId] })],
);

/** Bearer tokens for the account-keys endpoints. Opaque, stored as SHA-256. */
export const accessTokens = pgTable(
  "access_tokens",
  {
    id: uuid("id").primaryKey(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    hash: text("hash").notNull().unique(),
    /** The website session that it was made from and dies with; null when the operator made it. */
    sessionToken: text("session_token").references(() => sessions.sessionToken, { onDelete: "cascade" }),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    revokedAt: moment("revoked_at"),
  },
  (t) => [index("access_tokens_account").on(t.accountId)],
);

/** What the operator did from the command line, to an account or to all of the service. */
export const auditLines = pgTable("audit_lines", {
  id: bigserial("id", { mode: "number" }).primaryKey(),
  at: moment("at").notNull(),
  accountId: uuid("account_id"),
  action: text("action").notNull(),
  detail: jsonb("detail").$type<Record<string, string | number | boolean | null>>().notNull(),
});

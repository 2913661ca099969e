import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { moment } from "@/db/schema/columns";

export const accounts = pgTable(
  "accounts",
  {
    id: uuid("id").primaryKey(),
    /** In lower case. */
    email: text("email").notNull().unique(),
    plan: text("plan").notNull(),
    /** Custom allowance, speed limit and number of open streams; null means the plan's figure. */
    allowance: integer("allowance"),
    speedLimit: integer("speed_limit"),
    streams: integer("streams"),
    createdAt: moment("created_at").notNull(),
    emailVerified: moment("email_verified"),
    /** Whether to email at 80 % and 100 % of the allowance. */
    usageEmails: boolean("usage_emails").notNull().default(true),
    /** The keys of the favourite books on the odds screen. Null until the account's owner has chosen some. */
    favouriteBooks: jsonb("favourite_books").$type<readonly string[]>(),
    /** When the account was deleted. In the grace period, a sign-in restores the account. Later this row is deleted. */
    deletedAt: moment("deleted_at"),
  },
  (t) => [index("accounts_deleted").on(t.deletedAt).where(sql`deleted_at is not null`)],
);

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
    /** When a rotated key ends, by the database's clock. From this time on, the key is rejected like a revoked key. */
    expiresAt: moment("expires_at"),
  },
  (t) => [index("api_keys_account").on(t.accountId)],
);

/** The ledger: the requests used in each billing period of an account (server/account/metering/ledger/ledger.ts). */
export const usagePeriods = pgTable(
  "usage_periods",
  {
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    periodStart: moment("period_start").notNull(),
    used: integer("used").notNull(),
    /** Odd: the counter with this epoch admits requests. Even: this row admits requests. */
    epoch: integer("epoch").notNull().default(0),
    /** When the epoch last changed. Becomes null when all charges on the last counter are reported. */
    epochAt: moment("epoch_at"),
    /**
     * For each counter and instance, how many of the instance's charges on that counter are included in `used`. The key of this number is
     * `<epoch of the counter>.<instance>`, or `0.<instance>` for charges on this row. Once the number is final, `<key>.final` is set to 1.
     * Entries of old counters are removed.
     */
    reports: jsonb("reports").$type<Readonly<Record<string, number>>>().notNull().default({}),
    /** Before this time, no counter may be opened. */
    pinnedUntil: moment("pinned_until"),
    /** The speed-limit window that is used without a counter store: a whole second of the database's clock, and the number of calls in it. */
    windowSecond: bigint("window_second", { mode: "number" }).notNull().default(0),
    windowCalls: integer("window_calls").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.periodStart] })],
);

/** Like `usage_key_days`, without the key. Only versions up to 0.2.0 write this table. Drop the table when its last row is a year old. */
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

/**
 * Calls per account, UTC day, API key and endpoint, for charts. `kind` is counted, free, or the code of the error. `key_id` is `noKeyId`
 * for calls without a key (server/account/usage/usage-days.ts).
 */
export const usageKeyDays = pgTable(
  "usage_key_days",
  {
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    day: date("day", { mode: "string" }).notNull(),
    keyId: uuid("key_id").notNull(),
    endpoint: text("endpoint").notNull(),
    kind: text("kind").notNull(),
    calls: integer("calls").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.day, t.keyId, t.endpoint, t.kind] })],
);

/**
 * Emails about the allowance: one row per account, period, percentage and allowance (server/account/usage-emails/). An instance claims a
 * row before it sends the email.
 */
export const usageEmails = pgTable(
  "usage_emails",
  {
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    periodStart: moment("period_start").notNull(),
    percent: smallint("percent").notNull(),
    allowance: integer("allowance").notNull(),
    claimedAt: moment("claimed_at"),
    attempts: smallint("attempts").notNull().default(0),
    /** When the email was sent, or when the email for a higher percentage replaced it. */
    sentAt: moment("sent_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.periodStart, t.percent, t.allowance] }),
    index("usage_emails_pending").on(t.claimedAt).where(sql`sent_at is null`),
  ],
);

/**
 * The last calls of each account, for its request log (server/account/call-log/). `account_id` is not a foreign key, because a foreign key
 * would cost a lookup for each row and lock the account's row.
 */
export const accountCalls = pgTable(
  "account_calls",
  {
    accountId: uuid("account_id").notNull(),
    /** When the response was ready. */
    at: moment("at").notNull(),
    requestId: uuid("request_id").notNull(),
    method: text("method").notNull(),
    /** The path template. */
    endpoint: text("endpoint").notNull(),
    status: smallint("status").notNull(),
    /** The error code; null for a successful call. */
    code: text("code"),
    cost: smallint("cost").notNull(),
    durationMs: real("duration_ms").notNull(),
    /** Null for calls that the website's pages make, and for calls with an access token. */
    keyId: uuid("key_id"),
    /** How many of the account's calls are missing from the log between the account's previous row and this row. */
    skipped: integer("skipped").notNull(),
    /** The path and the query, without secrets. Null for calls before 0.3.0 and for calls of tools. */
    target: text("target"),
    /** The error's message, without secrets. Null for a successful call. */
    message: text("message"),
    /** On PLAN_REQUIRED: the lowest plan that may make the call. */
    requiredPlan: text("required_plan"),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.at, t.requestId] }), index("account_calls_at").on(t.at)],
);

/** Website sessions (server/account/sign-in/auth-adapter.ts). Tokens are stored as SHA-256. Sessions that version 0.2.0 created have no `createdAt`. */
export const sessions = pgTable(
  "sessions",
  {
    sessionToken: text("session_token").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    expires: moment("expires").notNull(),
    /** Identifies the session on its owner's page, where the token must not appear. */
    id: uuid("id").notNull().defaultRandom(),
    createdAt: moment("created_at"),
    /** When the session was last used. Written at most once every five minutes. */
    lastSeenAt: moment("last_seen_at"),
    /** Browser and system in words, such as `Firefox on Linux`. */
    device: text("device"),
    /** The range of the client's address, never the address. */
    network: text("network"),
  },
  (t) => [index("sessions_user").on(t.userId)],
);

/** Hashed tokens of sign-in links. `identifier` is an email address. */
export const verificationTokens = pgTable(
  "verification_tokens",
  {
    identifier: text("identifier").notNull(),
    token: text("token").notNull(),
    expires: moment("expires").notNull(),
  },
  (t) => [primaryKey({ columns: [t.identifier, t.token] })],
);

/** What counts against the sign-in limits (server/account/sign-in/sign-in-limits.ts). An email that counts against three limits has three rows. */
export const signInUses = pgTable(
  "sign_in_uses",
  {
    bound: text("bound").notNull(),
    /** What the limit applies to: a network, a range of addresses, an email address, an account, or `all`. */
    subject: text("subject").notNull(),
    reservationId: uuid("reservation_id").notNull(),
    expires: moment("expires").notNull(),
  },
  (t) => [primaryKey({ columns: [t.bound, t.subject, t.reservationId] })],
);

/** Links an account to its owner's account at a sign-in provider (GitHub). Names, pictures and tokens from the provider are not stored. */
export const providerAccounts = pgTable(
  "provider_accounts",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    type: text("type").notNull(),
    provider: text("provider").notNull(),
    providerAccountId: text("provider_account_id").notNull(),
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
    /** The website session that created the token. The token ends with this session. Null if the operator created the token. */
    sessionToken: text("session_token").references(() => sessions.sessionToken, { onDelete: "cascade" }),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    revokedAt: moment("revoked_at"),
  },
  (t) => [index("access_tokens_account").on(t.accountId)],
);

/**
 * What happened to accounts (server/account/owner/audit.ts). `account_id` is null for the operator's actions on the whole service. There is no
 * foreign key, because some lines stay after the account's row is deleted: the operator's lines, and the line about the deletion.
 */
export const auditLines = pgTable(
  "audit_lines",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    at: moment("at").notNull(),
    accountId: uuid("account_id"),
    action: text("action").notNull(),
    detail: jsonb("detail").$type<Record<string, string | number | boolean | null>>().notNull(),
    /**
     * `operator`, `owner` (a website session), `token` (an access token) or `service`. The default is for versions up to 0.2.0, which do
     * not write this column.
     */
    actor: text("actor").notNull().default("operator"),
    /** The range of the client's address, never the address. */
    network: text("network"),
  },
  (t) => [index("audit_lines_account").on(t.accountId, t.id)],
);

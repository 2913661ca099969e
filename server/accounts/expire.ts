import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { auditDays } from "@/server/accounts/audit";
import { loggedDays } from "@/server/accounts/call-log/account-call";

/* Each function deletes expired data, by the database's clock. */

export const expireSessions = (db: Queryable) => db.execute(sql`delete from sessions where expires < now()`);

export const expireAccessTokens = (db: Queryable) =>
  db.execute(sql`delete from access_tokens where expires_at < now()`);

export const expireSignInLinks = (db: Queryable) =>
  db.execute(sql`delete from verification_tokens where expires < now()`);

export const expireSignInLimits = (db: Queryable) =>
  db.execute(sql`delete from sign_in_uses where expires < now()`);

export const expireRequestLogs = (db: Queryable) =>
  db.execute(sql`delete from account_calls where at < now() - ${loggedDays}::int * interval '1 day'`);

/** Audit lines about an operator's actions and about removals of accounts never expire. */
export const expireAuditLines = (db: Queryable) =>
  db.execute(sql`
    delete from audit_lines where actor <> 'operator' and action <> 'account remove' and at < now() - ${auditDays}::int * interval '1 day'`);

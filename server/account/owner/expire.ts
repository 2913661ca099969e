import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { loggedDays } from "@/server/account/call-log/account-call";
import { auditDays } from "@/server/account/owner/audit";

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

/** The account's pages show 90 days. */
const usageDaysKept = 400;

export const expireUsageDays = async (db: Queryable): Promise<void> => {
  for (const table of [sql`usage_key_days`, sql`usage_days`])
    await db.execute(sql`delete from ${table} where day < current_date - ${usageDaysKept}::int`);
};

/** An account keeps so many of its keys that have ended. Without this limit, one that keeps creating and revoking keys could fill the table. */
export const endedKeysKept = 1_000;

/** Deletes the keys that ended first, if an account has more ended keys than it keeps. A deleted key is refused like a revoked key. */
export const expireRevokedKeys = (db: Queryable) =>
  db.execute(sql`
    with ended as materialized (
      select id, row_number() over (partition by account_id order by least(revoked_at, expires_at) desc, id) as rank
      from api_keys where least(revoked_at, expires_at) < now() - interval '1 day')
    delete from api_keys k using ended where k.id = ended.id and ended.rank > ${endedKeysKept}::int`);

/** Audit lines about an operator's actions and about removals of accounts never expire. */
export const expireAuditLines = (db: Queryable) =>
  db.execute(sql`
    delete from audit_lines where actor <> 'operator' and action <> 'account remove' and at < now() - ${auditDays}::int * interval '1 day'`);

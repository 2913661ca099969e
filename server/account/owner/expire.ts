import { and, lt, ne, sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import {
  accessTokens,
  accountCalls,
  auditLines,
  sessions,
  signInUses,
  usageDays,
  usageKeyDays,
  verificationTokens,
} from "@/db/schema/accounts";
import { loggedDays } from "@/server/account/call-log/account-call";
import { auditDays } from "@/server/account/owner/audit";

/* Each function deletes expired data, by the database's clock. */

const now = sql`now()`;
const daysAgo = (days: number) => sql`now() - ${days}::int * interval '1 day'`;

export const expireSessions = (db: Queryable) => db.delete(sessions).where(lt(sessions.expires, now));

export const expireAccessTokens = (db: Queryable) =>
  db.delete(accessTokens).where(lt(accessTokens.expiresAt, now));

export const expireSignInLinks = (db: Queryable) =>
  db.delete(verificationTokens).where(lt(verificationTokens.expires, now));

export const expireSignInLimits = (db: Queryable) => db.delete(signInUses).where(lt(signInUses.expires, now));

export const expireRequestLogs = (db: Queryable) =>
  db.delete(accountCalls).where(lt(accountCalls.at, daysAgo(loggedDays)));

/** The account's pages show 90 days. */
const usageDaysKept = 400;

export const expireUsageDays = async (db: Queryable): Promise<void> => {
  for (const table of [usageKeyDays, usageDays])
    await db.delete(table).where(lt(table.day, sql`current_date - ${usageDaysKept}::int`));
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
  db
    .delete(auditLines)
    .where(
      and(
        ne(auditLines.actor, "operator"),
        ne(auditLines.action, "account remove"),
        lt(auditLines.at, daysAgo(auditDays)),
      ),
    );

import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { auditDays } from "@/server/accounts/audit";
import { loggedDays } from "@/server/accounts/call-log/account-call";
import { forgetDeletedAccounts } from "@/server/accounts/deletion/forget-deleted";

/** Deletes expired data, by the database's clock. Audit lines about an operator's actions and about removals of accounts never expire. */
export const forgetExpired = async (db: Queryable): Promise<void> => {
  await db.execute(sql`delete from sessions where expires < now()`);
  await db.execute(sql`delete from access_tokens where expires_at < now()`);
  await db.execute(sql`delete from verification_tokens where expires < now()`);
  await db.execute(sql`delete from sign_in_uses where expires < now()`);
  await db.execute(sql`delete from account_calls where at < now() - ${loggedDays}::int * interval '1 day'`);
  await db.execute(sql`
    delete from audit_lines where actor <> 'operator' and action <> 'account remove' and at < now() - ${auditDays}::int * interval '1 day'`);
  await forgetDeletedAccounts(db);
};

import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { loggedDays } from "@/server/accounts/call-log/account-call";

/** Deletes website sessions, access tokens, sign-in links, counted emails and logged calls that have expired by the database's clock. */
export const forgetExpired = async (db: Queryable): Promise<void> => {
  await db.execute(sql`delete from sessions where expires < now()`);
  await db.execute(sql`delete from access_tokens where expires_at < now()`);
  await db.execute(sql`delete from verification_tokens where expires < now()`);
  await db.execute(sql`delete from sign_in_uses where expires < now()`);
  await db.execute(sql`delete from account_calls where at < now() - ${loggedDays}::int * interval '1 day'`);
};

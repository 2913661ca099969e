import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";

/** Deletes website sessions, access tokens, sign-in links and counted emails that have expired by the database's clock. */
export const forgetExpired = async (db: Queryable): Promise<void> => {
  await db.execute(sql`delete from sessions where expires < now()`);
  await db.execute(sql`delete from access_tokens where expires_at < now()`);
  await db.execute(sql`delete from verification_tokens where expires < now()`);
  await db.execute(sql`delete from sign_in_uses where expires < now()`);
};

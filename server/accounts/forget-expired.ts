import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";

/** Deletes sign-ins that have expired by the database's clock: website sessions with their tokens, access tokens, links and mails counted. */
export const forgetExpired = async (db: Queryable): Promise<void> => {
  await db.execute(sql`delete from sessions where expires < now()`);
  await db.execute(sql`delete from access_tokens where expires_at < now()`);
  await db.execute(sql`delete from verification_tokens where expires < now()`);
};

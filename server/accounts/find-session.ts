import { and, eq, gt } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { accounts, sessions } from "@/db/schema";
import { hashSecret } from "@/server/metering/hash-secret";

export type WebsiteSession = {
  readonly accountId: string;
  readonly email: string;
  /** The session as the database names it: never the cookie's value. */
  readonly sessionId: string;
};

/** Who is signed in with a session cookie's value; undefined when it is unknown, expired or signed out. */
export const findSession = async (
  db: Queryable,
  cookie: string,
  now: Date,
): Promise<WebsiteSession | undefined> => {
  const [row] = await db
    .select({ accountId: accounts.id, email: accounts.email, sessionId: sessions.sessionToken })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.userId))
    .where(and(eq(sessions.sessionToken, hashSecret(cookie)), gt(sessions.expires, now)));
  return row;
};

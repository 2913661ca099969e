import { and, eq, gt, isNull } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { accounts, sessions } from "@/db/schema/accounts";
import { type PlanName, planNames } from "@/server/domain/plans/plans";
import { hashSecret } from "@/server/domain/secrets/hash-secret";

export type WebsiteSession = {
  readonly accountId: string;
  readonly email: string;
  /** Undefined for a plan that this version does not have. */
  readonly plan: PlanName | undefined;
  /** The session's id in the database, not the value of its cookie. */
  readonly sessionId: string;
};

/**
 * Finds the session to which a cookie's value belongs.
 * @returns undefined if the session has ended or expired, or if its account is deleted.
 */
export const findSession = async (
  db: Queryable,
  cookie: string,
  now: Date,
): Promise<WebsiteSession | undefined> => {
  const [row] = await db
    .select({
      accountId: accounts.id,
      email: accounts.email,
      plan: accounts.plan,
      sessionId: sessions.sessionToken,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.userId))
    .where(
      and(
        eq(sessions.sessionToken, hashSecret(cookie)),
        gt(sessions.expires, now),
        isNull(accounts.deletedAt),
      ),
    );
  return row && { ...row, plan: planNames.find((name) => name === row.plan) };
};

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { accessTokens, sessions } from "@/db/schema";

const lifeMs = 3_600_000;
/** 32 random bytes in base64url after a prefix that scanners for leaked secrets can recognise. */
const form = /^ok_session_[\w-]{43}$/;

const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

export type AccessToken = { readonly id: string; readonly accessToken: string; readonly expiresAt: Date };

/**
 * Makes a bearer token for the account-keys endpoints; it lives an hour.
 * @param sessionToken the website session that it dies with; null for the operator's.
 */
export const createAccessToken = async (
  db: Queryable,
  accountId: string,
  sessionToken: string | null,
  now: Date,
): Promise<AccessToken> => {
  const id = randomUUID();
  const accessToken = `ok_session_${randomBytes(32).toString("base64url")}`;
  const expiresAt = new Date(now.getTime() + lifeMs);
  await db.insert(accessTokens).values({
    id,
    accountId,
    hash: hashToken(accessToken),
    sessionToken,
    createdAt: now,
    expiresAt,
  });
  return { id, accessToken, expiresAt };
};

/** Whose session a presented token stands for; undefined when it is malformed, unknown, expired, revoked, or its sign-in has ended. */
export const identifyAccessToken = async (
  db: Queryable,
  presented: string,
  now: Date,
): Promise<{ readonly accountId: string } | undefined> => {
  if (!form.test(presented)) return undefined;
  const [row] = await db
    .select({ accountId: accessTokens.accountId })
    .from(accessTokens)
    .leftJoin(sessions, eq(sessions.sessionToken, accessTokens.sessionToken))
    .where(
      and(
        eq(accessTokens.hash, hashToken(presented)),
        gt(accessTokens.expiresAt, now),
        isNull(accessTokens.revokedAt),
        or(isNull(accessTokens.sessionToken), gt(sessions.expires, now)),
      ),
    );
  return row;
};

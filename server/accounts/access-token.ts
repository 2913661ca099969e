import { randomBytes, randomUUID } from "node:crypto";
import { and, count, desc, eq, gt, isNull, lte, or } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { accessTokens, sessions } from "@/db/schema";
import { hashSecret } from "@/server/metering/hash-secret";

const lifeMs = 3_600_000;
/** 32 random bytes in base64url after a prefix that scanners for leaked secrets can recognise. */
const form = /^ok_session_[\w-]{43}$/;

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
    hash: hashSecret(accessToken),
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
        eq(accessTokens.hash, hashSecret(presented)),
        gt(accessTokens.expiresAt, now),
        isNull(accessTokens.revokedAt),
        or(isNull(accessTokens.sessionToken), gt(sessions.expires, now)),
      ),
    );
  return row;
};

/** A bound against abuse. */
export const mostLiveTokens = 20;

export type AccessTokenRecord = {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The website session that it dies with; null for the operator's. */
  readonly sessionToken: string | null;
};

const isLive = (accountId: string, now: Date) =>
  and(
    eq(accessTokens.accountId, accountId),
    gt(accessTokens.expiresAt, now),
    isNull(accessTokens.revokedAt),
    or(isNull(accessTokens.sessionToken), gt(sessions.expires, now)),
  );

/** An account's bearer tokens that work now, newest first. */
export const listAccessTokens = (db: Queryable, accountId: string, now: Date): Promise<AccessTokenRecord[]> =>
  db
    .select({
      id: accessTokens.id,
      createdAt: accessTokens.createdAt,
      expiresAt: accessTokens.expiresAt,
      sessionToken: accessTokens.sessionToken,
    })
    .from(accessTokens)
    .leftJoin(sessions, eq(sessions.sessionToken, accessTokens.sessionToken))
    .where(isLive(accountId, now))
    .orderBy(desc(accessTokens.createdAt), accessTokens.id);

/** Makes a bearer token from a website session, and forgets the account's expired ones. */
export const createSessionToken = async (
  db: Queryable,
  { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string },
  now: Date,
): Promise<AccessToken | "too_many_tokens"> => {
  await db
    .delete(accessTokens)
    .where(and(eq(accessTokens.accountId, accountId), lte(accessTokens.expiresAt, now)));
  const [live] = await db
    .select({ tokens: count() })
    .from(accessTokens)
    .leftJoin(sessions, eq(sessions.sessionToken, accessTokens.sessionToken))
    .where(isLive(accountId, now));
  if (live === undefined || live.tokens >= mostLiveTokens) return "too_many_tokens";
  return createAccessToken(db, accountId, sessionId, now);
};

/** Ends a bearer token of an account at once. Again is the same; another account's is not found and untouched. `tokenId` is a uuid. */
export const revokeAccessToken = async (
  db: Queryable,
  accountId: string,
  tokenId: string,
  now: Date,
): Promise<"revoked" | "not_found"> => {
  const revoked = await db
    .update(accessTokens)
    .set({ revokedAt: now })
    .where(and(eq(accessTokens.id, tokenId), eq(accessTokens.accountId, accountId)))
    .returning({ id: accessTokens.id });
  return revoked.length === 0 ? "not_found" : "revoked";
};

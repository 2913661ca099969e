import { randomBytes, randomUUID } from "node:crypto";
import { and, count, desc, eq, gt, isNull, lte, or } from "drizzle-orm";
import type { Database, Queryable } from "@/db/connect";
import { accessTokens, accounts, sessions } from "@/db/schema/accounts";
import { lockAccount } from "@/server/account/keys/insert-key";
import { type ActionSource, recordAccountAction } from "@/server/account/owner/audit";
import { hourMs } from "@/server/domain/durations";
import { hashSecret } from "@/server/domain/secrets/hash-secret";

const lifeMs = hourMs;
/** 32 random bytes in base64url, after a prefix that secret scanners recognize. */
const form = /^ok_session_[\w-]{43}$/;

export type AccessToken = { readonly id: string; readonly accessToken: string; readonly expiresAt: Date };

/**
 * Creates an access token for `/v1/account/keys`, valid for an hour.
 * @param sessionId the website session whose end also ends the token; null for a token that the operator creates.
 */
export const createAccessToken = async (
  db: Queryable,
  accountId: string,
  sessionId: string | null,
  now: Date,
): Promise<AccessToken> => {
  const id = randomUUID();
  const accessToken = `ok_session_${randomBytes(32).toString("base64url")}`;
  const expiresAt = new Date(now.getTime() + lifeMs);
  await db.insert(accessTokens).values({
    id,
    accountId,
    hash: hashSecret(accessToken),
    sessionToken: sessionId,
    createdAt: now,
    expiresAt,
  });
  return { id, accessToken, expiresAt };
};

/** Finds the account of an access token, as `identifyAccessToken` does. */
export type IdentifySession = (accessToken: string) => Promise<{ readonly accountId: string } | undefined>;

/** Finds the account of an access token; undefined if the token is not valid, its website session has ended, or the account is deleted. */
export const identifyAccessToken = async (
  db: Queryable,
  presented: string,
  now: Date,
): Promise<{ readonly accountId: string } | undefined> => {
  if (!form.test(presented)) return undefined;
  const [row] = await db
    .select({ accountId: accessTokens.accountId })
    .from(accessTokens)
    .innerJoin(accounts, and(eq(accounts.id, accessTokens.accountId), isNull(accounts.deletedAt)))
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

/** The maximum number of valid access tokens per account. */
export const maxLiveTokens = 20;

export type AccessTokenRecord = {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The website session whose end also ends the token; null for a token that the operator created. */
  readonly sessionId: string | null;
};

const isLive = (accountId: string, now: Date) =>
  and(
    eq(accessTokens.accountId, accountId),
    gt(accessTokens.expiresAt, now),
    isNull(accessTokens.revokedAt),
    or(isNull(accessTokens.sessionToken), gt(sessions.expires, now)),
  );

/** An account's valid access tokens, newest first. */
export const listAccessTokens = (db: Queryable, accountId: string, now: Date): Promise<AccessTokenRecord[]> =>
  db
    .select({
      id: accessTokens.id,
      createdAt: accessTokens.createdAt,
      expiresAt: accessTokens.expiresAt,
      sessionId: accessTokens.sessionToken,
    })
    .from(accessTokens)
    .leftJoin(sessions, eq(sessions.sessionToken, accessTokens.sessionToken))
    .where(isLive(accountId, now))
    .orderBy(desc(accessTokens.createdAt), accessTokens.id);

/**
 * Creates an access token for a website session, and deletes the account's expired tokens.
 * @returns `no_session` if the session has ended or the account is deleted.
 */
export const createSessionAccessToken = (
  db: Pick<Database, "transaction">,
  { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string },
  now: Date,
  by?: ActionSource,
): Promise<AccessToken | "too_many_tokens" | "no_session"> =>
  db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId))) return "no_session";
    const [session] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.sessionToken, sessionId))
      .for("key share");
    if (session === undefined) return "no_session";
    await tx
      .delete(accessTokens)
      .where(and(eq(accessTokens.accountId, accountId), lte(accessTokens.expiresAt, now)));
    const [live] = await tx
      .select({ tokens: count() })
      .from(accessTokens)
      .leftJoin(sessions, eq(sessions.sessionToken, accessTokens.sessionToken))
      .where(isLive(accountId, now));
    if (live === undefined || live.tokens >= maxLiveTokens) return "too_many_tokens";
    if (by !== undefined) await recordAccountAction(tx, accountId, "token create", by, now);
    return createAccessToken(tx, accountId, sessionId, now);
  });

/**
 * Revokes an access token immediately.
 * @returns `revoked`, also if the token was revoked before; `not_found` if the account has no such token.
 * @param tokenId a uuid.
 */
export const revokeAccessToken = async (
  db: Queryable,
  accountId: string,
  tokenId: string,
  now: Date,
  by?: ActionSource,
): Promise<"revoked" | "not_found"> => {
  const revoked = await db
    .update(accessTokens)
    .set({ revokedAt: now })
    .where(and(eq(accessTokens.id, tokenId), eq(accessTokens.accountId, accountId)))
    .returning({ id: accessTokens.id });
  if (revoked.length === 0) return "not_found";
  if (by !== undefined) await recordAccountAction(db, accountId, "token revoke", by, now);
  return "revoked";
};

import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { feedTokens } from "@/db/schema/feed-tokens";
import { createSecret, parseSecret, type SecretIdentity } from "@/server/domain/secrets/checked-secret";

const kind = "ok_feed_";

/** A feed token without its secret. */
export type FeedTokenRecord = {
  readonly id: string;
  /** `ok_feed_` and the first 8 characters after it. */
  readonly prefix: string;
  readonly lastFour: string;
  /** The keys of the books whose prices the token may deliver. */
  readonly books: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
};

const recordColumns = {
  id: feedTokens.id,
  prefix: feedTokens.prefix,
  lastFour: feedTokens.lastFour,
  books: feedTokens.books,
  createdAt: feedTokens.createdAt,
  lastUsedAt: feedTokens.lastUsedAt,
  revokedAt: feedTokens.revokedAt,
};

/** Parses a presented token without I/O. Undefined if the token's form or checksum is wrong. */
export const parseFeedToken = (presented: string): SecretIdentity | undefined =>
  parseSecret(presented, [kind]);

/**
 * Creates a token that may deliver the prices of the given books. A book need not be in the catalogue.
 * @returns the record and the token. The token's secret is not stored.
 */
export const createFeedToken = async (
  db: Queryable,
  books: readonly string[],
  now: Date,
): Promise<FeedTokenRecord & { readonly token: string }> => {
  const { secret, identity } = createSecret(kind);
  const [record] = await db
    .insert(feedTokens)
    .values({ id: randomUUID(), ...identity, books: [...new Set(books)].sort(), createdAt: now })
    .returning(recordColumns);
  if (record === undefined) throw new Error("the new token was not stored");
  return { ...record, token: secret };
};

/** All tokens, revoked ones included, oldest first. */
export const listFeedTokens = (db: Queryable): Promise<FeedTokenRecord[]> =>
  db.select(recordColumns).from(feedTokens).orderBy(asc(feedTokens.createdAt), asc(feedTokens.id));

/**
 * Revokes a token permanently. Afterwards, no instance records a new delivery with this token.
 * @param tokenId a uuid.
 */
export const revokeFeedToken = async (
  db: Queryable,
  tokenId: string,
  now: Date,
): Promise<"revoked" | "not_found"> => {
  const revoked = await db
    .update(feedTokens)
    .set({ revokedAt: sql`coalesce(${feedTokens.revokedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(feedTokens.id, tokenId))
    .returning({ id: feedTokens.id });
  return revoked.length === 0 ? "not_found" : "revoked";
};

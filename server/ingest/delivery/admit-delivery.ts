import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { feedTokens } from "@/db/schema/feed-tokens";

/** Maximum deliveries of a token per second, over all instances. */
export const deliveriesPerSecond = 10;

/** A live token, and the state of its limit in the current second. */
export type AdmittedDelivery = {
  readonly tokenId: string;
  readonly books: ReadonlySet<string>;
  /** Deliveries left in this second. */
  readonly remaining: number;
  /** Whether the delivery exceeds the limit. A delivery that exceeds the limit is not counted. */
  readonly exceeded: boolean;
};

/**
 * Finds a live token and counts one delivery against the token's limit, in one statement. All instances use the token's row in the
 * database, so a revocation takes effect at once, and the instances share the count. The count starts at zero in each second of the
 * database's clock.
 * @param hash SHA-256 of the token, hex.
 * @returns undefined if the token is unknown or revoked.
 */
export const admitDelivery = async (db: Queryable, hash: string): Promise<AdmittedDelivery | undefined> => {
  const [row] = await db.execute<{ id: string; books: string[]; calls: number | null }>(sql`
    with token as (select id, books from feed_tokens where hash = ${hash} and revoked_at is null),
      clock as (select floor(extract(epoch from now()))::bigint as second),
      counted as (
        update feed_tokens t
        set window_second = clock.second, last_used_at = now(),
          window_calls = case when t.window_second = clock.second then t.window_calls + 1 else 1 end
        from token, clock
        where t.id = token.id and (t.window_second <> clock.second or t.window_calls < ${deliveriesPerSecond})
        returning t.window_calls
      )
    select id, to_jsonb(books) as books, (select window_calls from counted) as calls from token`);
  if (row === undefined) return undefined;
  return {
    tokenId: row.id,
    books: new Set(row.books),
    remaining: row.calls === null ? 0 : deliveriesPerSecond - row.calls,
    exceeded: row.calls === null,
  };
};

/** Whether a token is still live. Call this after a delivery's body has arrived: the token may have been revoked in the meantime. */
export const isTokenLive = async (db: Queryable, tokenId: string): Promise<boolean> => {
  const rows = await db
    .select({ id: feedTokens.id })
    .from(feedTokens)
    .where(and(eq(feedTokens.id, tokenId), isNull(feedTokens.revokedAt)));
  return rows.length > 0;
};

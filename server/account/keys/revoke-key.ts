import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { apiKeys } from "@/db/schema/accounts";
import { type ActionSource, recordAccountAction } from "@/server/account/owner/audit";
import type { AnnounceAccountChanged } from "@/server/account/owner/change-terms";

/**
 * Revokes a key immediately and permanently. A repeated revocation changes nothing. Returns `not_found` if the account has no such key.
 * @param by the actor for the audit line. If absent, this function writes no audit line, because the calling code writes its own.
 * @throws if the database or the instances could not be reached. The key may still work on some instances; repeat the call.
 */
export const revokeKey = async (
  db: Queryable,
  announceAccountChanged: AnnounceAccountChanged,
  accountId: string,
  keyId: string,
  now: Date,
  by?: ActionSource,
): Promise<"revoked" | "not_found"> => {
  const [revoked] = await db
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.accountId, accountId)))
    .returning({ label: apiKeys.label, lastFour: apiKeys.lastFour, revokedAt: apiKeys.revokedAt });
  if (revoked === undefined) return "not_found";
  const { label, lastFour, revokedAt } = revoked;
  // A repeated revocation keeps the stored `revokedAt`. If `revokedAt` equals `now`, the revocation is new and gets an audit line.
  if (by !== undefined && revokedAt?.getTime() === now.getTime())
    await recordAccountAction(db, accountId, "key revoke", by, now, { label, lastFour });
  await announceAccountChanged(accountId);
  return "revoked";
};

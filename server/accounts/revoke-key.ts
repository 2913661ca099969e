import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { apiKeys } from "@/db/schema";
import type { NoteAccountChanged } from "@/server/accounts/change-terms";

/**
 * Revokes a key of an account at once and for good. Again is the same; another account's key is not found and untouched.
 * @throws when the database or the instances could not be told: it is not effective everywhere then, and may be repeated.
 */
export const revokeKey = async (
  db: Queryable,
  noteAccountChanged: NoteAccountChanged,
  accountId: string,
  keyId: string,
  now: Date,
): Promise<"revoked" | "not_found"> => {
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.accountId, accountId)))
    .returning({ id: apiKeys.id });
  if (revoked.length === 0) return "not_found";
  await noteAccountChanged(accountId);
  return "revoked";
};

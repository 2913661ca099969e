import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { apiKeys } from "@/db/schema/accounts";
import type { NoteAccountChanged } from "@/server/accounts/change-terms";

/**
 * Revokes a key immediately and permanently. Repeating it changes nothing; a key of another account is `not_found`.
 * @throws if the database or the instances could not be reached. The key may still work somewhere; repeat the call.
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

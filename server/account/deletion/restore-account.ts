import { and, eq, isNotNull, not } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { accounts } from "@/db/schema/accounts";
import { isPastGrace } from "@/server/account/deletion/grace";

/** Restores a deleted account if its grace period has not ended. The account's keys stay revoked. */
export const restoreAccount = async (
  db: Queryable,
  accountId: string,
): Promise<"restored" | "not_restorable"> => {
  const restored = await db
    .update(accounts)
    .set({ deletedAt: null })
    .where(and(eq(accounts.id, accountId), isNotNull(accounts.deletedAt), not(isPastGrace())))
    .returning({ id: accounts.id });
  return restored.length > 0 ? "restored" : "not_restorable";
};

import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database, Queryable } from "@/db/connect";
import { accessTokens, accounts, apiKeys, sessions } from "@/db/schema/accounts";
import { graceEnd } from "@/server/account/deletion/grace";
import { lockAccount } from "@/server/account/keys/insert-key";
import type { AnnounceAccountChanged } from "@/server/account/owner/change-terms";
import { revokeSignInLinks } from "@/server/account/sign-in/sign-in-tokens";

/** @returns how many keys it revoked. */
const revokeAllKeys = async (tx: Queryable, accountId: string): Promise<number> => {
  const revoked = await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return revoked.length;
};

export type Deletion = {
  readonly email: string;
  /** By the database's clock. */
  readonly deletedAt: Date;
  /** The end of the grace period. */
  readonly restorableUntil: Date;
};

/**
 * Deletes an account. Its keys, access tokens and sessions end at once on every instance. A sign-in within the grace period restores the
 * account, but no key, token or session.
 * @param note writes the audit line in the transaction that deletes the account.
 * @returns `not_found` if there is no such account or it is deleted already.
 * @throws if the instances could not be notified. The keys are then revoked, but the account may still exist: repeat the call.
 */
export const deleteAccount = async (
  db: Database,
  announceAccountChanged: AnnounceAccountChanged,
  accountId: string,
  note: (tx: Queryable) => Promise<void>,
): Promise<Deletion | "not_found"> => {
  // Notify the instances before the deletion. If the notification fails, the owner is still signed in and can repeat the deletion.
  await revokeAllKeys(db, accountId);
  await announceAccountChanged(accountId);
  const outcome = await db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId))) return undefined;
    // Revokes the keys that were created since the first revocation.
    const keysSince = await revokeAllKeys(tx, accountId);
    await tx
      .update(accessTokens)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(accessTokens.accountId, accountId), isNull(accessTokens.revokedAt)));
    await tx.delete(sessions).where(eq(sessions.userId, accountId));
    await revokeSignInLinks(tx, accountId);
    const [deleted] = await tx
      .update(accounts)
      .set({ deletedAt: sql`now()` })
      .where(eq(accounts.id, accountId))
      .returning({ email: accounts.email, deletedAt: accounts.deletedAt });
    await note(tx);
    return { deleted, keysSince };
  });
  if (outcome === undefined) return "not_found";
  const { deleted, keysSince } = outcome;
  if (deleted === undefined || deleted.deletedAt === null) throw new Error("the account was not deleted");
  if (keysSince > 0) await announceAccountChanged(accountId);
  const { email, deletedAt } = deleted;
  return { email, deletedAt, restorableUntil: graceEnd(deletedAt) };
};

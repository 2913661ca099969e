import { and, eq } from "drizzle-orm";
import type { Database, Queryable } from "@/db/connect";
import { accounts, sessions } from "@/db/schema/accounts";
import { type ActionSource, recordAccountAction } from "@/server/account/owner/audit";
import { unlinkAllIdentities } from "@/server/account/sign-in/identities";
import { revokeSignInLinks } from "@/server/account/sign-in/sign-in-tokens";

/**
 * Ends a session and the access tokens that were created in it, with immediate effect. Returns `not_found` if the session no longer exists
 * or belongs to another account.
 * @param id a uuid.
 */
export const endSession = async (
  db: Queryable,
  accountId: string,
  id: string,
  now: Date,
  by: ActionSource,
): Promise<"ended" | "not_found"> => {
  const [ended] = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, accountId)))
    .returning({ device: sessions.device });
  if (ended === undefined) return "not_found";
  await recordAccountAction(db, accountId, "session end", by, now, { device: ended.device });
  return "ended";
};

/**
 * Ends all sessions of an account and the access tokens that were created in them, with immediate effect. Access tokens that the operator
 * created stay valid. Also revokes the account's unused sign-in links.
 * @param options.unlinksIdentities whether to unlink the account's GitHub users too.
 */
export const endAllSessions = async (
  db: Database,
  accountId: string,
  now: Date,
  by: ActionSource,
  { unlinksIdentities = false }: { readonly unlinksIdentities?: boolean } = {},
): Promise<void> => {
  await db.transaction(async (tx) => {
    // A concurrent sign-in must not link or use an identity in between, so the identities go first, and the account's row is locked.
    await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for("update");
    if (unlinksIdentities) await unlinkAllIdentities(tx, accountId, now, by);
    await revokeSignInLinks(tx, accountId);
    const ended = await tx
      .delete(sessions)
      .where(eq(sessions.userId, accountId))
      .returning({ id: sessions.id });
    await recordAccountAction(tx, accountId, "sessions end", by, now, { sessions: ended.length });
  });
};

import { and, eq, lt, sql } from "drizzle-orm";
import type { AdapterSession } from "next-auth/adapters";
import type { Database } from "@/db/connect";
import { accounts, sessions } from "@/db/schema/accounts";
import { isPastGrace } from "@/server/account/deletion/grace";
import { recordAccountAction } from "@/server/account/owner/audit";
import { minuteMs } from "@/server/domain/durations";
import { hashSecret } from "@/server/domain/secrets/hash-secret";

/** The client of a sign-in, as the account's owner sees it. */
export type SignInClient = {
  readonly device: string | null;
  readonly network: string | null;
  readonly way: "email link" | "GitHub";
};

/** An account has so many sessions at most. A further sign-in ends the session that began first. */
export const maxSessions = 100;

/**
 * Stores the session of a sign-in. If the account was deleted and its grace period has not ended, the account is restored, but its API keys
 * stay revoked.
 * @throws if the session's account does not exist, or if the account was deleted and its grace period has ended.
 */
export const startSession = async (
  db: Database,
  { sessionToken, userId, expires }: AdapterSession,
  { device, network, way }: SignInClient,
  now: Date,
): Promise<void> => {
  await db.transaction(async (tx) => {
    const [account] = await tx
      .select({ deletedAt: accounts.deletedAt, isGone: isPastGrace() })
      .from(accounts)
      .where(eq(accounts.id, userId))
      .for("update");
    if (account === undefined || account.isGone) throw new Error("the account no longer exists");
    const by = { actor: "owner", network } as const;
    if (account.deletedAt !== null) {
      await tx.update(accounts).set({ deletedAt: null }).where(eq(accounts.id, userId));
      await recordAccountAction(tx, userId, "account restore", by, now);
    }
    await tx.delete(sessions).where(lt(sessions.expires, now));
    await tx.insert(sessions).values({
      sessionToken: hashSecret(sessionToken),
      userId,
      expires,
      createdAt: now,
      lastSeenAt: now,
      device,
      network,
    });
    await tx.execute(sql`
      delete from sessions where session_token in (
        select session_token from sessions where user_id = ${userId}::uuid
        order by created_at desc nulls last, session_token offset ${maxSessions}::int)`);
    await recordAccountAction(tx, userId, "sign in", by, now, { device, way });
  });
};

const seenEveryMinutes = 5;

/**
 * Stores when a session was last used, at most once every five minutes.
 * @param sessionId the hash of the session token.
 */
export const noteSessionSeen = async (db: Database, sessionId: string, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - seenEveryMinutes * minuteMs);
  await db
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(
      and(eq(sessions.sessionToken, sessionId), sql`coalesce(${lt(sessions.lastSeenAt, before)}, true)`),
    );
};

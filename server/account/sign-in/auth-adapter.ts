import { and, eq } from "drizzle-orm";
import type { Adapter, AdapterUser } from "next-auth/adapters";
import type { Database } from "@/db/connect";
import { accounts, providerAccounts, sessions } from "@/db/schema/accounts";
import { forgetDeletedAccounts } from "@/server/account/deletion/forget-deleted";
import { isPastGrace } from "@/server/account/deletion/grace";
import { recordAccountAction } from "@/server/account/owner/audit";
import { createAccount } from "@/server/account/owner/create-account";
import { type SignInClient, startSession } from "@/server/account/sessions/start-session";
import { storeLinkToken, useLinkToken } from "@/server/account/sign-in/sign-in-tokens";
import { hashSecret } from "@/server/domain/secrets/hash-secret";

const userColumns = { id: accounts.id, email: accounts.email, emailVerified: accounts.emailVerified };

/**
 * NextAuth's storage. A user of NextAuth is an account of the service. Names and pictures from a provider are not stored. A deleted
 * account can be found until its grace period ends, so that a sign-in can restore it.
 */
export const createAuthAdapter = (db: Database, now: () => number, client: SignInClient) => {
  const findUser = async (id: string): Promise<AdapterUser | null> => {
    const [user] = await db.select(userColumns).from(accounts).where(eq(accounts.id, id));
    return user ?? null;
  };
  const unlessGone = async (found: (AdapterUser & { isGone: boolean }) | undefined) => {
    if (found === undefined) return null;
    const { isGone, ...user } = found;
    if (!isGone) return user;
    await forgetDeletedAccounts(db);
    return null;
  };
  const findUserByEmail = async (email: string): Promise<AdapterUser | null> => {
    const [user] = await db
      .select({ ...userColumns, isGone: isPastGrace() })
      .from(accounts)
      .where(eq(accounts.email, email.toLowerCase()));
    return unlessGone(user);
  };
  const noteVerified = async (id: string): Promise<AdapterUser> => {
    const [user] = await db
      .update(accounts)
      .set({ emailVerified: new Date(now()) })
      .where(eq(accounts.id, id))
      .returning(userColumns);
    if (user === undefined) throw new Error("the account no longer exists");
    return user;
  };

  return {
    getUser: findUser,
    getUserByEmail: findUserByEmail,
    getUserByAccount: async ({ provider, providerAccountId }) => {
      const [user] = await db
        .select({ ...userColumns, isGone: isPastGrace() })
        .from(providerAccounts)
        .innerJoin(accounts, eq(accounts.id, providerAccounts.userId))
        .where(
          and(
            eq(providerAccounts.provider, provider),
            eq(providerAccounts.providerAccountId, providerAccountId),
          ),
        );
      return unlessGone(user);
    },
    createUser: async ({ email }: Omit<AdapterUser, "id">) => {
      const created = await createAccount(db, { email, plan: "free" }, new Date(now()));
      // If two concurrent sign-ins use the same new email address, one creates the account and the other finds it.
      const user = created === "email_taken" ? await findUserByEmail(email) : created;
      if (user === null) throw new Error("the account no longer exists");
      return noteVerified(user.id);
    },
    updateUser: ({ id }) => noteVerified(id),
    linkAccount: async ({ userId, type, provider, providerAccountId }: LinkedAccount) => {
      await db
        .insert(providerAccounts)
        .values({ userId, type, provider, providerAccountId })
        .onConflictDoNothing();
    },
    createSession: async (session) => {
      await startSession(db, session, client, new Date(now()));
      return session;
    },
    getSessionAndUser: async (sessionToken) => {
      const [row] = await db
        .select({ user: userColumns, userId: sessions.userId, expires: sessions.expires })
        .from(sessions)
        .innerJoin(accounts, eq(accounts.id, sessions.userId))
        .where(eq(sessions.sessionToken, hashSecret(sessionToken)));
      if (row === undefined) return null;
      return { user: row.user, session: { sessionToken, userId: row.userId, expires: row.expires } };
    },
    updateSession: async ({ sessionToken, expires }) => {
      if (expires === undefined) return null;
      const [row] = await db
        .update(sessions)
        .set({ expires })
        .where(eq(sessions.sessionToken, hashSecret(sessionToken)))
        .returning();
      return row === undefined ? null : { ...row, sessionToken };
    },
    deleteSession: async (sessionToken) => {
      const [ended] = await db
        .delete(sessions)
        .where(eq(sessions.sessionToken, hashSecret(sessionToken)))
        .returning({ accountId: sessions.userId });
      const by = { actor: "owner", network: client.network } as const;
      if (ended !== undefined)
        await recordAccountAction(db, ended.accountId, "sign out", by, new Date(now()), {
          device: client.device,
        });
    },
    createVerificationToken: async (link) => {
      await storeLinkToken(db, link);
      return link;
    },
    useVerificationToken: (link) => useLinkToken(db, link, new Date(now())),
  } satisfies Adapter;
};

type LinkedAccount = {
  readonly userId: string;
  readonly type: string;
  readonly provider: string;
  readonly providerAccountId: string;
};

import { and, eq } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { providerAccounts } from "@/db/schema/accounts";
import { type ActionSource, recordAccountAction } from "@/server/account/owner/audit";

/** A user of a sign-in provider who is linked to an account. Names and pictures from the provider are not stored. */
export type Identity = {
  /** `github`. */
  readonly provider: string;
  /** The provider's id of the user. With GitHub Enterprise, the host name and a slash come first. */
  readonly userId: string;
};

const columns = { provider: providerAccounts.provider, userId: providerAccounts.providerAccountId };

/** The identities of an account, ordered by provider and user id. */
export const listIdentities = (db: Queryable, accountId: string): Promise<Identity[]> =>
  db
    .select(columns)
    .from(providerAccounts)
    .where(eq(providerAccounts.userId, accountId))
    .orderBy(providerAccounts.provider, providerAccounts.providerAccountId);

/** Unlinks an identity. Returns `not_found` if it is not linked to the account. */
export const unlinkIdentity = async (
  db: Queryable,
  accountId: string,
  { provider, userId }: Identity,
  now: Date,
  by: ActionSource,
): Promise<"unlinked" | "not_found"> => {
  const unlinked = await db
    .delete(providerAccounts)
    .where(
      and(
        eq(providerAccounts.userId, accountId),
        eq(providerAccounts.provider, provider),
        eq(providerAccounts.providerAccountId, userId),
      ),
    )
    .returning(columns);
  if (unlinked.length === 0) return "not_found";
  await recordAccountAction(db, accountId, "identity unlink", by, now, { provider, user: userId });
  return "unlinked";
};

/** Unlinks all identities of an account. */
export const unlinkAllIdentities = async (
  db: Queryable,
  accountId: string,
  now: Date,
  by: ActionSource,
): Promise<void> => {
  for (const identity of await listIdentities(db, accountId))
    await unlinkIdentity(db, accountId, identity, now, by);
};

import { eq } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { accounts } from "@/db/schema/accounts";

export type AccountSettings = {
  /** Whether the account gets an email when 80 % and when 100 % of its allowance is used. */
  readonly usageEmails: boolean;
  /** The keys of the favourite books on the odds screen. Null until the account's owner has chosen some. */
  readonly favouriteBooks: readonly string[] | null;
};

/** Undefined if there is no such account. */
export const readSettings = async (
  db: Queryable,
  accountId: string,
): Promise<AccountSettings | undefined> => {
  const [row] = await db
    .select({ usageEmails: accounts.usageEmails, favouriteBooks: accounts.favouriteBooks })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return row;
};

export const changeSettings = async (
  db: Queryable,
  accountId: string,
  change: Partial<AccountSettings>,
): Promise<void> => {
  await db.update(accounts).set(change).where(eq(accounts.id, accountId));
};

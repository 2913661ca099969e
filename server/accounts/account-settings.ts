import { eq } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { accounts } from "@/db/schema/accounts";

export type AccountSettings = {
  /** Whether to email at 80 % and 100 % of the allowance. */
  readonly usageEmails: boolean;
};

/** Undefined if there is no such account. */
export const readSettings = async (
  db: Queryable,
  accountId: string,
): Promise<AccountSettings | undefined> => {
  const [row] = await db
    .select({ usageEmails: accounts.usageEmails })
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

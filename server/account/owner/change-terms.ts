import { eq } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { accounts } from "@/db/schema/accounts";
import { type Account, readAccountRow } from "@/server/account/owner/account";
import type { PlanName } from "@/server/domain/plans/plans";

/** An absent field stays unchanged. Null resets a custom limit to the plan's value. */
export type TermsChange = {
  readonly plan?: PlanName;
  readonly allowance?: number | null;
  readonly speedLimit?: number | null;
  readonly streams?: number | null;
};

/** Makes a committed change of an account effective on all instances. */
export type AnnounceAccountChanged = (accountId: string) => Promise<void>;

/**
 * Changes an account's plan or custom limits. All instances apply the change from the next request on.
 * @returns undefined if there is no such account.
 * @throws if the instances could not be notified. The change is stored already. Repeat the call to notify the instances.
 */
export const changeTerms = async (
  db: Queryable,
  announceAccountChanged: AnnounceAccountChanged,
  accountId: string,
  change: TermsChange,
): Promise<Account | undefined> => {
  const [row] = await db.update(accounts).set(change).where(eq(accounts.id, accountId)).returning();
  if (row === undefined) return undefined;
  await announceAccountChanged(accountId);
  return readAccountRow(row);
};

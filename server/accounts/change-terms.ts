import { eq } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { accounts } from "@/db/schema";
import { type Account, readAccountRow } from "@/server/accounts/account";
import type { PlanName } from "@/server/plans/plans";

/** What changes; absent stays, null goes back to the plan's figure. */
export type TermsChange = {
  readonly plan?: PlanName;
  readonly allowance?: number | null;
  readonly speedLimit?: number | null;
};

/** Whom a change of an account must reach before it counts: the running instances' counter store. */
export type NoteAccountChanged = (accountId: string) => Promise<void>;

/**
 * Changes an account's plan or custom terms, effective on every instance from the next request.
 * @returns undefined when there is no such account.
 * @throws when the instances could not be told: the database holds the change, and it may be repeated.
 */
export const changeTerms = async (
  db: Queryable,
  noteAccountChanged: NoteAccountChanged,
  accountId: string,
  change: TermsChange,
): Promise<Account | undefined> => {
  const [row] = await db.update(accounts).set(change).where(eq(accounts.id, accountId)).returning();
  if (row === undefined) return undefined;
  await noteAccountChanged(accountId);
  return readAccountRow(row);
};

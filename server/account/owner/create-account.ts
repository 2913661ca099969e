import { randomUUID } from "node:crypto";
import type { Queryable } from "@/db/connect";
import { accounts } from "@/db/schema/accounts";
import { forgetDeletedAccounts } from "@/server/account/deletion/forget-deleted";
import { type Account, readAccountRow } from "@/server/account/owner/account";
import { emailAddress } from "@/server/account/owner/email";
import type { PlanName } from "@/server/domain/plans/plans";

export type NewAccount = {
  readonly email: string;
  readonly plan: PlanName;
  /** Custom limits; absent or null means the plan's limit. */
  readonly allowance?: number | null;
  readonly speedLimit?: number | null;
  readonly streams?: number | null;
};

/**
 * Creates an account. The first billing period begins at `now`. The email of a deleted account remains taken during its grace period.
 * @throws ZodError if the email is malformed.
 */
export const createAccount = async (
  db: Queryable,
  wanted: NewAccount,
  now: Date,
): Promise<Account | "email_taken"> => {
  const values = {
    id: randomUUID(),
    email: emailAddress.parse(wanted.email),
    plan: wanted.plan,
    allowance: wanted.allowance ?? null,
    speedLimit: wanted.speedLimit ?? null,
    streams: wanted.streams ?? null,
    createdAt: now,
  };
  const insert = async (): Promise<Account | undefined> => {
    const [row] = await db
      .insert(accounts)
      .values(values)
      .onConflictDoNothing({ target: accounts.email })
      .returning();
    return row && readAccountRow(row);
  };
  const created = await insert();
  if (created !== undefined) return created;
  // The holder of the email may be a deleted account whose grace period is over.
  return ((await forgetDeletedAccounts(db)) > 0 ? await insert() : undefined) ?? "email_taken";
};

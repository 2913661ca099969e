import type { Database } from "@/db/connect";
import { type CreatedApiKey, insertKey, lockAccount } from "@/server/account/keys/insert-key";
import { keyLabel } from "@/server/account/keys/key-label";
import { type ActionSource, recordAccountAction } from "@/server/account/owner/audit";

/**
 * Creates an API key.
 * @param by the actor for the audit line. If absent, this function writes no audit line: the operator's commands write their own.
 * @returns `too_many_keys` if the account has `maxActiveKeys` active keys; `no_account` if the account is missing or deleted.
 * @throws ZodError if the label is invalid.
 */
export const createKey = async (
  db: Pick<Database, "transaction">,
  accountId: string,
  options: { readonly label: string; readonly test: boolean },
  now: Date,
  by?: ActionSource,
): Promise<CreatedApiKey | "too_many_keys" | "no_account"> => {
  const label = keyLabel.parse(options.label);
  return db.transaction(async (tx) => {
    // Without the row lock, two concurrent creations could both count 99 keys and then both create one.
    if (!(await lockAccount(tx, accountId))) return "no_account";
    const created = await insertKey(tx, accountId, { label, test: options.test }, now);
    if (by !== undefined && created !== "too_many_keys")
      await recordAccountAction(tx, accountId, "key create", by, now, { label, lastFour: created.lastFour });
    return created;
  });
};

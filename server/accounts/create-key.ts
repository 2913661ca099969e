import { randomUUID } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { accounts, apiKeys } from "@/db/schema";
import { keyLabel } from "@/server/accounts/key-label";
import { keyColumns } from "@/server/accounts/key-record";
import type { CreatedApiKey } from "@/server/api/account-keys-service";
import { makeApiKey } from "@/server/metering/api-key";

/** A bound against abuse. */
export const mostActiveKeys = 100;

/**
 * Makes an API key.
 * @returns `too_many_keys` when the account has 100 active ones, `no_account` when there is no such account.
 * @throws ZodError when the label is not valid.
 */
export const createKey = async (
  db: Pick<Database, "transaction">,
  accountId: string,
  options: { readonly label: string; readonly test: boolean },
  now: Date,
): Promise<CreatedApiKey | "too_many_keys" | "no_account"> => {
  const label = keyLabel.parse(options.label);
  const { key, identity } = makeApiKey(options.test);
  return db.transaction(async (tx) => {
    // Two creations at once must not both see 99.
    const [account] = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for("update");
    if (account === undefined) return "no_account";
    const [active] = await tx
      .select({ keys: count() })
      .from(apiKeys)
      .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)));
    if (active === undefined || active.keys >= mostActiveKeys) return "too_many_keys";
    const [record] = await tx
      .insert(apiKeys)
      .values({ id: randomUUID(), accountId, ...identity, label, test: options.test, createdAt: now })
      .returning(keyColumns);
    if (record === undefined) throw new Error("the new key was not stored");
    return { ...record, key };
  });
};

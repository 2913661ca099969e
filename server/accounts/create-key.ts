import { randomUUID } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { accounts, apiKeys } from "@/db/schema/accounts";
import { createApiKey } from "@/server/accounts/api-key";
import { keyLabel } from "@/server/accounts/key-label";
import { type ApiKeyRecord, keyColumns } from "@/server/accounts/key-record";

/** A new key with its secret, which is not stored. */
export type CreatedApiKey = ApiKeyRecord & { readonly key: string };

/** Limits abuse. */
export const maxActiveKeys = 100;

/**
 * Creates an API key.
 * @returns `too_many_keys` if the account has `maxActiveKeys` active keys, `no_account` if there is no such account.
 * @throws ZodError if the label is invalid.
 */
export const createKey = async (
  db: Pick<Database, "transaction">,
  accountId: string,
  options: { readonly label: string; readonly test: boolean },
  now: Date,
): Promise<CreatedApiKey | "too_many_keys" | "no_account"> => {
  const label = keyLabel.parse(options.label);
  const { key, identity } = createApiKey(options.test);
  return db.transaction(async (tx) => {
    // The row lock keeps two concurrent creations from both counting 99 keys.
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
    if (active === undefined || active.keys >= maxActiveKeys) return "too_many_keys";
    const [record] = await tx
      .insert(apiKeys)
      .values({ id: randomUUID(), accountId, ...identity, label, test: options.test, createdAt: now })
      .returning(keyColumns);
    if (record === undefined) throw new Error("the new key was not stored");
    return { ...record, key };
  });
};

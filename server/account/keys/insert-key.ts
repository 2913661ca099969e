import { randomUUID } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { accounts, apiKeys } from "@/db/schema/accounts";
import { type ApiKeyRecord, keyColumns } from "@/server/account/keys/key-record";
import { isLiveKey } from "@/server/account/keys/live-key";
import { createApiKey } from "@/server/domain/secrets/api-key";

/** A new key with its secret. The secret is not stored. */
export type CreatedApiKey = ApiKeyRecord & { readonly key: string };

/** Maximum active keys per account, to limit abuse. A rotated key counts until its planned end. */
export const maxActiveKeys = 100;

/** Locks an account until the end of the transaction. @returns false if the account does not exist or is deleted. */
export const lockAccount = async (tx: Queryable, accountId: string): Promise<boolean> => {
  const [account] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)))
    .for("update");
  return account !== undefined;
};

/** Adds a key to an account. The caller must have locked the account. */
export const insertKey = async (
  tx: Queryable,
  accountId: string,
  { label, test }: { readonly label: string; readonly test: boolean },
  now: Date,
): Promise<CreatedApiKey | "too_many_keys"> => {
  const [active] = await tx
    .select({ keys: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isLiveKey()));
  if (active === undefined || active.keys >= maxActiveKeys) return "too_many_keys";
  const { key, identity } = createApiKey(test);
  const [record] = await tx
    .insert(apiKeys)
    .values({ id: randomUUID(), accountId, ...identity, label, test, createdAt: now })
    .returning(keyColumns);
  if (record === undefined) throw new Error("the new key was not stored");
  return { ...record, key };
};

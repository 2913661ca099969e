import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { apiKeys } from "@/db/schema/accounts";
import { lockAccount } from "@/server/account/keys/insert-key";
import { keyLabel } from "@/server/account/keys/key-label";
import { type ApiKeyRecord, keyColumns } from "@/server/account/keys/key-record";
import { isLiveKey } from "@/server/account/keys/live-key";
import { type ActionSource, recordAccountAction } from "@/server/account/owner/audit";

/**
 * Changes the label of a key.
 * @param keyId a uuid.
 * @returns `ended` if the key was revoked or has ended, `not_found` if the account has no such key.
 * @throws ZodError if the label is invalid.
 */
export const renameKey = async (
  db: Pick<Database, "transaction">,
  key: { readonly accountId: string; readonly keyId: string; readonly label: string },
  now: Date,
  by: ActionSource,
): Promise<ApiKeyRecord | "ended" | "not_found"> => {
  const { accountId, keyId } = key;
  const label = keyLabel.parse(key.label);
  const isKey = and(eq(apiKeys.id, keyId), eq(apiKeys.accountId, accountId));
  return db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId))) return "not_found";
    const [before] = await tx.select(keyColumns).from(apiKeys).where(isKey).for("update");
    if (before === undefined) return "not_found";
    const [renamed] = await tx
      .update(apiKeys)
      .set({ label })
      .where(and(isKey, isLiveKey()))
      .returning(keyColumns);
    if (renamed === undefined) return "ended";
    const detail = { label, before: before.label, lastFour: before.lastFour };
    if (before.label !== label) await recordAccountAction(tx, accountId, "key rename", by, now, detail);
    return renamed;
  });
};

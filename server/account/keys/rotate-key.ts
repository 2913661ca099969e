import { and, eq, sql } from "drizzle-orm";
import type { Database, Queryable } from "@/db/connect";
import { apiKeys } from "@/db/schema/accounts";
import { type CreatedApiKey, insertKey, lockAccount } from "@/server/account/keys/insert-key";
import { type ApiKeyRecord, keyColumns } from "@/server/account/keys/key-record";
import type { OverlapHours } from "@/server/account/keys/overlap-hours";
import { type ActionSource, recordAccountAction } from "@/server/account/owner/audit";
import type { AnnounceAccountChanged } from "@/server/account/owner/change-terms";

export type RotatedKey = {
  readonly created: CreatedApiKey;
  /** `expiresAt` is the planned end. */
  readonly replaced: ApiKeyRecord;
};

/** `ending`: the key was rotated before, so it has a planned end or has ended. `no_account`: the account is deleted. */
type RotationRefused = "ending" | "revoked" | "not_found" | "too_many_keys" | "no_account";

type Rotation = { readonly accountId: string; readonly keyId: string; readonly overlapHours: OverlapHours };

const isKey = ({ accountId, keyId }: Rotation) =>
  and(eq(apiKeys.id, keyId), eq(apiKeys.accountId, accountId));

const rotate = async (
  tx: Queryable,
  rotation: Rotation,
  now: Date,
): Promise<RotatedKey | RotationRefused> => {
  const { accountId } = rotation;
  if (!(await lockAccount(tx, accountId))) return "no_account";
  const [old] = await tx.select(keyColumns).from(apiKeys).where(isKey(rotation)).for("update");
  if (old === undefined) return "not_found";
  if (old.revokedAt !== null) return "revoked";
  if (old.expiresAt !== null) return "ending";
  const [replaced] = await tx
    .update(apiKeys)
    // The column stores milliseconds. If the time were rounded up, a key that ends now would still count as active.
    .set({
      expiresAt: sql`date_trunc('milliseconds', now()) + ${rotation.overlapHours}::int * interval '1 hour'`,
    })
    .where(isKey(rotation))
    .returning(keyColumns);
  if (replaced === undefined) return "not_found";
  // The new key is inserted after the update, so that an old key that ends now no longer counts toward the maximum number of keys.
  const created = await insertKey(tx, accountId, { label: old.label, test: old.test }, now);
  return created === "too_many_keys" ? created : { created, replaced };
};

/** Undoes a rotation whose new secret was never shown, and deletes its audit line. */
const takeBack = async (
  db: Database,
  accountId: string,
  { created, replaced }: RotatedKey,
): Promise<void> => {
  await db.transaction(async (tx) => {
    await tx.delete(apiKeys).where(eq(apiKeys.id, created.id));
    await tx.update(apiKeys).set({ expiresAt: null }).where(eq(apiKeys.id, replaced.id));
    await tx.execute(sql`
      delete from audit_lines where account_id = ${accountId}::uuid and action = 'key rotate'
        and detail ->> 'newLastFour' = ${created.lastFour} and detail ->> 'lastFour' = ${replaced.lastFour}`);
  });
};

/** Rolls back the transaction of a refused rotation. */
class Refused extends Error {
  override readonly name = "Refused";

  constructor(readonly reason: RotationRefused) {
    super(reason);
  }
}

/**
 * Replaces a key: creates a key with the label and kind (live or test) of the old key, and plans the end of the old key. Of two concurrent
 * rotations of one key, the second returns `ending`.
 * @throws if the instances could not be notified. The rotation is then undone, unless the database fails too.
 */
export const rotateKey = async (
  db: Database,
  announceAccountChanged: AnnounceAccountChanged,
  rotation: Rotation,
  now: Date,
  by: ActionSource,
): Promise<RotatedKey | RotationRefused> => {
  let rotated: RotatedKey;
  try {
    rotated = await db.transaction(async (tx) => {
      const outcome = await rotate(tx, rotation, now);
      if (typeof outcome === "string") throw new Refused(outcome);
      const { label, lastFour } = outcome.replaced;
      const detail = {
        label,
        lastFour,
        newLastFour: outcome.created.lastFour,
        overlapHours: rotation.overlapHours,
      };
      await recordAccountAction(tx, rotation.accountId, "key rotate", by, now, detail);
      return outcome;
    });
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
  try {
    await announceAccountChanged(rotation.accountId);
  } catch (error) {
    await takeBack(db, rotation.accountId, rotated);
    // The failed notification may have reached an instance. If the instance has read the planned end, it must read the key again.
    await announceAccountChanged(rotation.accountId).catch(() => undefined);
    throw error;
  }
  return rotated;
};

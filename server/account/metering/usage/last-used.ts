import type { Database } from "@/db/connect";
import { createWriteBehind } from "@/db/write-behind";
import { type AccountRow, readTerms } from "@/server/account/metering/callers/find-caller";
import { encodeTerms } from "@/server/account/metering/callers/terms";
import { lastUsedEveryMs } from "@/server/account/metering/timing";
import type { RareLog } from "@/server/log-rarely";

type Use = { readonly at: number; readonly accountId: string; readonly version: string };
/** A use that turns out to be stale when it is written: the terms have changed or the key has ended. */
export type StaleUse = {
  readonly accountId: string;
  readonly keyId: string;
  /** The terms that applied to the use; undefined if the account still has these terms. */
  readonly outdatedTerms: string | undefined;
  /** Revoked, or past its planned end. */
  readonly revoked: boolean;
};

type UsedKeyRow = AccountRow & { readonly id: string; readonly revoked: boolean };

const versionOf = (row: UsedKeyRow): string | undefined => {
  const terms = readTerms(row);
  return terms && encodeTerms(terms);
};

/**
 * Records when each key was last used. Writes in batches, and never replaces a stored time by an earlier time.
 * @param noteStale corrects the counter store, which may still have the old terms or accept the ended key.
 */
export const createLastUsed = (db: Database, noteStale: (use: StaleUse) => void, warn: RareLog) => {
  let uses = new Map<string, Use>();

  const write = (batch: ReadonlyMap<string, Use>): Promise<UsedKeyRow[]> => {
    const rows = [...batch].map(([id, { at }]) => ({ id, at: new Date(at).toISOString() }));
    return db.$client<UsedKeyRow[]>`
      with n as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n(id uuid, at timestamptz)
      ), k as (
        select api_keys.id, n.at from api_keys join n on n.id = api_keys.id order by api_keys.id for update of api_keys
      ), written as (
        update api_keys set last_used_at = greatest(api_keys.last_used_at, k.at) from k where k.id = api_keys.id
        returning api_keys.*
      )
      select written.id, written.revoked_at is not null or coalesce(written.expires_at <= now(), false) as revoked, a.plan, a.allowance, a.speed_limit, a.streams,
        (extract(epoch from a.created_at) * 1000)::float8 as anchor
      from written join accounts a on a.id = written.account_id`;
  };

  const writeNoted = async (): Promise<void> => {
    if (uses.size === 0) return;
    const batch = uses;
    uses = new Map();
    try {
      for (const row of await write(batch)) {
        const use = batch.get(row.id);
        if (use === undefined) continue;
        const outdatedTerms = versionOf(row) === use.version ? undefined : use.version;
        const { id: keyId, revoked } = row;
        if (revoked || outdatedTerms !== undefined)
          noteStale({ accountId: use.accountId, keyId, outdatedTerms, revoked });
      }
    } catch (error) {
      for (const [id, use] of batch) if ((uses.get(id)?.at ?? 0) < use.at) uses.set(id, use);
      warn("the last use of keys could not be written", { err: error });
    }
  };

  return {
    note: (keyId: string, use: Use): void => {
      if ((uses.get(keyId)?.at ?? 0) <= use.at) uses.set(keyId, use);
    },
    ...createWriteBehind(lastUsedEveryMs, writeNoted),
  };
};

import type { Database } from "@/db/connect";
import { retryRead } from "@/db/retry-read";
import type { Terms } from "@/server/account/metering/callers/terms";
import { planNames } from "@/server/domain/plans/plans";

/** Columns of `accounts`; `anchor` is the time of creation, in ms since the Unix epoch. */
export type AccountRow = {
  readonly plan: string;
  readonly allowance: number | null;
  readonly speed_limit: number | null;
  readonly streams: number | null;
  readonly anchor: number;
};

/** The terms of an account; undefined for a plan that this version does not have. */
export const readTerms = (row: AccountRow): Terms | undefined => {
  const plan = planNames.find((name) => name === row.plan);
  return (
    plan && {
      plan,
      allowance: row.allowance,
      speedLimit: row.speed_limit,
      streams: row.streams,
      anchor: row.anchor,
    }
  );
};

export type KeyRecord = { readonly accountId: string; readonly keyId: string; readonly terms: Terms };

/** The account of a key, by the key's hash. Undefined if the key is unknown, expired or revoked, or if its account is deleted. */
export const findKeyByHash = async (db: Database, hash: string): Promise<KeyRecord | undefined> => {
  const [row] = await retryRead(
    db,
    () => db.$client<(AccountRow & { account_id: string; key_id: string })[]>`
    select a.id as account_id, k.id as key_id, a.plan, a.allowance, a.speed_limit, a.streams,
      (extract(epoch from a.created_at) * 1000)::float8 as anchor
    from api_keys k join accounts a on a.id = k.account_id
    where k.hash = ${hash} and a.deleted_at is null and k.revoked_at is null and coalesce(k.expires_at > now(), true)`,
  );
  const terms = row && readTerms(row);
  return terms && { accountId: row.account_id, keyId: row.key_id, terms };
};

/** An account's terms and the key's remaining life: Infinity for a key without an expiry, 0 if `keyId` names no valid key. */
export const findTerms = async (
  db: Database,
  accountId: string,
  keyId: string | undefined,
): Promise<{ readonly terms: Terms; readonly keyLifeMs: number } | undefined> => {
  const [row] = await retryRead(
    db,
    () => db.$client<(AccountRow & { life_ms: number })[]>`
    select a.plan, a.allowance, a.speed_limit, a.streams, (extract(epoch from a.created_at) * 1000)::float8 as anchor,
      case when k.id is null or a.deleted_at is not null or k.revoked_at is not null then 0
        else greatest(0, coalesce(extract(epoch from k.expires_at - now()) * 1000, 'infinity')) end::float8 as life_ms
    from accounts a left join api_keys k on k.id = ${keyId ?? null}::uuid and k.account_id = a.id where a.id = ${accountId}::uuid`,
  );
  const terms = row && readTerms(row);
  return terms && { terms, keyLifeMs: row.life_ms };
};

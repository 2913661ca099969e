import type { Database } from "@/db/connect";
import { createWriteBehind } from "@/db/write-behind";
import { dayMs } from "@/server/domain/durations";
import type { RareLog } from "@/server/log-rarely";

const writeEveryMs = 1_000;

/** The key id of calls without an API key: calls from the website and calls with an access token. */
export const noKeyId = "00000000-0000-0000-0000-000000000000";

/** Who made a call. `keyId` is undefined for a call without an API key. */
type KeyUse = { readonly accountId: string; readonly keyId: string | undefined };

/** Counts a call for the charts. Does no I/O and never throws. `kind`: `counted`, `free` or the error code of the call. */
export type NoteUsage = (use: KeyUse, endpoint: string, kind: string) => void;

/** `day`: days since 1 January 1970, in UTC. */
type DayCount = { account: string; day: number; key: string; endpoint: string; kind: string; calls: number };

/**
 * Counts calls per account, UTC day, API key, endpoint and kind, and writes the counts in batches. The counts are for charts only.
 * Other code counts how much of an allowance is used.
 * @param clock ms since the epoch.
 */
export const createUsageDays = (db: Database, clock: () => number, warn: RareLog) => {
  let rows = new Map<string, DayCount>();

  const write = async (batch: readonly DayCount[]): Promise<void> => {
    await db.$client`
      insert into usage_key_days as d (account_id, day, key_id, endpoint, kind, calls)
      select n.account, date '1970-01-01' + n.day, n.key, n.endpoint, n.kind, n.calls
      from jsonb_to_recordset(${JSON.stringify(batch)}::text::jsonb)
        as n(account uuid, day int, key uuid, endpoint text, kind text, calls int)
      where exists (select 1 from accounts a where a.id = n.account)
      order by n.account, n.day, n.key, n.endpoint, n.kind
      on conflict (account_id, day, key_id, endpoint, kind) do update set calls = d.calls + excluded.calls`;
  };

  const add = (row: DayCount): void => {
    // A key belongs to one account, so a row with a key needs no account in its id.
    const rowId = `${row.key === noKeyId ? row.account : row.key} ${row.day} ${row.endpoint} ${row.kind}`;
    const existing = rows.get(rowId);
    if (existing === undefined) rows.set(rowId, row);
    else existing.calls += row.calls;
  };

  const flushCounts = async (): Promise<void> => {
    if (rows.size === 0) return;
    const batch = [...rows.values()];
    rows = new Map();
    try {
      await write(batch);
    } catch (error) {
      for (const row of batch) add(row);
      warn("daily usage could not be written", { err: error });
    }
  };

  const note: NoteUsage = ({ accountId, keyId }, endpoint, kind) => {
    const day = Math.floor(clock() / dayMs);
    add({ account: accountId, day, key: keyId ?? noKeyId, endpoint, kind, calls: 1 });
  };
  return { note, ...createWriteBehind(writeEveryMs, flushCounts) };
};

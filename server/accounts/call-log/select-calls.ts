import type { NotedCall } from "@/server/accounts/call-log/account-call";

/** Maximum calls over the speed limit, per account and write. These are alike, so the log need not have them all. */
const maxOverSpeedLimit = 20;
/** Maximum calls of each other error code, per account and write. Calls without an error have the same maximum. */
const maxOfOneCode = 100;
/** Bounds the size of the statement. With 2,000 rows, PostgreSQL takes about 30 ms. */
const maxRows = 2_000;

export type SelectedCalls = {
  /** Oldest first. */
  readonly calls: readonly NotedCall[];
  /** Calls that were left out, by account. */
  readonly skipped: ReadonlyMap<string, number>;
};

/**
 * Selects the calls to write: only the newest of each account and error code, so that a flood of one error hides no other call.
 * @param noted oldest first.
 */
export const selectCalls = (noted: readonly NotedCall[]): SelectedCalls => {
  const taken = new Map<string, number>();
  const skipped = new Map<string, number>();
  const calls: NotedCall[] = [];
  for (const each of noted.toReversed()) {
    const { accountId } = each.admission.caller;
    const { code = "" } = each.call;
    const name = `${accountId} ${code}`;
    const ofCode = taken.get(name) ?? 0;
    const max = code === "SPEED_LIMIT" ? maxOverSpeedLimit : maxOfOneCode;
    if (calls.length >= maxRows || ofCode >= max) {
      skipped.set(accountId, (skipped.get(accountId) ?? 0) + 1);
      continue;
    }
    taken.set(name, ofCode + 1);
    calls.push(each);
  }
  return { calls: calls.reverse(), skipped };
};

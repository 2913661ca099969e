import type { NotedCall } from "@/server/accounts/call-log/account-call";

/** For each account, one write adds at most this many SPEED_LIMIT errors. These errors are alike, so the log need not have all of them. */
const maxOverSpeedLimit = 20;
/**
 * For each account and each other error code, one write adds at most this many calls. The same maximum applies to an account's calls
 * without an error.
 */
const maxOfOneCode = 100;
/** Maximum number of calls, of all accounts together, that one write adds to the log. PostgreSQL takes about 30 ms to insert them. */
const maxRows = 2_000;

export type SelectedCalls = {
  /** Oldest first. */
  readonly calls: readonly NotedCall[];
  /** Calls that were left out, by account. */
  readonly skipped: ReadonlyMap<string, number>;
};

/**
 * Selects the newest calls of each account and error code. A flood of one error hides no other call.
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

import type { NotedCall } from "@/server/accounts/call-log/account-call";

/** Per account and code. The speed limit bounds all other calls of an account, and the log need not repeat this one. */
const maxOverSpeedLimit = 20;
const maxOfOneCode = 100;
/** Bounds the statement. At 2,000 rows it takes PostgreSQL about 30 ms. */
const maxRows = 2_000;

export type SelectedCalls = {
  /** Oldest first. */
  readonly calls: readonly NotedCall[];
  /** Calls that were left out, by account. */
  readonly skipped: ReadonlyMap<string, number>;
};

/**
 * Selects the calls of one write: of each account and code only the newest, so that a flood of one refusal hides no other call.
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

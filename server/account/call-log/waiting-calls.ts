import type { AccountCall, NotedCall } from "@/server/account/call-log/account-call";
import { getOrInsert } from "@/server/domain/collections";

/** For each account, at most this many SPEED_LIMIT errors wait. These errors are alike, so the log need not have all of them. */
const maxOverSpeedLimit = 20;
/**
 * For each account and each other error code, at most this many calls wait. The same maximum applies to an account's calls without an
 * error.
 */
const maxOfOneCode = 100;
/** Maximum number of waiting calls of all accounts. */
const maxWaiting = 16_384;
/** Maximum number of accounts with a count of skipped calls. */
const maxSkippedAccounts = 10_000;

/** A ring: once `calls` is full, the next call replaces the call at `oldest`. */
type Ring = { readonly calls: NotedCall[]; oldest: number };

export type WaitingCalls = {
  /**
   * Adds a call. If too many calls wait, the call replaces the oldest waiting call of its account and error code. If no such call waits,
   * the new call is not added. In both cases, one call of the account counts as skipped.
   */
  readonly put: (call: NotedCall) => void;
  /** Counts calls of an account as skipped. */
  readonly skip: (accountId: string, calls: number) => void;
  /** Removes and returns all waiting calls by time, and the number of skipped calls of each account. */
  readonly takeAll: () => { readonly calls: readonly NotedCall[]; readonly skipped: Map<string, number> };
};

/**
 * Keeps the newest calls of each account and error code until they are written. So a flood of one error does not displace calls with other
 * codes. The maximums apply as soon as a call arrives, because a long list of waiting calls is costly. In measurements without maximums,
 * the list survived garbage collections, and each call took a tenth to a quarter longer.
 */
export const createWaitingCalls = (): WaitingCalls => {
  let accounts = new Map<string, Map<AccountCall["code"], Ring>>();
  let skipped = new Map<string, number>();
  let waiting = 0;

  const skip = (accountId: string, calls: number): void => {
    const before = skipped.get(accountId);
    if (before !== undefined || skipped.size < maxSkippedAccounts)
      skipped.set(accountId, (before ?? 0) + calls);
  };

  const addRing = (accountId: string, code: AccountCall["code"]): Ring => {
    const byCode = getOrInsert(accounts, accountId, () => new Map<AccountCall["code"], Ring>());
    const ring = { calls: [], oldest: 0 };
    byCode.set(code, ring);
    return ring;
  };

  return {
    put: (call) => {
      const { accountId } = call.admission.caller;
      const { code } = call.call;
      const max = code === "SPEED_LIMIT" ? maxOverSpeedLimit : maxOfOneCode;
      const ring = accounts.get(accountId)?.get(code);
      if (waiting < maxWaiting && (ring === undefined || ring.calls.length < max)) {
        (ring ?? addRing(accountId, code)).calls.push(call);
        waiting += 1;
        return;
      }
      skip(accountId, 1);
      if (ring === undefined) return;
      ring.calls[ring.oldest] = call;
      ring.oldest = (ring.oldest + 1) % ring.calls.length;
    },

    skip,

    takeAll: () => {
      const rings = [...accounts.values()].flatMap((byCode) => [...byCode.values()]);
      const taken = { calls: rings.flatMap(({ calls }) => calls).sort((a, b) => a.at - b.at), skipped };
      accounts = new Map();
      skipped = new Map();
      waiting = 0;
      return taken;
    },
  };
};

import type { AccountCall, NotedCall } from "@/server/accounts/call-log/account-call";

/** For each account, at most this many SPEED_LIMIT errors wait. These errors are alike, so the log need not have all of them. */
const maxOverSpeedLimit = 20;
/**
 * For each account and each other error code, at most this many calls wait. The same maximum applies to an account's calls without an
 * error.
 */
const maxOfOneCode = 100;
/** Maximum number of waiting calls of all accounts, about 5 MB. */
const maxWaiting = 16_384;
/** Maximum number of accounts with waiting or skipped calls. */
const maxAccounts = 10_000;

/** A ring: once `calls` is full, the next call replaces the call at `oldest`. */
type Ring = { readonly calls: NotedCall[]; oldest: number };

type WaitingAccount = { readonly byCode: Map<AccountCall["code"], Ring>; skipped: number };

export type WaitingCalls = {
  /** Adds a call. If too many calls of its account and error code wait, the oldest of them is skipped. */
  readonly put: (call: NotedCall) => void;
  /** Counts calls of an account as skipped. */
  readonly skip: (accountId: string, calls: number) => void;
  /** Removes and returns all waiting calls, oldest first, and the number of skipped calls of each account. */
  readonly takeAll: () => { readonly calls: readonly NotedCall[]; readonly skipped: Map<string, number> };
};

/**
 * Keeps the newest calls of each account and error code until they are written. A flood of one error hides no other call. The calls are
 * limited when they arrive: a long list of calls would survive garbage collections and make each call a fifth slower.
 */
export const createWaitingCalls = (): WaitingCalls => {
  let accounts = new Map<string, WaitingAccount>();
  let waiting = 0;

  const find = (accountId: string): WaitingAccount | undefined => {
    const found = accounts.get(accountId);
    if (found !== undefined || accounts.size >= maxAccounts) return found;
    const account = { byCode: new Map(), skipped: 0 };
    accounts.set(accountId, account);
    return account;
  };

  const ringOf = ({ byCode }: WaitingAccount, code: AccountCall["code"]): Ring => {
    const found = byCode.get(code);
    if (found !== undefined) return found;
    const ring = { calls: [], oldest: 0 };
    byCode.set(code, ring);
    return ring;
  };

  return {
    put: (call) => {
      const account = find(call.admission.caller.accountId);
      if (account === undefined) return;
      const { code } = call.call;
      const ring = ringOf(account, code);
      const max = code === "SPEED_LIMIT" ? maxOverSpeedLimit : maxOfOneCode;
      if (ring.calls.length < max && waiting < maxWaiting) {
        ring.calls.push(call);
        waiting += 1;
        return;
      }
      account.skipped += 1;
      if (ring.calls.length === 0) return;
      ring.calls[ring.oldest] = call;
      ring.oldest = (ring.oldest + 1) % ring.calls.length;
    },

    skip: (accountId, calls) => {
      const account = find(accountId);
      if (account !== undefined) account.skipped += calls;
    },

    takeAll: () => {
      const taken = accounts;
      accounts = new Map();
      waiting = 0;
      const calls = [...taken.values()].flatMap(({ byCode }) =>
        [...byCode.values()].flatMap((ring) => ring.calls),
      );
      const skipped = new Map(
        [...taken].flatMap(([id, account]) => (account.skipped > 0 ? [[id, account.skipped]] : [])),
      );
      return { calls: calls.sort((a, b) => a.at - b.at), skipped };
    },
  };
};

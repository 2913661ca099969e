import { LRUCache } from "lru-cache";
import type { Queryable } from "@/db/connect";
import { createWriteBehind } from "@/db/write-behind";
import type { AccountCall, NotedCall } from "@/server/account/call-log/account-call";
import { createWaitingCalls } from "@/server/account/call-log/waiting-calls";
import { writeCalls } from "@/server/account/call-log/write-calls";
import type { Admission } from "@/server/account/metering/meter";
import type { RareLog } from "@/server/log-rarely";

const writeEveryMs = 1_000;
/** Maximum number of calls, of all accounts together, that one write adds to the log. PostgreSQL takes about 30 ms to insert them. */
const maxRows = 2_000;
/**
 * A process trims an account's log when it first writes to the log. It trims the log again each time it has written more than this many
 * further calls to the log.
 */
const trimAfter = 250;
const maxTrimmedAccounts = 50_000;

export type CallLog = {
  /** Notes a call in memory. Does no I/O and never throws. */
  readonly note: (call: AccountCall) => void;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Writes the request logs of all accounts. Calls are noted in memory and written once a second in one statement. Calls that cannot be
 * kept are counted, and an account's log shows how many are missing.
 * @param clock ms since the epoch.
 * @param watch receives the admissions of the waiting calls, once a second, before they are written. Must not throw.
 */
export const createCallLog = (
  db: Queryable,
  clock: () => number,
  warn: RareLog,
  watch: (admissions: readonly Admission[]) => void = () => undefined,
): CallLog => {
  const waiting = createWaitingCalls();
  const sinceTrim = new LRUCache<string, number>({ max: maxTrimmedAccounts });

  /** Counts the calls that are about to be written. @returns the accounts whose logs are due for trimming. */
  const accountsToTrim = (calls: readonly NotedCall[]): string[] => {
    const due = new Set<string>();
    for (const { admission } of calls) {
      const { accountId } = admission.caller;
      const count = (sinceTrim.get(accountId) ?? trimAfter) + 1;
      if (count > trimAfter) due.add(accountId);
      sinceTrim.set(accountId, count > trimAfter ? 0 : count);
    }
    return [...due];
  };

  const writeNoted = async (): Promise<void> => {
    const { calls: noted, skipped } = waiting.takeAll();
    watch(noted.map(({ admission }) => admission));
    const calls = noted.slice(-maxRows);
    const missing = new Map(skipped);
    for (const { admission } of noted.slice(0, -maxRows)) {
      const { accountId } = admission.caller;
      missing.set(accountId, (missing.get(accountId) ?? 0) + 1);
    }
    try {
      if (calls.length > 0) await writeCalls(db, calls, missing, accountsToTrim(calls));
    } catch (error) {
      const newer = waiting.takeAll();
      for (const call of [...noted, ...newer.calls]) waiting.put(call);
      for (const [accountId, count] of [...skipped, ...newer.skipped]) waiting.skip(accountId, count);
      warn("the request logs of accounts could not be written", { err: error });
      return;
    }
    // An account's number of skipped calls is stored with one of its calls. If this write has no call of the account, the number waits.
    const written = new Set(calls.map(({ admission }) => admission.caller.accountId));
    for (const [accountId, count] of missing) if (!written.has(accountId)) waiting.skip(accountId, count);
  };

  return {
    note: (call) => {
      const { admission } = call;
      if (admission !== undefined) waiting.put({ call, admission, at: clock() });
    },
    ...createWriteBehind(writeEveryMs, writeNoted),
  };
};

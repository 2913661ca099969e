import { LRUCache } from "lru-cache";
import type { Queryable } from "@/db/connect";
import { createWriteBehind } from "@/db/write-behind";
import type { AccountCall, NotedCall } from "@/server/accounts/call-log/account-call";
import { selectCalls } from "@/server/accounts/call-log/select-calls";
import { writeCalls } from "@/server/accounts/call-log/write-calls";
import type { RareLog } from "@/server/log-rarely";
import type { Admission } from "@/server/metering/meter";

const writeEveryMs = 1_000;
/**
 * Maximum number of calls that wait to be written, about 5 MB. In a second, a process handles fewer calls than this maximum. So the list
 * becomes full only if the database is slow.
 */
const maxWaiting = 16_384;
/** Maximum number of accounts with a count of skipped calls that is not written yet. */
const maxSkippedAccounts = 10_000;
/** A process trims an account's log at its first write to the log, and again after more than this many further calls. */
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
 * @param watch receives the admissions of the noted calls, once a second. Must not throw.
 */
export const createCallLog = (
  db: Queryable,
  clock: () => number,
  warn: RareLog,
  watch: (admissions: readonly Admission[]) => void = () => undefined,
): CallLog => {
  let waiting: NotedCall[] = [];
  /** Index for the next call; in a full list, the index of the oldest call. */
  let next = 0;
  let skipped = new Map<string, number>();
  const sinceTrim = new LRUCache<string, number>({ max: maxTrimmedAccounts });

  const skip = (accountId: string, calls: number): void => {
    const before = skipped.get(accountId);
    if (before !== undefined || skipped.size < maxSkippedAccounts)
      skipped.set(accountId, (before ?? 0) + calls);
  };

  const put = (call: NotedCall): void => {
    const oldest = waiting[next];
    if (oldest !== undefined) skip(oldest.admission.caller.accountId, 1);
    waiting[next] = call;
    next = (next + 1) % maxWaiting;
  };

  const takeAll = (): NotedCall[] => {
    const calls = [...waiting.slice(next), ...waiting.slice(0, next)];
    waiting = [];
    next = 0;
    return calls;
  };

  /** Counts the calls that are about to be written. @returns the accounts to trim. */
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
    if (waiting.length === 0) return;
    const noted = takeAll();
    watch(noted.map(({ admission }) => admission));
    const selected = selectCalls(noted);
    for (const [accountId, calls] of selected.skipped) skip(accountId, calls);
    const { calls } = selected;
    const withCalls = new Set(calls.map(({ admission }) => admission.caller.accountId));
    const counted = skipped;
    skipped = new Map();
    // An account's number of skipped calls is stored with one of its calls. If this write has no call of the account, the number waits.
    for (const [accountId, missing] of counted) if (!withCalls.has(accountId)) skip(accountId, missing);
    try {
      await writeCalls(db, calls, counted, accountsToTrim(calls));
    } catch (error) {
      // The unwritten calls come first, because they are older than the calls noted meanwhile.
      for (const call of [...calls, ...takeAll()]) put(call);
      for (const [accountId, missing] of counted) if (withCalls.has(accountId)) skip(accountId, missing);
      warn("the request logs of accounts could not be written", { err: error });
    }
  };

  return {
    note: (call) => {
      const { admission } = call;
      if (admission !== undefined) put({ call, admission, at: clock() });
    },
    ...createWriteBehind(writeEveryMs, writeNoted),
  };
};

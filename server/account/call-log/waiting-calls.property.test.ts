import fc from "fast-check";
import { expect, test } from "vitest";
import type { NotedCall } from "@/server/account/call-log/account-call";
import { createWaitingCalls } from "@/server/account/call-log/waiting-calls";

const callOf = (accountId: string, code: string | undefined, at: number): NotedCall =>
  ({ call: { code }, admission: { caller: { accountId } }, at }) as unknown as NotedCall;

const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0);

test("each call is either kept or counted as skipped, and the newest call of each account and error code is kept", () => {
  const burst = fc.record({
    account: fc.constantFrom("a", "b", "c"),
    code: fc.constantFrom(undefined, "SPEED_LIMIT", "NOT_FOUND"),
    calls: fc.integer({ min: 1, max: 250 }),
  });
  fc.assert(
    fc.property(
      fc.array(burst, { maxLength: 12 }),
      fc.integer({ min: 0, max: 11 }),
      (bursts, restoredAfter) => {
        const waiting = createWaitingCalls();
        const newest = new Map<string, number>();
        let at = 0;
        for (const [index, { account, code, calls }] of bursts.entries()) {
          for (let n = 0; n < calls; n++) waiting.put(callOf(account, code, ++at));
          newest.set(`${account} ${code}`, at);
          if (index !== restoredAfter) continue;
          // As after a write that failed.
          const taken = waiting.takeAll();
          for (const call of taken.calls) waiting.put(call);
          for (const [accountId, count] of taken.skipped) waiting.skip(accountId, count);
        }
        const { calls, skipped } = waiting.takeAll();
        expect(calls.length + sum(skipped.values())).toBe(at);
        expect(calls.map((call) => call.at)).toEqual(calls.map((call) => call.at).sort((a, b) => a - b));
        const kept = new Set(calls.map((call) => call.at));
        for (const last of newest.values()) expect(kept.has(last)).toBe(true);
        expect(waiting.takeAll().calls).toEqual([]);
      },
    ),
  );
});

test("while 16,384 calls wait, a new call replaces only a call of its own account and error code, or is only counted", () => {
  const waiting = createWaitingCalls();
  waiting.put(callOf("early", undefined, 0));
  for (let account = 0; account < 200; account++)
    for (let n = 0; n < 100; n++) waiting.put(callOf(`account ${account}`, undefined, 1));
  waiting.put(callOf("late", undefined, 2));
  waiting.put(callOf("early", undefined, 3));
  const { calls, skipped } = waiting.takeAll();
  expect(calls).toHaveLength(16_384);
  expect(calls.length + sum(skipped.values())).toBe(1 + 200 * 100 + 2);
  expect(skipped.get("late")).toBe(1);
  expect(calls.filter(({ admission }) => admission.caller.accountId === "early").map(({ at }) => at)).toEqual(
    [3],
  );
});

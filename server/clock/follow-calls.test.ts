import { expect, test } from "vitest";
import { callsInProgress, followCalls, waitForCalls } from "@/server/clock/calls-in-progress";

test("a thread goes on although a call of the process never ends, and reads the process's number of calls", async () => {
  const calls = new Int32Array(new SharedArrayBuffer(4));
  followCalls(calls);
  expect(callsInProgress()).toBe(calls);
  await waitForCalls();
  calls[0] = 1;
  await waitForCalls();
  expect(Atomics.load(calls, 0)).toBe(1);
});

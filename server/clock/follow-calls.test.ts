import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { followCalls, waitForCalls } from "@/server/clock/calls-in-progress";

test("A thread that records waits until no call of the process is in progress, but not for a call that never ends", async () => {
  const calls = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  followCalls(calls);
  await waitForCalls();

  // Ends the call at the moment at which somebody waits for it. If nobody does, this never ends.
  const process = new Worker(
    `const { workerData: calls } = require("node:worker_threads");
     while (Atomics.notify(calls, 0) === 0);
     Atomics.store(calls, 0, 0);`,
    { eval: true, workerData: calls },
  );
  calls[0] = 1;
  let waits = 0;
  while (Atomics.load(calls, 0) > 0) {
    await waitForCalls();
    waits += 1;
    // Lets the test's time limit end a loop in which nobody waits.
    await nextTurn();
  }
  expect(waits).toBeGreaterThan(0);
  await process.terminate();
});

import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { beforeRecording, callsInProgress, waitForCalls } from "@/server/clock/calls-in-progress";

test("recording waits for the end of a call, and of all calls in progress", async () => {
  const ends: (() => void)[] = [];
  const order: string[] = [];
  const call = (name: string) =>
    beforeRecording(() => new Promise<void>((end) => ends.push(end))).then(() => order.push(name));
  const calls = [call("first"), call("second")];
  const waiting = waitForCalls().then(() => order.push("recording"));
  for (const end of ends) end();
  await Promise.all([...calls, waiting]);
  expect(order).toEqual(["first", "second", "recording"]);
});

test("recording goes on while a call does not end, and at once if there is none or the last one failed", async () => {
  await waitForCalls();
  await expect(beforeRecording(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  await waitForCalls();
  let end = (): void => undefined;
  const call = beforeRecording(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  await waitForCalls();
  // Other tests share the number of calls.
  end();
  await call;
});

test("the end of the last call wakes a thread that waits for the number of calls", async () => {
  // Repeated, because a call may end before the thread waits. A thread that is not woken waits longer than the test may take.
  const thread = new Worker(
    `const { parentPort, workerData: calls } = require("node:worker_threads");
     for (;;) {
       const count = Atomics.load(calls, 0);
       if (count > 0 && Atomics.wait(calls, 0, count) === "ok") break;
     }
     parentPort.postMessage("woken");`,
    { eval: true, workerData: callsInProgress() },
  );
  try {
    let isWoken = false;
    thread.once("message", () => {
      isWoken = true;
    });
    while (!isWoken) await beforeRecording(() => nextTurn());
  } finally {
    await thread.terminate();
  }
});

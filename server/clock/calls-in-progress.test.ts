import { expect, test } from "vitest";
import { beforeRecording, waitForCalls } from "@/server/clock/calls-in-progress";

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

test("recording goes on although a call never ends, and at once if there is none or the last one failed", async () => {
  await waitForCalls();
  await expect(beforeRecording(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  await waitForCalls();
  void beforeRecording(() => new Promise(() => undefined));
  await waitForCalls();
});

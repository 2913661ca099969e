import { afterEach, beforeEach, expect, test, vi } from "vitest";

// Test files share their modules, and another file may already have served a call.
beforeEach(() => vi.resetModules());
afterEach(() => vi.restoreAllMocks());

test("recording gives up the event loop after 8 ms until the process serves its first call, and after 1 ms from then on", async () => {
  const { beforeRecording } = await import("@/server/clock/calls-in-progress");
  const { pauseIfDue } = await import("@/server/ingest/recorder/in-slices");
  let now = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  /** How long (in whole ms) recording keeps the event loop. */
  const sliceMs = async (): Promise<number> => {
    const began = now;
    for (;;) {
      const pause = pauseIfDue();
      if (pause !== undefined) {
        await pause;
        return now - began;
      }
      now += 1;
    }
  };
  await pauseIfDue();
  expect(await sliceMs()).toBe(8);
  await beforeRecording(async () => undefined);
  expect(await sliceMs()).toBe(1);
});

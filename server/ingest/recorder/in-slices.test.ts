import { afterEach, expect, test, vi } from "vitest";
import { beforeRecording } from "@/server/clock/calls-in-progress";
import { pauseIfDue } from "@/server/ingest/recorder/in-slices";

afterEach(() => vi.restoreAllMocks());

test("recording gives up the event loop after 8 ms until the process serves its first call, and after 1 ms from then on", async () => {
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

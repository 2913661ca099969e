import { setTimeout as delay } from "node:timers/promises";
import type { Recorder } from "@/server/recorder/record-snapshots";
import { maxThinBackMs, thinIntervalMs, thinObservations } from "@/server/recorder/thin-observations";

/** Thins out the observation log at intervals until the signal aborts. */
export const thinPeriodically = async (
  { db, clock, log }: Pick<Recorder, "db" | "clock" | "log">,
  signal: AbortSignal,
): Promise<void> => {
  let since = clock.now() - maxThinBackMs;
  while (!signal.aborted) {
    await delay(thinIntervalMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      const now = clock.now();
      // The clock may have been set back.
      since = await thinObservations(db, Math.min(since, now), now);
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, "failed to thin out the observation log");
    }
  }
};

import { setTimeout as delay } from "node:timers/promises";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { type Recorder, recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import type { ObserveRecording } from "@/server/ingest/recorder/report";
import { logUnmatched } from "@/server/ingest/recorder/unmatched/log-unmatched";

/**
 * A feed that creates its own snapshots instead of polling a venue, such as the simulated market. `tick` yields the snapshots due after
 * `since` and up to `until` (ms since the epoch).
 */
export type LiveFeed = {
  readonly name: string;
  readonly tick: (since: number, until: number) => Iterable<BookSnapshot>;
};

/** Receives the results of a feed. */
export type ObserveFeed = {
  readonly recorded: ObserveRecording;
  /** Called when the feed's snapshots could not be recorded. */
  readonly failed: () => void;
};

const tickIntervalMs = 1000;
/** Snapshots that were due longer ago than this are skipped, for example after the machine was suspended. */
const maxCatchUpMs = 30_000;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(Math.max(0, ms), undefined, { signal }).catch(() => undefined);

/**
 * Records the feed's snapshots once per second, until the signal aborts. Each time, it records those that have become due according to
 * the database's clock. After a failure, calls `failed` and continues.
 */
export const runFeed = async (
  recorder: Recorder,
  feed: LiveFeed,
  signal: AbortSignal,
  failed?: ObserveFeed["failed"],
): Promise<void> => {
  const { clock } = recorder;
  let since = clock.now() - tickIntervalMs;
  while (!signal.aborted) {
    const startedAt = performance.now();
    const until = clock.now();
    // If the clock was set back, the feed continues from the new time.
    since = Math.min(Math.max(since, until - maxCatchUpMs), until);
    try {
      const report = await recordSnapshots(recorder, feed.tick(since, until), {
        clock: "now",
        now: clock.now(),
      });
      since = until;
      logUnmatched(recorder.log, { feed: feed.name }, report);
    } catch (error) {
      if (!signal.aborted) {
        recorder.log.error({ err: error, feed: feed.name }, "failed to record a feed's snapshots");
        failed?.();
      }
    }
    await pause(tickIntervalMs - (performance.now() - startedAt), signal);
  }
};

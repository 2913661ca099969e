import { setTimeout as delay } from "node:timers/promises";
import type { BookSnapshot } from "@/server/feeds/snapshot";
import { type Recorder, recordSnapshots } from "@/server/recorder/record-snapshots";
import type { ObserveRecording } from "@/server/recorder/report";
import { thinBackMs, thinEveryMs, thinLooks } from "@/server/recorder/thin-looks";

/** A live source: what is due between two moments (ms since the epoch), `since` exclusive. */
export type LiveFeed = {
  readonly name: string;
  readonly tick: (since: number, until: number) => Iterable<BookSnapshot>;
};

/** What a feed does, as it does it. */
export type ObserveFeed = {
  readonly recorded: ObserveRecording;
  /** What was due could not be recorded. */
  readonly failed: () => void;
};

const tickEveryMs = 1000;
/** After a pause (a suspended machine) a feed goes on from here: what was due long ago is stale anyway. */
const maxCatchUpMs = 30_000;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(Math.max(0, ms), undefined, { signal }).catch(() => undefined);

/** Beside the feed that fills it, so that no poll waits for it. */
const keepLooksThin = async (recorder: Recorder, signal: AbortSignal): Promise<void> => {
  let since = recorder.clock.now() - thinBackMs;
  while (!signal.aborted) {
    await pause(thinEveryMs, signal);
    if (signal.aborted) return;
    try {
      const now = recorder.clock.now();
      // The clock may have been set back.
      since = await thinLooks(recorder.db, Math.min(since, now), now);
    } catch (error) {
      if (!signal.aborted) recorder.log.error({ err: error }, "the log of looks was not thinned out");
    }
  }
};

/**
 * Records what a feed yields, by the database's clock, until the signal aborts. A failure is logged, and told to `failed`, and the feed
 * goes on.
 */
export const runFeed = async (
  recorder: Recorder,
  feed: LiveFeed,
  signal: AbortSignal,
  failed?: ObserveFeed["failed"],
): Promise<void> => {
  const { clock } = recorder;
  let since = clock.now() - tickEveryMs;
  const thinning = keepLooksThin(recorder, signal);
  while (!signal.aborted) {
    const began = performance.now();
    const until = clock.now();
    // After the clock was set back a feed goes on from there, not from where it had come to.
    since = Math.min(Math.max(since, until - maxCatchUpMs), until);
    try {
      await recordSnapshots(recorder, feed.tick(since, until), { clock: "now", now: clock.now() });
      since = until;
    } catch (error) {
      if (!signal.aborted) {
        recorder.log.error({ err: error, feed: feed.name }, "a feed's snapshots were not recorded");
        failed?.();
      }
    }
    await pause(tickEveryMs - (performance.now() - began), signal);
  }
  await thinning;
};

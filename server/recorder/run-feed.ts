import { setTimeout as delay } from "node:timers/promises";
import type { BookSnapshot } from "@/server/feeds/snapshot";
import { type Recorder, recordSnapshots } from "@/server/recorder/record-snapshots";
import { thinBackMs, thinEveryMs, thinLooks } from "@/server/recorder/thin-looks";

/** A live source: what is due between two moments (ms since the epoch), `since` exclusive. */
export type LiveFeed = {
  readonly name: string;
  readonly tick: (since: number, until: number) => Iterable<BookSnapshot>;
};

const tickEveryMs = 1000;
/** After a pause (a suspended machine) a feed goes on from here: what was due long ago is stale anyway. */
const longestCatchUpMs = 30_000;

/** Records what a feed yields until the signal aborts. A failure is logged and the feed goes on. */
export const runFeed = async (recorder: Recorder, feed: LiveFeed, signal: AbortSignal): Promise<void> => {
  let since = Date.now() - tickEveryMs;
  let thinnedUntil = Date.now() - thinBackMs;
  let thinsAt = Date.now() + thinEveryMs;
  while (!signal.aborted) {
    const until = Date.now();
    try {
      const due = feed.tick(Math.max(since, until - longestCatchUpMs), until);
      await recordSnapshots(recorder, due, { clock: "now", now: Date.now() });
      since = until;
      if (until >= thinsAt) {
        thinsAt = until + thinEveryMs;
        thinnedUntil = await thinLooks(recorder.db, thinnedUntil, until);
      }
    } catch (error) {
      if (!signal.aborted)
        recorder.log.error({ err: error, feed: feed.name }, "a feed's snapshots were not recorded");
    }
    await delay(Math.max(0, tickEveryMs - (Date.now() - until)), undefined, { signal }).catch(
      () => undefined,
    );
  }
};

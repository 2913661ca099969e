import { afterEach } from "vitest";
import { checkSnapshot } from "@/server/ingest/feeds/check-snapshot";
import type { ReadItem } from "@/server/ingest/feeds/reader";
import { createFetcher, type Fetcher } from "@/server/ingest/polling/fetcher";
import type { RequestLimits } from "@/server/ingest/polling/host-client";
import type { Pause } from "@/server/ingest/polling/pause";
import { type FinishedPoll, runShard } from "@/server/ingest/polling/run-shard";
import { beginMs } from "@/server/ingest/polling/testing/simulated-kalshi";
import type { Venue } from "@/server/ingest/polling/venue";
import { priceCount } from "@/server/ingest/recorder/record-batch";
import {
  addReport,
  countPrices,
  countRejected,
  emptyReport,
  type RecordReport,
  reportOfChecked,
} from "@/server/ingest/recorder/report";
import { silentLog } from "@/server/ingest/recorder/testing/snapshots";

/** Retries follow almost at once. Only a request that hangs reaches the deadline. */
const shortLimits: Partial<RequestLimits> = { deadlineMs: 60_000, minRetryMs: 1, maxRetryMs: 4 };

/**
 * For tests in which some requests get no response. The short deadline ends such requests soon. Even on a busy machine, it is long enough
 * for requests that get a response.
 */
export const hangingLimits: Partial<RequestLimits> = { deadlineMs: 1_500, retries: 0 };

/** Counts the accepted and the rejected prices of a page, as the recorder would count them. */
const reportOfPage = (page: readonly ReadItem[], nowMs: number): RecordReport => {
  const report = emptyReport();
  for (const item of page) {
    if (item.kind === "rejected") {
      countRejected(report, item.reason, item.prices);
      continue;
    }
    const checked = checkSnapshot(item.snapshot, { recordedAt: nowMs, now: nowMs, archiveFrom: 0 });
    addReport(report, reportOfChecked(checked));
    countPrices(report, "changed", priceCount(checked.events));
  }
  return report;
};

/** A clock that moves only when code calls `pause` or a test calls `advance`. */
export const createStillClock = (atMs = beginMs) => {
  let now = atMs;
  const pauses: number[] = [];
  const pause: Pause = async (ms, signal) => {
    if (ms <= 0 || signal.aborted) return;
    pauses.push(ms);
    now += ms;
  };
  return {
    now: () => now,
    pause,
    pauses,
    advance: (ms: number) => {
      now += ms;
    },
  };
};

/** Polls a venue on a still clock and without a database. */
export const pollRig = () => {
  const fetchers: Fetcher[] = [];
  afterEach(async () => {
    await Promise.all(fetchers.map(({ close }) => close()));
    fetchers.length = 0;
  });
  return {
    /**
     * Polls the shard that contains `sport`. If no shard contains `sport`, polls the venue's first shard.
     * @param onPoll called after each poll; polling stops when `onPoll` returns true.
     */
    run: async (
      venue: Venue,
      sport: string,
      onPoll: (poll: FinishedPoll, polls: number) => boolean,
      {
        limits = {},
        stop = new AbortController(),
        atMs = beginMs,
      }: { limits?: Partial<RequestLimits>; stop?: AbortController; atMs?: number } = {},
    ) => {
      const clock = createStillClock(atMs);
      const shard = venue.shards.find(({ sports }) => sports.includes(sport)) ?? venue.shards[0];
      if (shard === undefined) throw new Error("the venue has no shard");
      const pages: (readonly ReadItem[])[] = [];
      const polls: FinishedPoll[] = [];
      const { now, pause } = clock;
      const pace = { minIntervalMs: 0, maxConcurrent: 2 };
      const fetcher = createFetcher({ pace, now, pause, limits: { ...shortLimits, ...limits } });
      fetchers.push(fetcher);
      await runShard(
        {
          venue,
          shard,
          fetcher,
          now,
          pause,
          random: () => 0.5,
          log: silentLog,
          record: async (page) => {
            pages.push(page);
            return reportOfPage(page, now());
          },
          store: async (poll) => {
            polls.push(poll);
            if (onPoll(poll, polls.length)) stop.abort();
          },
        },
        stop.signal,
      );
      const items = pages.flat();
      const snapshots = items.flatMap((item) => (item.kind === "snapshot" ? [item.snapshot] : []));
      return {
        pages,
        polls,
        snapshots,
        events: snapshots.flatMap(({ events }) => events),
        pauses: clock.pauses,
      };
    },
  };
};

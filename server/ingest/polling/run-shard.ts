import { setMaxListeners } from "node:events";
import type { Pause } from "@/server/ingest/polling/pause";
import { countUsable, type PollDeps, type PollOutcome, pollOnce } from "@/server/ingest/polling/poll-once";
import { backOffMs, lateAfter } from "@/server/ingest/polling/schedule";
import { logUnmatched } from "@/server/ingest/recorder/unmatched/log-unmatched";
import { loggableError } from "@/server/loggable-error";

/** A poll's outcome with its shard and times, for `feed_status`. Times are in ms since the epoch. */
export type FinishedPoll = PollOutcome & {
  readonly feed: string;
  readonly shard: string;
  readonly startedAt: number;
  readonly finishedAt: number;
  /** When the shard becomes late. Undefined after a failure: the time set by the last success still applies. */
  readonly lateAt: number | undefined;
};

export type ShardDeps = PollDeps & {
  readonly pause: Pause;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly store: (poll: FinishedPoll) => Promise<void>;
};

const minPauseMs = 1_000;

/** ms until the next poll. If a failed poll read some usable prices, there is no back-off, so that these prices stay fresh. */
const delayAfter = (
  { error, retryAfterMs = 0, report }: PollOutcome,
  untilNextMs: number,
  failures: number,
  random: number,
): number => {
  if (error !== undefined && countUsable(report) === 0) return backOffMs(failures, retryAfterMs, random);
  return Math.max(minPauseMs, untilNextMs, retryAfterMs);
};

/** Polls a shard until the signal aborts. Backs off after failures (see `delayAfter`). Logs when a series of failures begins and ends. */
export const runShard = async (deps: ShardDeps, signal: AbortSignal): Promise<void> => {
  const { venue, shard, now, log } = deps;
  // Each request in progress adds a listener, and Node warns about more than ten.
  setMaxListeners(0, signal);
  const names = { feed: venue.name, shard: shard.name };
  let failures = 0;
  while (!signal.aborted) {
    const startedAt = now();
    const outcome = await pollOnce(deps, signal);
    logUnmatched(log, names, outcome.report);
    // An aborted poll is neither a success nor a failure.
    if (signal.aborted) return;
    const finishedAt = now();
    const intervalSeconds = venue.intervalSeconds(shard, outcome.startsMs, finishedAt);
    const untilNextMs = startedAt + intervalSeconds * 1000 - finishedAt;
    // A poll without requests shows nothing about the venue. The last failure remains the feed's status.
    if (failures > 0 && outcome.error === undefined && outcome.requests === 0) {
      await deps.pause(Math.max(minPauseMs, untilNextMs), signal);
      continue;
    }
    const lateAt = outcome.error === undefined ? lateAfter(finishedAt, intervalSeconds) : undefined;
    await deps.store({ ...outcome, ...names, startedAt, finishedAt, lateAt }).catch((error: unknown) => {
      log.error({ err: loggableError(error), ...names }, "failed to store the status of a feed");
    });
    if (outcome.error === undefined) {
      if (failures > 0) log.info({ ...names, failures }, "a feed has recovered");
      failures = 0;
    } else {
      failures += 1;
      log[failures === 1 ? "warn" : "debug"]({ ...names, error: outcome.error, failures }, "a poll failed");
    }
    await deps.pause(delayAfter(outcome, untilNextMs, failures, deps.random()), signal);
  }
};

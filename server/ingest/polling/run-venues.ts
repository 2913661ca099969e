import { hostname } from "node:os";
import { storePoll } from "@/server/ingest/polling/feed-status";
import { createFetcher } from "@/server/ingest/polling/fetcher";
import type { HoldShards } from "@/server/ingest/polling/hold-shards";
import type { RequestLimits } from "@/server/ingest/polling/host-client";
import { pause } from "@/server/ingest/polling/pause";
import { createRecordPage } from "@/server/ingest/polling/record-page";
import { type FinishedPoll, runShard } from "@/server/ingest/polling/run-shard";
import type { Venue } from "@/server/ingest/polling/venue";
import type { Recorder } from "@/server/ingest/recorder/record-snapshots";
import type { ObserveRecording } from "@/server/ingest/recorder/report";
import { loggableError } from "@/server/loggable-error";

/** Receives the results of a feed's requests and polls, for metrics. */
export type ObserveVenue = {
  readonly recorded: ObserveRecording;
  readonly failed: () => void;
  /** @param status the status of the response; undefined if there was no response. */
  readonly requested: (status: number | undefined) => void;
  readonly polled: (poll: Pick<FinishedPoll, "shard" | "finishedAt" | "error" | "credits">) => void;
  /** Called with true when this instance starts to poll the shard, and with false when it stops. */
  readonly held: (shard: string, isHeld: boolean) => void;
};

type RunningVenues = {
  readonly recorder: Omit<Recorder, "observe">;
  readonly holdShards: HoldShards;
  readonly observe?: ((feed: string) => ObserveVenue) | undefined;
  readonly limits?: Partial<RequestLimits> | undefined;
  /** Called after the status of a poll is stored. */
  readonly stored?: (poll: FinishedPoll) => void;
};

const instance = `${hostname()}:${process.pid}`;

/** Polls venues until the signal aborts. Resolves when all polling has ended. */
export const runVenues = async (
  venues: readonly Venue[],
  { recorder, holdShards, observe, limits, stored }: RunningVenues,
  signal: AbortSignal,
): Promise<void> => {
  const { db, clock, log } = recorder;
  const parts = new Map(
    venues.flatMap((venue) => {
      const observer = observe?.(venue.name);
      const fetcher = createFetcher({
        pace: venue.pace,
        now: clock.now,
        observe: observer?.requested,
        limits,
      });
      const record = createRecordPage({ ...recorder, observe: observer?.recorded }, venue);
      return venue.shards.map((shard) => {
        const deps = { venue, shard, fetcher, record, now: clock.now, pause, random: Math.random, log };
        const name: string = `${venue.name}/${shard.name}`;
        return [name, { deps, observer, fetcher }] as const;
      });
    }),
  );
  const run = async (name: string, held: AbortSignal): Promise<void> => {
    const part = parts.get(name);
    if (part === undefined) return;
    const { deps, observer } = part;
    const store = async (poll: FinishedPoll): Promise<void> => {
      observer?.polled(poll);
      if (poll.error !== undefined) observer?.failed();
      await storePoll(db, instance, poll);
      stored?.(poll);
    };
    observer?.held(deps.shard.name, true);
    await runShard({ ...deps, store }, held).catch((error: unknown) => {
      log.error(
        { err: loggableError(error), feed: deps.venue.name, shard: deps.shard.name },
        "polling of a shard ended unexpectedly",
      );
    });
    observer?.held(deps.shard.name, false);
  };
  try {
    await holdShards([...parts.keys()], run, signal);
  } finally {
    await Promise.all(
      [...new Set([...parts.values()].map(({ fetcher }) => fetcher))].map(({ close }) => close()),
    );
  }
};

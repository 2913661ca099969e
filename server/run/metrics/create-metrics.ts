import { collectDefaultMetrics, Registry } from "prom-client";
import { defineProcessMetrics } from "@/server/run/metrics/definitions";
import { createObserveBoard } from "@/server/run/metrics/observe-board";
import { createObserveCalls } from "@/server/run/metrics/observe-calls";
import { createObserveFeeds } from "@/server/run/metrics/observe-feeds";
import { createObserveJobs } from "@/server/run/metrics/observe-jobs";
import { createObserveStores } from "@/server/run/metrics/observe-stores";
import { createObserveStreams } from "@/server/run/metrics/observe-streams";
import { readSnapshot, type Snapshot } from "@/server/run/metrics/snapshot";
import type { Observers } from "@/server/run/observers";

export type Metrics = {
  readonly observers: Observers;
  /** Counts a dropped line of the request log. */
  readonly countDroppedLine: () => void;
  readonly read: () => Promise<Snapshot>;
};

/**
 * Creates the metrics of this process.
 * @param parts whether the process serves calls, whether it records feeds and runs the background jobs, and how many processes the instance is configured to have.
 */
export const createMetrics = (parts: {
  readonly serves: boolean;
  readonly records: boolean;
  readonly processes: number;
}): Metrics => {
  const service = new Registry();
  const node = new Registry();
  collectDefaultMetrics({ register: node });
  const { processes, configured } = defineProcessMetrics(service);
  processes.set(1);
  configured.set(parts.processes);
  const stores = createObserveStores(service);
  const calls = parts.serves ? createObserveCalls(service) : undefined;
  const streams = parts.serves ? createObserveStreams(service) : undefined;
  const board = parts.serves ? createObserveBoard(service) : undefined;
  const feed = parts.records ? createObserveFeeds(service) : undefined;
  const job = parts.records ? createObserveJobs(service) : undefined;
  return {
    observers: {
      ...stores,
      ...(calls && { call: calls.observe }),
      ...(streams && { streams }),
      ...(board && { board: board.board, services: board.services }),
      ...(feed && { feed }),
      ...(job && { job }),
    },
    countDroppedLine: () => calls?.countDroppedLine(),
    read: () => {
      board?.refresh();
      return readSnapshot(service, node);
    },
  };
};

import type { Logger } from "pino";
import type { Config } from "@/server/config";
import { createVenues } from "@/server/ingest/polling/create-venues";
import { createHoldShards, holdAllShards } from "@/server/ingest/polling/hold-shards";
import type { Recorder } from "@/server/ingest/recorder/record-snapshots";
import { runFeed } from "@/server/ingest/recorder/run-feed";
import { createForgetting } from "@/server/ingest/recorder/state/forget-observations";
import { createThinning } from "@/server/ingest/recorder/state/thin-observations";
import type { Observers } from "@/server/run/observers";
import { demoFeed, seedDemo } from "@/server/run/seed-demo";
import type { OpenedStores } from "@/server/run/stores";

export type Feeds = {
  /** Resolves when the simulated market's current prices are recorded. The feeds continue in the background. */
  readonly start: () => Promise<void>;
  /** Stops all work that `start` began, and waits until this work has ended. */
  readonly close: () => Promise<void>;
};

/** Creates the configured feeds. One process of an instance runs them. The instances divide the live feeds among themselves. */
export const createFeeds = (
  config: Config,
  { db, clock, jobs }: OpenedStores,
  log: Logger,
  observe?: Observers["feed"],
): Feeds => {
  const recorder: Recorder = { db, archiveFrom: config.archiveFrom, clock, log };
  const closing = new AbortController();
  const running: Promise<void>[] = [];
  const startDemo = async (): Promise<void> => {
    const demo = observe?.(demoFeed.name);
    const observed = { ...recorder, observe: demo?.recorded };
    await seedDemo(observed);
    running.push(runFeed(observed, demoFeed, closing.signal, demo?.failed));
  };
  return {
    start: async () => {
      if (config.feeds.includes("demo")) await startDemo();
      const { databaseUrl } = config;
      const holdShards = databaseUrl === undefined ? holdAllShards : createHoldShards(databaseUrl, log);
      const venues = createVenues(config, db);
      if (venues.length > 0) {
        // Loaded only if necessary, because the module's HTTP client takes 0.1 s to load.
        const { runVenues } = await import("@/server/ingest/polling/run-venues");
        running.push(runVenues(venues, { recorder, holdShards, observe }, closing.signal));
      }
      jobs.start({ name: "thin_observations", run: createThinning(db, clock) });
      jobs.start({ name: "expire_observations", run: createForgetting(db, clock) });
    },
    close: async () => {
      closing.abort();
      await Promise.all(running);
    },
  };
};

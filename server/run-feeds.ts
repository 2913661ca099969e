import type { Logger } from "pino";
import type { Config } from "@/server/config";
import type { Observers } from "@/server/observers";
import type { Recorder } from "@/server/recorder/record-snapshots";
import { runFeed } from "@/server/recorder/run-feed";
import { demoFeed, seedDemo } from "@/server/seed-demo";
import type { Stores } from "@/server/stores";

export type Feeds = {
  /** Resolves when what the feeds quote now has been recorded; they go on then. */
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The configured feeds: one process runs them, however many serve. */
export const createFeeds = (
  config: Config,
  { db, clock }: Stores,
  log: Logger,
  observe?: Observers["feed"],
): Feeds => {
  const demo = observe?.(demoFeed.name);
  const recorder: Recorder = { db, archiveFrom: config.archiveFrom, clock, log, observe: demo?.recorded };
  const closing = new AbortController();
  let running = Promise.resolve();
  return {
    start: async () => {
      if (!config.feeds.includes("demo")) return;
      await seedDemo(recorder);
      running = runFeed(recorder, demoFeed, closing.signal, demo?.failed);
    },
    close: async () => {
      closing.abort();
      await running;
    },
  };
};

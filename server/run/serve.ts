import type { Logger } from "pino";
import type { EmbeddedDatabase } from "@/db/embedded";
import { createSignInLink } from "@/server/account/sign-in/sign-in-tokens";
import type { Config } from "@/server/config";
import { findExampleSport } from "@/server/market/board/example-sport";
import { shareFailingJobs } from "@/server/run/jobs/share-failing-jobs";
import type { Observers, ProcessRole } from "@/server/run/observers";
import { createFeeds } from "@/server/run/run-feeds";
import { renewDemoKey } from "@/server/run/seed-demo";
import { createWeb } from "@/server/run/serve-web";
import { joinStores, openStores, type Stores } from "@/server/run/stores";
import { createWebWorkers, isFirstWorker, reportReady } from "@/server/run/web-workers";
import type { Services } from "@/server/web/http/services.types";

export type Close = () => Promise<void>;

type Serving = {
  readonly config: Config;
  readonly log: Logger;
  readonly observers: Observers;
  /** The embedded database that this process started. */
  readonly embedded: Promise<EmbeddedDatabase> | undefined;
  readonly development: boolean;
  /** Functions that are called when the process stops, one after another. Each started part adds its own `close`. */
  readonly closes: Close[];
};

/** Resolves when the process serves. */
type Serve = (serving: Serving) => Promise<void>;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const announce = async (
  { config, announceAccountChanged, board }: Services,
  stores: Stores,
): Promise<void> => {
  const ready = `Oddskeeper is ready at ${config.baseUrl}`;
  if (config.databaseUrl !== undefined) {
    print(ready);
    return;
  }
  const { email, key } = await renewDemoKey(stores.db, announceAccountChanged);
  const sport = findExampleSport(board, Date.now());
  const example = sport === undefined ? "/v1/sports" : `/v1/sports/${sport}/odds`;
  print(
    [
      ready,
      `demo account  ${email}`,
      `demo key      ${key}`,
      `sign-in link  ${await createSignInLink(stores.db, email, config.baseUrl)}`,
      "",
      `  curl -H 'X-API-Key: ${key}' '${config.baseUrl}${example}'`,
      "",
    ].join("\n"),
  );
};

const openingOf = (observers: Observers, embedded: Serving["embedded"]) => ({
  embedded,
  observe: observers.database,
  observeJob: observers.job,
});

const serveAlone: Serve = async ({ config, log, observers, embedded, development, closes }) => {
  const web = createWeb(config, log, { development, observers });
  closes.push(web.close);
  await web.listen();
  const stores = await openStores(config, openingOf(observers, embedded));
  const feeds = createFeeds(config, stores, log, observers.feed);
  closes.push(feeds.close, stores.close);
  await feeds.start();
  await announce(await web.open(stores), stores);
};

const serveTogether: Serve = async ({ config, log, observers, embedded, closes }) => {
  const workers = createWebWorkers(config.webConcurrency, log);
  const stores = await openStores(config, openingOf(observers, embedded));
  const feeds = createFeeds(config, stores, log, observers.feed);
  closes.push(workers.close, feeds.close, stores.close);
  await feeds.start();
  shareFailingJobs(stores.jobs);
  await workers.start();
};

const serveAsWorker: Serve = async ({ config, log, observers, development, closes }) => {
  const web = createWeb(config, log, { development, observers });
  closes.push(web.close);
  const stores = await joinStores(config, observers.database);
  closes.push(stores.close);
  const services = await web.open(stores);
  // A worker gets connections once it listens, so it listens only when it can handle them.
  await web.listen();
  if (isFirstWorker()) await announce(services, stores);
  reportReady();
};

/** Starts the parts that a process of each role runs. */
export const serveAs: Readonly<Record<ProcessRole, Serve>> = {
  alone: serveAlone,
  first: serveTogether,
  worker: serveAsWorker,
};

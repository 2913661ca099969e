/**
 * The program of `npm start` and, with `--dev`, of `npm run dev`. It runs the stores, the feeds, the API and the site behind one port.
 * WEB_CONCURRENCY processes serve the API and the site; in development, there is only one process. `npm start` runs this program as the
 * bundle that `server/bundle-server.ts` writes.
 */
import cluster from "node:cluster";
import type { Logger } from "pino";
import { DatabaseNotStartedError, DataDirInUseError } from "@/db/embedded";
import { isDiskFull } from "@/db/full-disk";
import { createSignInLink } from "@/server/accounts/sign-in-tokens";
import { findExampleSport } from "@/server/board/example-sport";
import { type Config, ConfigError, parseConfig } from "@/server/config";
import type { Services } from "@/server/http/services.types";
import { createLog } from "@/server/log";
import { logConsole } from "@/server/log-console";
import { MetricsPortError, observeProcess, type ProcessObservers } from "@/server/observe-process";
import type { Observers } from "@/server/observers";
import { createFeeds } from "@/server/run-feeds";
import { renewDemoKey } from "@/server/seed-demo";
import { createWeb } from "@/server/serve-web";
import { joinStores, openStores, type Stores } from "@/server/stores";
import { createWebWorkers, isFirstWorker, NotStartedError, reportReady } from "@/server/web-workers";

const development = process.argv.includes("--dev");
const maxStopMs = 10_000;

// React and Next read NODE_ENV when they are loaded.
Object.assign(process.env, { NODE_ENV: development ? "development" : "production" });

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const announce = async ({ config, noteAccountChanged, board }: Services, stores: Stores): Promise<void> => {
  const ready = `Oddskeeper is ready at ${config.baseUrl}`;
  if (config.databaseUrl !== undefined) {
    print(ready);
    return;
  }
  const { email, key } = await renewDemoKey(stores.db, noteAccountChanged);
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

let stopping = false;

type Close = () => Promise<void>;

/** On a signal to stop, calls all `closes` in order. Callers may add to `closes` until the signal arrives. Closes the metrics last. */
const closeOnSignal = (
  log: Logger,
  closes: readonly Close[],
  { close: closeMetrics }: ProcessObservers,
): void => {
  const stop = async (why: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, "stopping");
    setTimeout(() => process.exit(1), maxStopMs).unref();
    for (const close of [...closes, closeMetrics]) await close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(signal));
};

const exitWithDatabase = ({ databaseEnded }: Stores, log: Logger): void =>
  void databaseEnded.then((why) => {
    if (stopping) return;
    log.fatal({ why }, "the embedded database ended");
    process.exit(1);
  });

type Serve = (config: Config, log: Logger, closes: Close[], observers: Observers) => Promise<void>;

const serveAlone: Serve = async (config, log, closes, observers) => {
  const web = createWeb(config, log, { development, observers });
  closes.push(web.close);
  await web.listen();
  const stores = await openStores(config, observers.database);
  exitWithDatabase(stores, log);
  const feeds = createFeeds(config, stores, log, observers.feed);
  closes.push(feeds.close, stores.close);
  await feeds.start();
  await announce(await web.open(stores), stores);
};

/** Runs the stores, the feeds and the workers. */
const serveTogether: Serve = async (config, log, closes, observers) => {
  const workers = createWebWorkers(config.webConcurrency, log);
  const stores = await openStores(config, observers.database);
  exitWithDatabase(stores, log);
  const feeds = createFeeds(config, stores, log, observers.feed);
  closes.push(workers.close, feeds.close, stores.close);
  await feeds.start();
  await workers.start();
};

const serveAsWorker: Serve = async (config, log, closes, observers) => {
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

const serveAs = { alone: serveAlone, first: serveTogether, worker: serveAsWorker } as const;

const explain = (error: unknown): string => {
  const plain = [ConfigError, DataDirInUseError, DatabaseNotStartedError, MetricsPortError, NotStartedError];
  const isPlain = plain.some((kind) => error instanceof kind);
  if (isPlain && error instanceof Error) return error.message;
  if (isDiskFull(error)) return "no space is left on a disk that the service writes to";
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
    return `PORT: ${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

try {
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel);
  if (!development) logConsole(log);
  const closes: Close[] = [];
  const isTogether = config.webConcurrency > 1 && !development;
  const role = cluster.isWorker ? "worker" : isTogether ? "first" : "alone";
  const observed = await observeProcess(config, role, log);
  closeOnSignal(log, closes, observed);
  await serveAs[role](config, log, closes, observed.observers);
} catch (error) {
  if (!stopping) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

/**
 * The program of `npm start` and, with `--dev`, of `npm run dev`. It runs the stores, the feeds, the API and the site behind one port.
 * WEB_CONCURRENCY processes serve the API and the site; in development, there is only one process. `npm start` runs this program as the
 * bundle that `server/bundle-server.ts` writes.
 */
import cluster from "node:cluster";
import type { Logger } from "pino";
import {
  DatabaseNotStartedError,
  DataDirInUseError,
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from "@/db/embedded";
import { isDiskFull } from "@/db/full-disk";
import { ConfigError, parseConfig } from "@/server/config";
import { createLog } from "@/server/log";
import { logConsole } from "@/server/log-console";
import { MetricsPortError, observeProcess, type ProcessObservers } from "@/server/observe-process";
import type { Close } from "@/server/serve";
import { NotStartedError } from "@/server/web-workers";

const development = process.argv.includes("--dev");
const maxStopMs = 10_000;

// React and Next read NODE_ENV when they are loaded.
Object.assign(process.env, { NODE_ENV: development ? "development" : "production" });

let stopping = false;

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

const explain = (error: unknown): string => {
  const plain = [ConfigError, DataDirInUseError, DatabaseNotStartedError, MetricsPortError, NotStartedError];
  const isPlain = plain.some((kind) => error instanceof kind);
  if (isPlain && error instanceof Error) return error.message;
  if (isDiskFull(error)) return "no space is left on a disk that the service writes to";
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
    return `PORT: ${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

let embedded: Promise<EmbeddedDatabase> | undefined;
try {
  const config = parseConfig(process.env);
  const isTogether = config.webConcurrency > 1 && !development;
  const role = cluster.isWorker ? "worker" : isTogether ? "first" : "alone";
  const log = createLog(config.logLevel);
  if (!development) logConsole(log);
  const isEmbedded = config.databaseUrl === undefined;
  // The database's process starts while this process loads most of its modules, which takes half a second.
  embedded = isEmbedded && role !== "worker" ? startEmbeddedDatabase(config.dataDir) : undefined;
  void embedded?.then(
    async ({ ended }) => {
      const why = await ended;
      if (stopping) return;
      log.fatal({ why }, "the embedded database ended");
      process.exit(1);
    },
    // `serveAs` reports that the database did not start.
    () => undefined,
  );
  const { serveAs } = await import("@/server/serve");
  const closes: Close[] = [];
  const observed = await observeProcess(config, role, log);
  closeOnSignal(log, closes, observed);
  await serveAs[role]({ config, log, observers: observed.observers, embedded, development, closes });
} catch (error) {
  if (!stopping) {
    stopping = true;
    process.stderr.write(`${explain(error)}\n`);
    setTimeout(() => process.exit(1), maxStopMs).unref();
    await embedded?.then(({ close }) => close()).catch(() => undefined);
    process.exit(1);
  }
}

/**
 * The program of `npm start` and, with `--dev`, of `npm run dev`. It opens the stores, runs the feeds, and serves the API and the site on
 * one port. The variable WEB_CONCURRENCY sets how many processes serve the API and the site. In development, there is only one process.
 * `npm start` runs this program as the bundle that `server/build/bundle-server.ts` writes.
 */
import cluster from "node:cluster";
import type { Logger } from "pino";
import {
  DatabaseNotStartedError,
  DataDirInUseError,
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from "@/db/embedded";
import { DatabaseUnusableError } from "@/db/explain-connection";
import { isDiskFull } from "@/db/full-disk";
import { UnsupportedStoreError } from "@/server/account/metering/counter/counter-store";
import { type Config, ConfigError, parseConfig } from "@/server/config";
import { createLog } from "@/server/log";
import { logConsole } from "@/server/run/log-console";
import { MetricsPortError, observeProcess } from "@/server/run/observe-process";
import type { Close } from "@/server/run/serve";
import { NotStartedError } from "@/server/run/web-workers";

const development = process.argv.includes("--dev");
const maxStopMs = 10_000;

// React and Next read NODE_ENV when they are loaded.
Object.assign(process.env, { NODE_ENV: development ? "development" : "production" });

const explain = (error: unknown): string => {
  const plain = [
    ConfigError,
    DataDirInUseError,
    DatabaseNotStartedError,
    DatabaseUnusableError,
    MetricsPortError,
    NotStartedError,
    UnsupportedStoreError,
  ];
  const isPlain = plain.some((kind) => error instanceof kind);
  if (isPlain && error instanceof Error) return error.message;
  if (isDiskFull(error)) return "no space is left on a disk that the service writes to";
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
    return `PORT: ${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/** Functions that close what `serveAs` has started, in the order in which `stop` calls them. */
const closes: Close[] = [];
let closeDatabase: Close | undefined;
let closeMetrics: Close | undefined;
const stopping = new AbortController();

/** Closes everything that has started, and then ends the process. A database that is still starting is closed too. */
const stop = async (exitCode: 0 | 1, drainMs = 0): Promise<void> => {
  stopping.abort();
  setTimeout(() => process.exit(1), drainMs + maxStopMs).unref();
  let code = exitCode;
  for (const close of [...closes, closeDatabase, closeMetrics]) {
    try {
      await close?.();
    } catch (error) {
      process.stderr.write(`${explain(error)}\n`);
      code = 1;
    }
  }
  process.exit(code);
};

const stopOnSignal = (log: Logger, drainMs: number): void => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      if (stopping.signal.aborted) return;
      log.info({ why: signal }, "stopping");
      void stop(0, drainMs);
    });
};

/** Starts the embedded database. If the database fails to start, only the returned promise reports the error. */
const startDatabase = ({ dataDir }: Config, log: Logger): Promise<EmbeddedDatabase> => {
  const starting = startEmbeddedDatabase(dataDir, undefined, stopping.signal);
  closeDatabase = () =>
    starting.then(
      ({ close }) => close(),
      // `run` awaits the start too, and reports its failure.
      () => undefined,
    );
  const exitWithDatabase = async ({ ended }: EmbeddedDatabase): Promise<void> => {
    const why = await ended;
    if (stopping.signal.aborted) return;
    log.fatal({ why }, "the embedded database ended");
    process.exit(1);
  };
  // As above: `run` reports a failed start.
  void starting.then(exitWithDatabase, () => undefined);
  return starting;
};

const run = async (): Promise<void> => {
  const config = parseConfig(process.env);
  const isTogether = config.webConcurrency > 1 && !development;
  const role = cluster.isWorker ? "worker" : isTogether ? "first" : "alone";
  const log = createLog(config.logLevel);
  if (!development) logConsole(log);
  stopOnSignal(log, config.drainMs);
  const isOwner = config.databaseUrl === undefined && role !== "worker";
  // Loading most modules of this process takes half a second. The database starts meanwhile.
  const embedded = isOwner ? startDatabase(config, log) : undefined;
  const { serveAs } = await import("@/server/run/serve");
  if (stopping.signal.aborted) return;
  const { observers, close } = await observeProcess(config, role, log);
  closeMetrics = close;
  if (stopping.signal.aborted) return;
  await serveAs[role]({ config, log, observers, embedded, development, closes });
};

try {
  await run();
} catch (error) {
  if (!stopping.signal.aborted) {
    process.stderr.write(`${explain(error)}\n`);
    await stop(1);
  }
}

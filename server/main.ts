/** `npm start` and `npm run dev` (`--dev`): stores, feeds, API and site in one process behind one port. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { DataDirInUseError } from "@/db/embedded";
import { makeSignInLink } from "@/server/accounts/sign-in-tokens";
import { buildPages } from "@/server/build-pages";
import { type Config, ConfigError, parseConfig } from "@/server/config";
import { createListener, type PageHandler } from "@/server/http/listener";
import type { Services } from "@/server/http/services-type";
import { share } from "@/server/http/shared";
import { createLog } from "@/server/log";
import type { Recorder } from "@/server/recorder/record-snapshots";
import { runFeed } from "@/server/recorder/run-feed";
import { demoFeed, renewDemoKey, seedDemo } from "@/server/seed-demo";
import { createServices } from "@/server/services";
import { openStores, type Stores } from "@/server/stores";

const root = fileURLToPath(new URL("..", import.meta.url));
const development = process.argv.includes("--dev");
const longestStopMs = 10_000;

// React and Next read it when they are loaded.
Object.assign(process.env, { NODE_ENV: development ? "development" : "production" });

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const preparePages = async (server: Server): Promise<PageHandler> => {
  // Loaded here only: it is slow to load, and the API does not wait for it.
  const { default: next } = await import("next");
  // Given our server, Next would take every request with an Upgrade header from it; only hot reload needs that.
  const pages = next({ dev: development, dir: root, httpServer: development ? server : createServer() });
  await pages.prepare();
  return pages.getRequestHandler();
};

const listen = (server: Server, { port, host }: Config): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

const announce = async (config: Config, stores: Stores, services: Services): Promise<void> => {
  const ready = `Oddskeeper is ready at ${config.baseUrl}`;
  if (config.databaseUrl !== undefined) {
    say(ready);
    return;
  }
  const { email, key } = await renewDemoKey(stores.db, services.accountKeys);
  const hasPrices = services.board.upcoming("basketball_nba", Date.now()).length > 0;
  const example = hasPrices ? "/v1/sports/basketball_nba/odds" : "/v1/sports";
  say(
    [
      ready,
      `demo account  ${email}`,
      `demo key      ${key}`,
      `sign in as it ${await makeSignInLink(stores.db, email, config.baseUrl)}`,
      "",
      `  curl -H 'X-API-Key: ${key}' '${config.baseUrl}${example}'`,
      "",
    ].join("\n"),
  );
};

const stopOnSignal = (stop: (why: string) => Promise<void>): void => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(signal));
};

const run = async (config: Config, log: Logger): Promise<void> => {
  let services: Services | undefined;
  let handleV1: ReturnType<typeof share>["handleV1"] | undefined;
  let pages: PageHandler | undefined;
  const server = createListener({
    config,
    log,
    handleV1: () => handleV1,
    pages: () => pages,
    status: () => services?.status() ?? { ready: false, degraded: [] },
    development,
  });
  const port = await listen(server, config);
  const stores = await openStores(config);
  const publicConfig = config.port === 0 ? { ...config, port, baseUrl: `http://localhost:${port}` } : config;

  const feeds = new AbortController();
  let feedsEnded = Promise.resolve();
  let stopping = false;
  const stop = async (why: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, "stopping");
    setTimeout(() => process.exit(1), longestStopMs).unref();
    server.close();
    server.closeIdleConnections();
    feeds.abort();
    await feedsEnded;
    await services?.close();
    await stores.close();
    process.exit(0);
  };
  stopOnSignal(stop);
  void stores.databaseEnded.then((why) => {
    if (stopping) return;
    log.fatal({ why }, "the embedded database ended");
    process.exit(1);
  });

  const recorder: Recorder = { db: stores.db, archiveFrom: config.archiveFrom, log };
  const preparing = preparePages(server);
  if (config.feeds.includes("demo")) {
    await seedDemo(recorder);
    feedsEnded = runFeed(recorder, demoFeed, feeds.signal);
  }
  const started = await createServices(publicConfig, stores, log);
  handleV1 = share(started).handleV1;
  pages = await preparing;
  services = started;
  await announce(publicConfig, stores, started);
};

const explain = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof DataDirInUseError) return error.message;
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
    return `PORT: ${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

try {
  const config = parseConfig(process.env);
  process.chdir(root);
  if (!development) await buildPages(path.resolve(root));
  await run(config, createLog(config.logLevel));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import type { Config } from "@/server/config";
import type { HandleV1 } from "@/server/http/handle-v1";
import { createListener, type PageHandler } from "@/server/http/listener";
import type { Services } from "@/server/http/services-type";
import { share } from "@/server/http/shared";
import type { Observers } from "@/server/observers";
import { createServices } from "@/server/services";
import type { Stores } from "@/server/stores";

const root = fileURLToPath(new URL("..", import.meta.url));
/** A call that has been charged is answered before the process ends; main.ts ends it after 10 s. */
const longestAnswerMs = 3_000;
const idleEveryMs = 20;

const preparePages = async (server: Server, development: boolean): Promise<PageHandler> => {
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

/** Takes no more connections, and ends the others once what they have asked is answered, after `patienceMs` in any case. */
const drain = (server: Server, patienceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearInterval(closingIdle);
      clearTimeout(late);
      server.closeAllConnections();
      resolve();
    };
    const closingIdle = setInterval(() => server.closeIdleConnections(), idleEveryMs);
    const late = setTimeout(end, patienceMs);
    server.close(end);
  });

export type Web = {
  /** Begins to listen: health checks are answered, and all else once `open` has resolved. */
  readonly listen: () => Promise<void>;
  /** Puts site and API on open stores. */
  readonly open: (stores: Stores) => Promise<Services>;
  /** Answers what has been asked, takes no more, and closes what `open` has opened. */
  readonly close: () => Promise<void>;
};

/**
 * Site and API of one process.
 * `development`: pages are served with hot reload.
 */
export const createWeb = (
  config: Config,
  log: Logger,
  { development, observers }: { readonly development: boolean; readonly observers: Observers },
): Web => {
  let publicConfig = config;
  let opened: Services | undefined;
  let services: Services | undefined;
  let handleV1: HandleV1 | undefined;
  let pages: PageHandler | undefined;
  const server = createListener({
    config,
    log,
    handleV1: () => handleV1,
    pages: () => pages,
    accountsAnswer: async () => (services?.status().ready && (await services.website.answers())) ?? false,
    observeCall: observers.call,
    status: () => services?.status() ?? { ready: false, degraded: [] },
    development,
  });
  const preparing = preparePages(server, development);
  // Said by `open`, which may come to wait for it later.
  preparing.catch(() => undefined);

  return {
    listen: async () => {
      const port = await listen(server, config);
      if (config.port === 0) publicConfig = { ...config, port, baseUrl: `http://localhost:${port}` };
    },
    open: async (stores) => {
      opened = await createServices(publicConfig, stores, log, observers);
      handleV1 = share(opened).handleV1;
      pages = await preparing;
      services = opened;
      return opened;
    },
    close: async () => {
      // Hot reload's connections stay open for ever.
      await drain(server, development ? 0 : longestAnswerMs);
      await opened?.close();
    },
  };
};

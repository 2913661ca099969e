import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import type { Config } from "@/server/config";
import type { HandleV1 } from "@/server/http/handle-v1";
import { createListener, type PageHandler } from "@/server/http/listener";
import type { Services } from "@/server/http/services-type";
import { share } from "@/server/http/shared";
import { createServices } from "@/server/services";
import type { Stores } from "@/server/stores";

const root = fileURLToPath(new URL("..", import.meta.url));

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

export type Web = {
  /** Begins to listen: health checks are answered, and all else once `open` has resolved. */
  readonly listen: () => Promise<void>;
  /** Puts site and API on open stores. */
  readonly open: (stores: Stores) => Promise<Services>;
  /** Takes no more connections, lets go of idle ones and closes what `open` has opened. */
  readonly close: () => Promise<void>;
};

/**
 * Site and API of one process.
 * @param development pages are served with hot reload.
 */
export const createWeb = (config: Config, log: Logger, development: boolean): Web => {
  let publicConfig = config;
  let services: Services | undefined;
  let handleV1: HandleV1 | undefined;
  let pages: PageHandler | undefined;
  const server = createListener({
    config,
    log,
    handleV1: () => handleV1,
    pages: () => pages,
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
      const started = await createServices(publicConfig, stores, log);
      handleV1 = share(started).handleV1;
      pages = await preparing;
      services = started;
      return started;
    },
    close: async () => {
      server.close();
      server.closeIdleConnections();
      await services?.close();
    },
  };
};

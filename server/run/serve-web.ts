import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { projectFile } from "@/db/project-file";
import type { Config } from "@/server/config";
import { deliverySource } from "@/server/ingest/delivery/record-delivery";
import { createRecordingThread, type RecordingThread } from "@/server/ingest/delivery/recording-thread";
import { registerAppServices } from "@/server/run/app-services";
import type { Observers } from "@/server/run/observers";
import { createServices } from "@/server/run/services";
import type { Stores } from "@/server/run/stores";
import { drain } from "@/server/web/http/door/drain";
import { createHandleDelivery, type DeliveryServices } from "@/server/web/http/door/handle-delivery";
import { createListener, type PageHandler } from "@/server/web/http/door/listener";
import { releaseContexts } from "@/server/web/http/door/release-contexts";
import { createServeStaticFile, type ServeStaticFile } from "@/server/web/http/door/static-files";
import {
  createServeScreenStream,
  type ServeScreenStream,
} from "@/server/web/http/screen/serve-screen-stream";
import type { Services } from "@/server/web/http/services.types";
import { createHandleV1, type HandleV1 } from "@/server/web/http/v1/handle-v1";
import { createHandleMcp } from "@/server/web/mcp/handle-mcp";

/** When the process stops, calls in progress have this time to complete. main.ts ends the process after 10 s in any case. */
const maxDrainMs = 3_000;

const preparePages = async (server: Server, development: boolean): Promise<PageHandler> => {
  // Next is slow to load, and the API does not wait for it.
  const { default: next } = await import("next");
  // Next handles every Upgrade request of its server. Only hot reload needs these requests, so in production Next gets an unused server.
  const pages = next({
    dev: development,
    dir: projectFile(),
    httpServer: development ? server : createServer(),
  });
  await pages.prepare();
  const handle = pages.getRequestHandler();
  return development ? handle : releaseContexts(handle);
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
  /** Starts to listen. Only health checks succeed until `open` has created the services. */
  readonly listen: () => Promise<void>;
  /** Starts the site and the API with stores that are already open. */
  readonly open: (stores: Stores) => Promise<Services>;
  /** Keeps serving for `drainMs` without being ready, completes running calls, and closes the services that `open` created. */
  readonly close: () => Promise<void>;
};

/**
 * The site and the API of one process.
 * @param options.development serves pages and `/v1` with hot reload.
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
  let handleMcp: HandleV1 | undefined;
  let pages: PageHandler | undefined;
  let serveStaticFile: ServeStaticFile | undefined;
  let serveScreenStream: ServeScreenStream | undefined;
  let recording: RecordingThread | undefined;
  let isStopping = false;
  const deliveryTo = (recorder: DeliveryServices["recorder"]): HandleV1 =>
    createHandleDelivery({
      config: publicConfig,
      log,
      recorder,
      now: Date.now,
      observeCall: observers.call,
    });
  let handleDelivery = deliveryTo(undefined);
  const server = createListener({
    config,
    log,
    handleV1: () => handleV1,
    pages: () => pages,
    serveStaticFile: () => serveStaticFile,
    serveScreenStream: () => serveScreenStream,
    canReadAccounts: async () =>
      (services?.status().ready && (await services.accountPages.isDatabaseAvailable())) ?? false,
    handleDelivery: () => handleDelivery,
    handleMcp: () => handleMcp,
    observeCall: observers.call,
    status: () => {
      const { ready, degraded } = services?.status() ?? { ready: false, degraded: [] };
      return { ready: ready && !isStopping, degraded };
    },
    isStopping: () => isStopping,
    development,
  });
  const preparing = preparePages(server, development);
  // `open` awaits this promise and reports a failure. The empty handler only prevents an unhandled rejection until then.
  preparing.catch(() => undefined);

  return {
    listen: async () => {
      const port = await listen(server, config);
      if (config.port === 0) publicConfig = { ...config, port, baseUrl: `http://localhost:${port}` };
    },
    open: async (stores) => {
      opened = await createServices(publicConfig, stores, log, observers);
      const { lookUpSession, viewing } = registerAppServices(opened);
      serveScreenStream = createServeScreenStream({
        screens: opened.screens,
        limit: viewing,
        lookUpSession,
        baseUrl: publicConfig.baseUrl,
        log,
      });
      handleV1 = createHandleV1(opened);
      handleMcp = createHandleMcp(opened);
      const { archiveFrom, logLevel } = config;
      recording = createRecordingThread({
        address: stores.address,
        archiveFrom,
        logLevel,
        log,
        observeRecording: observers.feed?.(deliverySource.feed).recorded,
        observeDatabase: observers.database,
      });
      handleDelivery = deliveryTo({ db: stores.db, record: recording.record });
      pages = await preparing;
      if (!development) serveStaticFile = createServeStaticFile(projectFile(".next", "static"));
      services = opened;
      return opened;
    },
    close: async () => {
      isStopping = true;
      // Connections of hot reload never end, so development does not wait for them. A service that was never ready gets no requests.
      const openMs = development || services === undefined ? 0 : config.drainMs;
      await drain(server, openMs, development ? 0 : maxDrainMs, () => opened?.streams.shutDown());
      // At once, because a slow statement of a delivery must not take the time in which the charges are written.
      await Promise.all([recording?.close(), opened?.close()]);
    },
  };
};

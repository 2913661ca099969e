import { parseConfig } from "@/server/config";
import { createLog } from "@/server/log";
import { createRareLog, type RareLog } from "@/server/log-rarely";
import { createResolveAddress } from "@/server/web/http/door/client-address";
import { clientAddressHeader } from "@/server/web/http/door/page-headers";
import { createUnavailableV1 } from "@/server/web/http/door/unavailable-v1";
import { createViewingLimit, type ViewingLimit } from "@/server/web/http/screen/viewing-limit";
import type { Services } from "@/server/web/http/services.types";
import { createHandleV1, type HandleV1 } from "@/server/web/http/v1/handle-v1";
import { createLookUpSession, type LookUpSession } from "@/server/web/http/website/look-up-session";
import { createHandleMcp } from "@/server/web/mcp/handle-mcp";

/**
 * The services for the pages of a process. Next bundles pages separately from the front door, so pages find the services on `globalThis`.
 */
export type AppServices = {
  readonly services: Services;
  /** Whether a front door in this process passes requests on to Next. */
  readonly behindFrontDoor: boolean;
  /** The client's network address, from the headers of a request that reached Next. */
  readonly addressOf: (headers: Headers) => string;
  readonly lookUpSession: LookUpSession;
  readonly viewing: ViewingLimit;
  /** Logs each text at most once per minute. Used for messages that clients could otherwise cause without limit. */
  readonly logRarely: RareLog;
};

const slot = Symbol.for("oddskeeper.services");
type Registry = typeof globalThis & { [slot]?: Promise<AppServices> };
const registry = globalThis as Registry;

const createAddressOf = ({ config }: Services, behindFrontDoor: boolean): AppServices["addressOf"] => {
  if (behindFrontDoor) return (headers) => headers.get(clientAddressHeader) ?? "unknown";
  const resolveAddress = createResolveAddress(config.trustedProxies);
  return (headers) => resolveAddress(undefined, headers.get("x-forwarded-for") ?? undefined);
};

const toAppServices = (services: Services, behindFrontDoor: boolean): AppServices => ({
  services,
  behindFrontDoor,
  addressOf: createAddressOf(services, behindFrontDoor),
  lookUpSession: createLookUpSession(services.accountPages.findSession, services.now),
  viewing: createViewingLimit(services.now, { take: services.takeShared, secret: services.tagSecret }),
  logRarely: createRareLog(services.log),
});

/** Makes the front door's services available to the pages of this process. */
export const registerAppServices = (services: Services): AppServices => {
  const app = toAppServices(services, true);
  registry[slot] = Promise.resolve(app);
  return app;
};

let logRarely: RareLog | undefined;

const logFailedStart = (error: unknown): void => {
  // Every request retries a failed startup. The failure is logged at most once per minute.
  logRarely ??= createRareLog(createLog("warn"));
  const reason = error instanceof Error ? error.message : String(error);
  logRarely("the service cannot start in this process", { reason });
};

/**
 * The services of this process. Without a front door (serverless hosting) the first call starts them.
 * @throws if the services cannot be started. The next call tries again.
 */
export const getAppServices = (): Promise<AppServices> => {
  const registered = registry[slot];
  if (registered !== undefined) return registered;
  const starting = import("@/server/run/services")
    .then(({ startServices }) => startServices(parseConfig(process.env)))
    .then((services) => toAppServices(services, false));
  registry[slot] = starting;
  starting.catch((error: unknown) => {
    delete registry[slot];
    logFailedStart(error);
  });
  return starting;
};

/** Does not parse the configuration: an invalid configuration may be the reason why the service did not start. */
const respondNotStarted: HandleV1 = (request, info) => {
  const baseUrl = process.env.BASE_URL || new URL(request.url).origin;
  const docsUrl = process.env.DOCS_URL || `${baseUrl}/docs`;
  const message = "This instance could not start. Its log has the reason.";
  return createUnavailableV1({ baseUrl, docsUrl }, { message })(request, info);
};

/** Calls `handle` with the services of this process, if Next has to answer for the API. */
const mounted = async (
  request: Request,
  handle: (app: AppServices) => Promise<Response>,
): Promise<Response> => {
  // `getAppServices` logs the reason.
  const app = await getAppServices().catch(() => undefined);
  if (app === undefined) return respondNotStarted(request, { address: () => "unknown" });
  // In production the front door handles every API path itself.
  if (app.behindFrontDoor && process.env.NODE_ENV === "production")
    return new Response("There is no such page.\n", { status: 404 });
  return handle(app);
};

let handleV1: HandleV1 | undefined;

/**
 * Handles a `/v1` request that reached Next: on serverless hosting, and behind the front door in development, where hot reload replaces
 * this handler.
 */
export const handleMountedV1 = (request: Request): Promise<Response> =>
  mounted(request, (app) => {
    handleV1 ??= createHandleV1(app.services);
    return handleV1(request, {
      address: () => app.addressOf(request.headers),
      // Hides `accept-encoding`, so that the handler does not compress. Next would compress a compressed response again.
      header: (name) => (name === "accept-encoding" ? null : request.headers.get(name)),
    });
  });

let handleMcp: HandleV1 | undefined;

/** Handles a request for `/mcp` that reached Next, on serverless hosting. */
export const handleMountedMcp = (request: Request): Promise<Response> =>
  mounted(request, (app) => {
    handleMcp ??= createHandleMcp(app.services);
    return handleMcp(request, {
      address: () => app.addressOf(request.headers),
      host: request.headers.get("host") ?? undefined,
    });
  });

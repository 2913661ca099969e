import { parseConfig } from "@/server/config";
import { createResolveAddress } from "@/server/http/client-address";
import { createHandleV1, type HandleV1 } from "@/server/http/handle-v1";
import { createLookUpSession, type LookUpSession } from "@/server/http/look-up-session";
import { clientAddressHeader } from "@/server/http/page-headers";
import type { Services } from "@/server/http/services-type";
import { createUnavailableV1 } from "@/server/http/unavailable-v1";
import { createLog } from "@/server/log";
import { createRareLog, type RareLog } from "@/server/metering/log-rarely";

/** What one process shares between the front door and the pages, which are bundled apart from it. */
export type Shared = {
  readonly services: Services;
  readonly handleV1: HandleV1;
  /** Whether the front door of this process passes on what reaches Next. */
  readonly behindFrontDoor: boolean;
  /** Who sent a request that reached Next. */
  readonly addressOf: (headers: Headers) => string;
  readonly lookUpSession: LookUpSession;
  /** For what a client can make happen as often as it likes. */
  readonly logRarely: RareLog;
};

const slot = Symbol.for("oddskeeper.shared");
type Registry = typeof globalThis & { [slot]?: Promise<Shared> };
const registry = globalThis as Registry;

const createAddressOf = ({ config }: Services, behindFrontDoor: boolean): Shared["addressOf"] => {
  if (behindFrontDoor) return (headers) => headers.get(clientAddressHeader) ?? "unknown";
  const resolveAddress = createResolveAddress(config.trustedProxies);
  return (headers) => resolveAddress(undefined, headers.get("x-forwarded-for") ?? undefined);
};

const toShared = (services: Services, behindFrontDoor: boolean): Shared => ({
  services,
  handleV1: createHandleV1(services),
  behindFrontDoor,
  addressOf: createAddressOf(services, behindFrontDoor),
  lookUpSession: createLookUpSession(services.website.findSession, services.now),
  logRarely: createRareLog(services.log),
});

/** Puts the process's services where pages find them. Called once, by the front door. */
export const share = (services: Services): Shared => {
  const shared = toShared(services, true);
  registry[slot] = Promise.resolve(shared);
  return shared;
};

let logWhyNot: RareLog | undefined;

/** Every call tries again: the log says why it cannot once a minute. */
const sayWhyNot = (error: unknown): void => {
  logWhyNot ??= createRareLog(createLog("warn"));
  const why = error instanceof Error ? error.message : String(error);
  logWhyNot("the service cannot start in this process", { why });
};

/** The process's services; started here when nothing else has, as on serverless hosting. A failed start is tried again by the next call. */
export const getShared = (): Promise<Shared> => {
  const known = registry[slot];
  if (known !== undefined) return known;
  const starting = import("@/server/services")
    .then(({ startServices }) => startServices(parseConfig(process.env)))
    .then((services) => toShared(services, false));
  registry[slot] = starting;
  starting.catch((error: unknown) => {
    delete registry[slot];
    sayWhyNot(error);
  });
  return starting;
};

/** The configuration may be what is wrong. */
const answerNotStarted: HandleV1 = (request, info) => {
  const baseUrl = process.env.BASE_URL || new URL(request.url).origin;
  const docsUrl = process.env.DOCS_URL || `${baseUrl}/docs`;
  const message = "This instance could not start. Its log says why.";
  return createUnavailableV1({ baseUrl, docsUrl }, { message })(request, info);
};

/** Answers a public call that reached Next: the mount for serverless hosting, where no front door stands before it. */
export const answerV1 = async (request: Request): Promise<Response> => {
  const shared = await getShared().catch(() => undefined);
  if (shared === undefined) return answerNotStarted(request, { address: () => "unknown" });
  // The front door responds to every API call itself, so no API call arrives here.
  if (shared.behindFrontDoor) return new Response("There is no such page.\n", { status: 404 });
  return shared.handleV1(request, { address: () => shared.addressOf(request.headers) });
};

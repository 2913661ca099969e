import { parseConfig } from "@/server/config";
import { createResolveAddress, type ResolveAddress } from "@/server/http/client-address";
import { createHandleV1, type HandleV1 } from "@/server/http/handle-v1";
import type { Services } from "@/server/http/services-type";
import { createUnavailableV1 } from "@/server/http/unavailable-v1";

/** What one process shares between the front door and the pages, which are bundled apart from it. */
export type Shared = {
  readonly services: Services;
  readonly handleV1: HandleV1;
  readonly resolveAddress: ResolveAddress;
};

const slot = Symbol.for("oddskeeper.shared");
type Registry = typeof globalThis & { [slot]?: Promise<Shared> };
const registry = globalThis as Registry;

const toShared = (services: Services): Shared => ({
  services,
  handleV1: createHandleV1(services),
  resolveAddress: createResolveAddress(services.config.trustedProxies),
});

/** Puts the process's services where pages find them. Called once, by whoever starts them. */
export const share = (services: Services): Shared => {
  const shared = toShared(services);
  registry[slot] = Promise.resolve(shared);
  return shared;
};

/** The process's services; started here when nothing else has, as on serverless hosting. A failed start is tried again by the next call. */
export const getShared = (): Promise<Shared> => {
  const known = registry[slot];
  if (known !== undefined) return known;
  const starting = import("@/server/services")
    .then(({ startServices }) => startServices(parseConfig(process.env)))
    .then(toShared);
  registry[slot] = starting;
  starting.catch(() => {
    delete registry[slot];
  });
  return starting;
};

/** Answers a public call that reached Next: the mount for serverless hosting, where no front door stands before it. */
export const answerV1 = async (request: Request): Promise<Response> => {
  const shared = await getShared().catch(() => undefined);
  if (shared === undefined)
    return createUnavailableV1(parseConfig(process.env))(request, { address: () => "unknown" });
  const address = () => shared.resolveAddress(undefined, request.headers.get("x-forwarded-for") ?? undefined);
  return shared.handleV1(request, { address });
};

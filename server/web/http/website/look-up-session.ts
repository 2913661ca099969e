import type { WebsiteSession } from "@/server/account/sign-in/find-session";
import { getOrInsert } from "@/server/domain/collections";
import { ApiError } from "@/server/domain/errors/api-error";
import {
  addressRequestsPerSecond,
  createAddressLimit,
  networkOf,
} from "@/server/web/http/door/address-limit";

/** The session of a cookie; undefined if the cookie is not valid. `too_many`: the network is over its limit, so the cookie was not looked up. */
export type SessionLookup = WebsiteSession | "too_many" | undefined;

export const tooManyUnknownSessions = (): ApiError =>
  new ApiError("SPEED_LIMIT", {
    message: `More than ${addressRequestsPerSecond} requests with an unknown session cookie in one second from your network.`,
    retryAfterSeconds: 1,
  });

/** Looks up the session cookie of a client with this network address. */
export type LookUpSession = (cookie: string, address: string) => Promise<SessionLookup>;

/**
 * Limits lookups of unknown session cookies per network and second (see `createAddressLimit`). Valid cookies do not count.
 * `now` in ms.
 */
export const createLookUpSession = (
  findSession: (cookie: string) => Promise<WebsiteSession | undefined>,
  now: () => number,
): LookUpSession => {
  const limit = createAddressLimit(now);
  const inFlight = new Map<string, Set<Promise<unknown>>>();

  const lookUp = async (cookie: string, address: string): Promise<SessionLookup> => {
    const session = await findSession(cookie);
    if (session === undefined) limit.charge(address);
    return session;
  };

  return async (cookie, address) => {
    const network = networkOf(address);
    // A lookup in flight counts against the limit until its cookie proves valid. Do not await anything between the check of `running.size`
    // and `running.add`. Otherwise, several lookups could pass the same check.
    for (;;) {
      const { remaining } = limit.peek(address);
      if (remaining === 0) return "too_many";
      const running = inFlight.get(network);
      if (running === undefined || running.size < remaining) break;
      await Promise.race(running);
    }
    const running = getOrInsert(inFlight, network, () => new Set());
    const lookup = lookUp(cookie, address);
    // An error of `lookup` is handled by the code that awaits `lookup`. Waiting lookups only need to know that this lookup has ended.
    const ended = lookup
      .catch(() => undefined)
      .finally(() => {
        running.delete(ended);
        if (running.size === 0 && inFlight.get(network) === running) inFlight.delete(network);
      });
    running.add(ended);
    return lookup;
  };
};

import type { WebsiteSession } from "@/server/accounts/find-session";
import { createAddressLimit, networkOf } from "@/server/http/address-limit";

/** Whose session a cookie names; `too_many` where it was not looked up. */
export type Visitor = WebsiteSession | "too_many" | undefined;

/** Looks up a session cookie that a client at an address presents. */
export type LookUpSession = (cookie: string, address: string) => Promise<Visitor>;

/**
 * Looks up session cookies. Once as many from one network were none within a second as calls without an account may be made, no other of
 * it is looked up in that second. Those that are sessions do not count. `now` in ms.
 */
export const createLookUpSession = (
  findSession: (cookie: string) => Promise<WebsiteSession | undefined>,
  now: () => number,
): LookUpSession => {
  const limit = createAddressLimit(now);
  const inFlight = new Map<string, Set<Promise<unknown>>>();

  const lookUp = async (cookie: string, address: string): Promise<Visitor> => {
    const session = await findSession(cookie);
    if (session === undefined) limit.charge(address);
    return session;
  };

  return async (cookie, address) => {
    const network = networkOf(address);
    // However many come at once, those in flight cannot exceed the limit. No await stands between the last look and the entry.
    for (;;) {
      const { remaining } = limit.peek(address);
      if (remaining === 0) return "too_many";
      const running = inFlight.get(network);
      if (running === undefined || running.size < remaining) break;
      await Promise.race(running);
    }
    const running = inFlight.get(network) ?? new Set();
    inFlight.set(network, running);
    const looking = lookUp(cookie, address);
    // A failure is the caller's; a waiting lookup only needs to know that this one is over.
    const settled = looking
      .catch(() => undefined)
      .finally(() => {
        running.delete(settled);
        if (running.size === 0 && inFlight.get(network) === running) inFlight.delete(network);
      });
    running.add(settled);
    return looking;
  };
};

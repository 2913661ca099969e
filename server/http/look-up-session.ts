import type { WebsiteSession } from "@/server/accounts/find-session";
import { createAddressLimit } from "@/server/http/address-limit";

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
  return async (cookie, address) => {
    if (limit.peek(address).remaining === 0) return "too_many";
    const session = await findSession(cookie);
    if (session === undefined) limit.charge(address);
    return session;
  };
};

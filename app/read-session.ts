import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { WebsiteSession } from "@/server/accounts/find-session";
import { sessionCookieName } from "@/server/accounts/session-cookie";
import { getShared } from "@/server/http/shared";

/**
 * Who is signed in on the request that is being answered; looked up once for a page. `too_many`: so many cookies from the same network
 * were none within this second that no other is looked up.
 */
export const findVisitor = cache(async (): Promise<WebsiteSession | "too_many" | undefined> => {
  const [jar, sent, shared] = await Promise.all([cookies(), headers(), getShared()]);
  const { services, cookieLimit } = shared;
  const cookie = jar.get(sessionCookieName(services.config.baseUrl))?.value;
  if (cookie === undefined || cookie === "") return undefined;
  const address = shared.addressOf(sent);
  if (cookieLimit.peek(address).remaining === 0) return "too_many";
  const session = await services.website.findSession(cookie);
  if (session === undefined) cookieLimit.charge(address);
  return session;
});

/** Who is signed in on the page that is being answered. */
export const readSession = async (): Promise<WebsiteSession | undefined> => {
  const visitor = await findVisitor();
  return visitor === "too_many" ? undefined : visitor;
};

/**
 * The session of a page that needs one; without it the visitor is sent to sign in.
 * @param path where to come back to.
 */
export const requireSession = async (path: string): Promise<WebsiteSession> => {
  const session = await readSession();
  if (session === undefined) redirect(`/signin?${new URLSearchParams({ callbackUrl: path })}`);
  return session;
};

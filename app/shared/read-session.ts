import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { WebsiteSession } from "@/server/account/sign-in/find-session";
import { sessionCookieName } from "@/server/account/sign-in/session-cookie";
import { getAppServices } from "@/server/run/app-services";
import type { SessionLookup } from "@/server/web/http/website/look-up-session";

/**
 * Finds the session of the current request. Cached for the request.
 * @returns undefined for signed-out visitors; `too_many` if the client sent too many invalid cookies.
 */
export const findVisitor = cache(async (): Promise<SessionLookup> => {
  const [jar, sent, { services, addressOf, lookUpSession }] = await Promise.all([
    cookies(),
    headers(),
    getAppServices(),
  ]);
  const cookie = jar.get(sessionCookieName(services.config.baseUrl))?.value;
  return cookie === undefined || cookie === "" ? undefined : lookUpSession(cookie, addressOf(sent));
});

/** The session of the current request. Undefined for signed-out visitors and for clients that sent too many invalid cookies. */
export const readSession = async (): Promise<WebsiteSession | undefined> => {
  const visitor = await findVisitor();
  return visitor === "too_many" ? undefined : visitor;
};

/**
 * The session of the current request. Without a session, redirects to the sign-in page.
 * @param path the path of the page to show after the sign-in.
 */
export const requireSession = async (path: string): Promise<WebsiteSession> => {
  const session = await readSession();
  if (session === undefined) redirect(`/signin?${new URLSearchParams({ callbackUrl: path })}`);
  return session;
};

import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { WebsiteSession } from "@/server/accounts/find-session";
import { sessionCookieName } from "@/server/accounts/session-cookie";
import type { Visitor } from "@/server/http/look-up-session";
import { getShared } from "@/server/http/shared";

/** Who is signed in on the request that is being answered; looked up once for a page. */
export const findVisitor = cache(async (): Promise<Visitor> => {
  const [jar, sent, { services, addressOf, lookUpSession }] = await Promise.all([
    cookies(),
    headers(),
    getShared(),
  ]);
  const cookie = jar.get(sessionCookieName(services.config.baseUrl))?.value;
  return cookie === undefined || cookie === "" ? undefined : lookUpSession(cookie, addressOf(sent));
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

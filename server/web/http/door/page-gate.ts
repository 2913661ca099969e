import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { unavailableHeader } from "@/server/web/http/door/page-headers";

export type PageRejection = {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
};

const isRead = (method: string | undefined): boolean => method === "GET" || method === "HEAD";

const isReadableState = (state: string | string[] | undefined): boolean => {
  try {
    parseAndValidateFlightRouterState(state);
    return true;
  } catch {
    return false;
  }
};

/**
 * Rejects requests that would make Next fail and log an error: server actions (the site has none), a malformed router state, and methods
 * other than GET and HEAD on paths outside `/api/`.
 * @returns undefined if Next can handle the request.
 */
export const rejectPage = ({ method, headers }: IncomingMessage, path: string): PageRejection | undefined => {
  if (headers["next-action"] !== undefined) return { status: 400, text: "This site has no server actions." };
  if (!isReadableState(headers["next-router-state-tree"]))
    return { status: 400, text: "Next-Router-State-Tree is malformed." };
  if (isRead(method) || path.startsWith("/api/")) return undefined;
  return { status: 405, text: "Pages support GET and HEAD only.", headers: { Allow: "GET, HEAD" } };
};

const accountPaths = /^\/(signin|account|api\/trpc|api\/auth\/(signin|signout|callback))(\/|$)/;

/** Whether a page, or a call from a page, needs the accounts in the database. */
export const needsAccounts = (path: string): boolean => accountPaths.test(path);

/** Files and responses for scripts, which set their own Cache-Control. */
const notPages = /^\/(api|_next|\.well-known)\/|\.\w+$/;
const sessionCookie = /session-token/;

/**
 * Whether a browser may keep a page for its Back button. Next's default, `no-store`, forbids that. A page that was rendered for an account
 * must not be shown again after the account has signed out.
 */
export const mayBeKept = ({ headers }: IncomingMessage, path: string): boolean =>
  !needsAccounts(path) && !notPages.test(path) && !sessionCookie.test(headers.cookie ?? "");

/**
 * Rewrites a request so that Next renders the "accounts are unavailable" page.
 * @returns false if the client does not accept HTML.
 */
export const rewriteToUnavailablePage = (incoming: IncomingMessage, path: string): boolean => {
  if (!(incoming.headers.accept ?? "").includes("text/html")) return false;
  const isPage = isRead(incoming.method) && !path.startsWith("/api/");
  incoming.method = incoming.method === "HEAD" ? "HEAD" : "GET";
  incoming.url = "/unavailable";
  incoming.headers[unavailableHeader] = isPage ? encodeURI(path) : "/signin";
  // The page at /unavailable must not look up a session.
  delete incoming.headers.cookie;
  return true;
};

import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { unavailableHeader } from "@/server/http/page-headers";

export type PageRefusal = {
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
 * What no page answers, and Next would complain about in the log: server actions, of which there are none, methods that only they use, and
 * a router's state that Next cannot read.
 * @returns undefined when the request may go on.
 */
export const refusePage = ({ method, headers }: IncomingMessage, path: string): PageRefusal | undefined => {
  if (headers["next-action"] !== undefined) return { status: 400, text: "This site has no server actions." };
  if (!isReadableState(headers["next-router-state-tree"]))
    return { status: 400, text: "Next-Router-State-Tree is malformed." };
  if (isRead(method) || path.startsWith("/api/")) return undefined;
  return { status: 405, text: "Pages are read with GET.", headers: { Allow: "GET, HEAD" } };
};

const ofAccounts = /^\/(signin|account|api\/trpc|api\/auth\/(signin|signout|callback))(\/|$)/;

/** Whether a page, or a call of one, can be answered only where accounts can be read. */
export const needsAccounts = (path: string): boolean => ofAccounts.test(path);

/**
 * Makes a request one for the page that says that accounts are unavailable.
 * @returns false when who asks reads no pages.
 */
export const askForUnavailablePage = (incoming: IncomingMessage, path: string): boolean => {
  if (!(incoming.headers.accept ?? "").includes("text/html")) return false;
  const isPage = isRead(incoming.method) && !path.startsWith("/api/");
  incoming.method = incoming.method === "HEAD" ? "HEAD" : "GET";
  incoming.url = "/unavailable";
  incoming.headers[unavailableHeader] = isPage ? encodeURI(path) : "/signin";
  // It shows nobody's account, and must not look for one.
  delete incoming.headers.cookie;
  return true;
};

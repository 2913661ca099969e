import ipaddr from "ipaddr.js";
import { ApiError } from "@/server/domain/errors/api-error";

const hostnameOf = (url: string): string | undefined => {
  try {
    return new URL(url).hostname.toLowerCase();
  } catch {
    return undefined;
  }
};

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1");

const isLoopback = (hostname: string): boolean => {
  if (hostname === "localhost") return true;
  const address = withoutBrackets(hostname);
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
};

/**
 * Whether a page could not have chosen the host. A page of another site can make its own name resolve to this server, but not an address,
 * and not a name without a dot, which only a local network has.
 */
const isOwnHost = (host: string, baseUrl: string): boolean => {
  const hostname = hostnameOf(`http://${host}`);
  if (hostname === undefined) return false;
  if (hostname === hostnameOf(baseUrl) || !hostname.includes(".")) return true;
  return ipaddr.isValid(withoutBrackets(hostname));
};

/** Programs send no Origin, and desktop programs one that no web page has, such as `vscode-file://`. */
const isAllowedOrigin = (origin: string, baseUrl: string): boolean => {
  if (origin === new URL(baseUrl).origin) return true;
  if (!/^https?:/i.test(origin)) return origin !== "null" && origin !== "";
  const hostname = hostnameOf(origin);
  return hostname !== undefined && isLoopback(hostname);
};

/**
 * Rejects requests that a page of another site made a browser send, by their Origin. The protocol demands this of every server.
 * @param origin null without an Origin header.
 * @throws FORBIDDEN_ORIGIN
 */
export const checkOrigin = (origin: string | null, baseUrl: string): void => {
  if (origin !== null && !isAllowedOrigin(origin, baseUrl)) throw new ApiError("FORBIDDEN_ORIGIN");
};

/**
 * Rejects requests for a host name that a page of another site made resolve to this server.
 * @param host undefined if the request has no Host header.
 * @throws FORBIDDEN_ORIGIN
 */
export const checkHost = (host: string | undefined, baseUrl: string): void => {
  if (host === undefined || !isOwnHost(host, baseUrl)) throw new ApiError("FORBIDDEN_ORIGIN");
};

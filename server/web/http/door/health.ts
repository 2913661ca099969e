import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceStatus } from "@/server/web/http/services.types";

const send = (incoming: IncomingMessage, outgoing: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body);
  outgoing.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
  });
  outgoing.end(incoming.method === "HEAD" ? undefined : text);
};

const isRead = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";

/** Serves /healthz and /readyz. These paths require no key and are not limited. @returns false for any other path. */
export const serveHealth = (
  path: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  status: () => ServiceStatus,
): boolean => {
  if (path !== "/healthz" && path !== "/readyz") return false;
  if (!isRead(incoming)) {
    outgoing.setHeader("Allow", "GET, HEAD");
    send(incoming, outgoing, 405, { status: "method_not_allowed" });
  } else if (path === "/healthz") send(incoming, outgoing, 200, { status: "ok" });
  else {
    const { ready, degraded } = status();
    const body = { status: ready ? "ready" : "not_ready", ...(degraded.length > 0 && { degraded }) };
    send(incoming, outgoing, ready ? 200 : 503, body);
  }
  return true;
};

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import type { Config } from "@/server/config";
import { ownValue } from "@/server/domain/catalogue/own-value";
import { minuteMs } from "@/server/domain/durations";
import { createRareLog } from "@/server/log-rarely";
import { loggableError } from "@/server/loggable-error";
import { createResolveAddress } from "@/server/web/http/door/client-address";
import { serveHealth } from "@/server/web/http/door/health";
import {
  mayBeKept,
  needsAccounts,
  rejectPage,
  rewriteToUnavailablePage,
} from "@/server/web/http/door/page-gate";
import { clientAddressHeader, unavailableHeader } from "@/server/web/http/door/page-headers";
import { securePage } from "@/server/web/http/door/page-security";
import {
  isReadablePath,
  isV1Path,
  resolvePath,
  splitTarget,
  versionOf,
} from "@/server/web/http/door/split-target";
import type { ServeStaticFile } from "@/server/web/http/door/static-files";
import { createUnavailableV1 } from "@/server/web/http/door/unavailable-v1";
import { describeUnparsed, type ParseError } from "@/server/web/http/door/unparsed-request";
import { writeRawResponse } from "@/server/web/http/door/write-raw-response";
import { screenStreamPath } from "@/server/web/http/screen/screen-stream-path";
import type { ServeScreenStream } from "@/server/web/http/screen/serve-screen-stream";
import type { ServiceStatus } from "@/server/web/http/services.types";
import type { RequestInfo } from "@/server/web/http/v1/call";
import { deliveryPath, mcpPath, type ObserveCall } from "@/server/web/http/v1/completed-call";
import type { HandleV1 } from "@/server/web/http/v1/handle-v1";

/** Next's request handler. */
export type PageHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

export type ListenerOptions = {
  readonly config: Pick<Config, "baseUrl" | "docsUrl" | "trustedProxies">;
  readonly log: Pick<Logger, "error" | "warn">;
  /** Undefined until the service has started. Until then, `/v1` fails with INTERNAL_ERROR. */
  readonly handleV1: () => HandleV1 | undefined;
  readonly handleDelivery: () => HandleV1;
  /** Undefined until the service has started. */
  readonly handleMcp?: () => HandleV1 | undefined;
  /** Undefined until pages can be served. */
  readonly pages: () => PageHandler | undefined;
  /** Undefined until pages can be served, and in development. */
  readonly serveStaticFile?: () => ServeStaticFile | undefined;
  /** Undefined until the service has started. */
  readonly serveScreenStream?: () => ServeScreenStream | undefined;
  readonly status: () => ServiceStatus;
  /** Whether the service will end soon. Each connection then ends with its current response. */
  readonly isStopping?: () => boolean;
  /** Whether accounts can be read now. Never rejects. */
  readonly canReadAccounts: () => Promise<boolean>;
  /** Receives the calls that arrive before there is a `handleV1`. */
  readonly observeCall?: ObserveCall | undefined;
  /** Serves pages and `/v1` with hot reload. */
  readonly development?: boolean;
};

// Longer than the idle timeout of common load balancers (60 s), so that the balancer closes first.
const keepAliveTimeoutMs = 65_000;
const requestTimeoutMs = minuteMs;

/** The methods of all paths, for `OPTIONS *`. */
const serverMethods = "DELETE, GET, HEAD, OPTIONS, POST";
const retryPageAfter = { "Retry-After": "10" };

const sendText = (
  outgoing: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", ...headers });
  outgoing.end(`${text}\n`);
};

/** Calls `run` once the response has been written, or its connection has closed. */
const afterResponse = (outgoing: ServerResponse, run: () => void): void => {
  if (outgoing.writableFinished) run();
  else outgoing.once("close", run);
};

const isReading = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";

/** Whether a path is that of streams. The spelling `/v1/odds/stream/` is the same path. */
const isStreamPath = (path: string): boolean => path === "/v1/odds/stream" || path === "/v1/odds/stream/";

/** Whether a resolved path is that of assistants. */
const isMcpPath = (path: string): boolean => path === mcpPath || path === `${mcpPath}/`;

type V1Incoming = IncomingMessage & {
  v1Target?: string;
  /** The Host header as sent, of a request for `/mcp`. */
  sentHost?: string | undefined;
  /** Whether another response is sent instead of the handler's response. */
  isReplaced?: boolean;
};

/** At most this much of the body of a GET or HEAD request is read before the handler runs. The rest is read after the response. */
const maxAwaitedBytes = 64 * 1024;

/** Whether a GET or HEAD request has a body. No procedure reads such a body. */
const announcesUnusedBody = ({ method, headers }: IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") &&
  (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0);

/**
 * Reads and drops the body. Calls `run` at the end of the body, or after `maxAwaitedBytes`. If Node finds before then that the body
 * is malformed, `run` is not called, so the API call fails and costs nothing.
 */
const afterBody = (incoming: IncomingMessage, outgoing: ServerResponse, run: () => void): void => {
  let isRunning = false;
  let bytes = 0;
  const runOnce = (): void => {
    if (isRunning) return;
    isRunning = true;
    run();
  };
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxAwaitedBytes || isRunning) return;
    incoming.pause();
    outgoing.once("close", () => incoming.resume());
    runOnce();
  });
  incoming.once("end", runOnce);
};

/** Creates the front door: a Node server for the API, deliveries, pages and health checks. The server does not listen yet. */
export const createListener = (options: ListenerOptions): Server => {
  const { config, log } = options;
  const resolveAddress = createResolveAddress(config.trustedProxies);
  const unavailable = createUnavailableV1(config, { observe: options.observeCall });
  const https = config.baseUrl.startsWith("https:");

  const handle: HandleV1 = (request, info) => (options.handleV1() ?? unavailable)(request, info);

  const handleMcp: HandleV1 = (request, info) => (options.handleMcp?.() ?? unavailable)(request, info);

  const addressOf = (incoming: IncomingMessage): string => {
    const forwardedFor = incoming.headers["x-forwarded-for"];
    return resolveAddress(
      // After a reset, the socket has no address. `resolveAddress` trusts an undefined peer if any trusted proxy is configured, but never
      // the peer "unknown".
      incoming.socket.remoteAddress ?? "unknown",
      Array.isArray(forwardedFor) ? forwardedFor.join(",") : forwardedFor,
    );
  };

  // Methods, not getters: V8 gives each object literal with a getter its own hidden class. Such a class keeps the request alive until the
  // next full garbage collection.
  const infoOf = (incoming: V1Incoming): RequestInfo => ({
    address: () => addressOf(incoming),
    header: (name) => {
      const value = ownValue(incoming.headers, name);
      return Array.isArray(value) ? value.join(", ") : (value ?? null);
    },
    target: incoming.v1Target ?? incoming.url ?? "/",
    method: incoming.method ?? "GET",
    host: incoming.sentHost,
    delivery: () => (incoming.isReplaced ? "replaced" : incoming.socket.destroyed ? "aborted" : "open"),
  });

  const failEarly = (error: unknown): Promise<Response> => {
    log.error({ err: loggableError(error) }, "a request failed before its handler ran");
    return unavailable(new Request("http://localhost/"), { address: () => "unknown" });
  };

  const respondV1 = getRequestListener(
    (request, { incoming }) => handle(request, infoOf(incoming as V1Incoming)),
    {
      hostname: "localhost",
      errorHandler: failEarly,
    },
  );

  const respondDelivery = getRequestListener(
    (request, { incoming }) => options.handleDelivery()(request, infoOf(incoming as V1Incoming)),
    { hostname: "localhost", errorHandler: failEarly },
  );

  const respondMcp = getRequestListener(
    (request, { incoming }) => handleMcp(request, infoOf(incoming as V1Incoming)),
    { hostname: "localhost", errorHandler: failEarly },
  );
  /** Handles a request for a stream, which writes to the connection itself. */
  const respondStream = async (incoming: V1Incoming, outgoing: ServerResponse): Promise<void> => {
    const request = new Request("http://localhost/v1");
    const response = await handle(request, { ...infoOf(incoming), connection: () => outgoing });
    if (outgoing.headersSent) return;
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  };

  const { development = false } = options;
  const logRarely = createRareLog(log);

  const respondPage = async (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    path: string,
  ): Promise<void> => {
    const pages = options.pages();
    if (pages === undefined) {
      sendText(outgoing, 503, "The site is starting.", retryPageAfter);
      return;
    }
    // In development, `rejectPage` does not run, because it would reject the POST requests of hot reload.
    const rejection = development ? undefined : rejectPage(incoming, path);
    if (rejection !== undefined) {
      sendText(outgoing, rejection.status, rejection.text, rejection.headers);
      return;
    }
    if (options.serveStaticFile?.()?.(path, incoming, outgoing)) return;
    // Next gets only the path and the query. If the target were a full URL, Next would redirect the client to the same URL.
    const target = splitTarget(incoming.url ?? "/");
    incoming.url = target.query === "" ? target.path : `${target.path}?${target.query}`;
    incoming.headers[clientAddressHeader] = addressOf(incoming);
    delete incoming.headers[unavailableHeader];
    securePage(incoming, outgoing, { development, https });
    if (!development && mayBeKept(incoming, path)) outgoing.setHeader("Cache-Control", "private, no-cache");
    if (needsAccounts(path) && !(await options.canReadAccounts())) {
      logRarely("account pages are unavailable: the database does not respond", {});
      if (!rewriteToUnavailablePage(incoming, path)) {
        sendText(outgoing, 503, "Accounts are unavailable right now.", retryPageAfter);
        return;
      }
      outgoing.statusCode = 503;
      outgoing.setHeader("Retry-After", retryPageAfter["Retry-After"]);
    }
    try {
      await pages(incoming, outgoing);
    } catch (error) {
      log.error({ err: loggableError(error) }, "a page failed");
      sendText(outgoing, 500, "Something failed on our side.");
    }
  };

  const inFlight = new WeakMap<Socket, ServerResponse>();

  const onRequest = (incoming: V1Incoming, outgoing: ServerResponse): void => {
    inFlight.set(incoming.socket, outgoing);
    // Before the server closes, each connection ends with its current response, and the client opens another one, to another instance.
    if (!server.listening || options.isStopping?.()) outgoing.shouldKeepAlive = false;
    const target = incoming.url ?? "/";
    const { path } = splitTarget(target);
    const resolvedPath = resolvePath(path);
    // Clients of other APIs send paths such as /v4/sports. They get an error of this API instead of a page.
    if (versionOf(resolvedPath) !== undefined) {
      const isStream = isReading(incoming) && isStreamPath(path);
      const pages = development && isV1Path(path) && !isStream ? options.pages() : undefined;
      if (pages !== undefined) {
        // In development, Next serves `/v1` with the route in app/v1, so that hot reload replaces the handler and the procedures.
        incoming.headers[clientAddressHeader] = addressOf(incoming);
        void pages(incoming, outgoing);
        return;
      }
      // `v1Target` gives the handler the target as it was sent. The `Request` gets a constant URL and Host header, because it would reject
      // or rewrite some targets and Host headers.
      incoming.v1Target = target;
      incoming.url = "/v1";
      incoming.headers.host = "localhost";
      const respond = (): void => void (isStream ? respondStream : respondV1)(incoming, outgoing);
      if (announcesUnusedBody(incoming)) afterBody(incoming, outgoing, respond);
      else respond();
      return;
    }
    if (resolvedPath === deliveryPath) {
      incoming.url = deliveryPath;
      incoming.headers.host = "localhost";
      void respondDelivery(incoming, outgoing);
      return;
    }
    if (isMcpPath(resolvedPath)) {
      incoming.sentHost = incoming.headers.host;
      incoming.url = mcpPath;
      incoming.headers.host = "localhost";
      void respondMcp(incoming, outgoing);
      return;
    }
    if (serveHealth(path, incoming, outgoing, options.status)) return;
    if (target === "*" && incoming.method === "OPTIONS") {
      outgoing.writeHead(204, { Allow: serverMethods });
      outgoing.end();
      return;
    }
    if (!isReadablePath(path) || incoming.method === "TRACE") {
      sendText(outgoing, 400, "The request is malformed.");
      return;
    }
    if (resolvedPath === screenStreamPath) {
      const serve = options.serveScreenStream?.();
      if (serve === undefined) sendText(outgoing, 503, "The site is starting.", retryPageAfter);
      else void serve(incoming, outgoing, addressOf(incoming));
      return;
    }
    void respondPage(incoming, outgoing, resolvedPath);
  };

  const respondUnparsed = async (socket: Duplex, info: RequestInfo): Promise<void> => {
    const path = resolvePath(splitTarget(info.target ?? "").path);
    const handler = isMcpPath(path) ? handleMcp : handle;
    const response = await handler(new Request("http://localhost/"), info);
    await writeRawResponse(socket, response);
  };

  const failedSockets = new WeakSet<Socket>();

  const onClientError = (error: ParseError, stream: Duplex): void => {
    const socket = stream as Socket;
    if (failedSockets.has(socket)) return;
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    failedSockets.add(socket);
    const address = resolveAddress(socket.remoteAddress ?? "unknown", undefined);
    const info = {
      ...describeUnparsed(error, () => address),
      delivery: () => (socket.writable ? ("open" as const) : ("aborted" as const)),
    };
    const pending = inFlight.get(socket);
    if (pending === undefined) void respondUnparsed(socket, info);
    else if (pending.req.complete) afterResponse(pending, () => void respondUnparsed(socket, info));
    // The body of the pending request is malformed. If no response is being sent yet, the error is sent as the response.
    else if (pending.headersSent) afterResponse(pending, () => socket.destroySoon());
    else {
      (pending.req as V1Incoming).isReplaced = true;
      pending.detachSocket(socket);
      void respondUnparsed(socket, info);
    }
  };

  const server = createServer({
    requireHostHeader: false,
    keepAliveTimeout: keepAliveTimeoutMs,
    requestTimeout: requestTimeoutMs,
  });
  // By default, Node silently drops all headers after the first 2,000. A dropped header may be the API key. The total size of the headers
  // is limited anyway.
  server.maxHeadersCount = 0;
  server.on("request", onRequest);
  server.on("checkExpectation", onRequest);
  server.on("connect", (incoming, socket) => void respondUnparsed(socket, infoOf(incoming)));
  server.on("clientError", onClientError);
  return server;
};

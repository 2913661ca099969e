import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import { ownValue } from "@/server/catalogue/own-value";
import type { Config } from "@/server/config";
import { answerSocket } from "@/server/http/answer-socket";
import type { ObserveCall } from "@/server/http/answered-call";
import type { RequestInfo } from "@/server/http/call";
import { createResolveAddress } from "@/server/http/client-address";
import type { HandleV1 } from "@/server/http/handle-v1";
import { answerHealth } from "@/server/http/health";
import { loggableError } from "@/server/http/loggable-error";
import { askForUnavailablePage, needsAccounts, refusePage } from "@/server/http/page-gate";
import { clientAddressHeader, unavailableHeader } from "@/server/http/page-headers";
import { securePage } from "@/server/http/page-security";
import type { ServiceStatus } from "@/server/http/services-type";
import { concernsV1, isReadablePath, resolvePath, splitTarget } from "@/server/http/split-target";
import { createUnavailableV1 } from "@/server/http/unavailable-v1";
import { describeUnparsed, type ParseError } from "@/server/http/unparsed-request";
import { createRareLog } from "@/server/metering/log-rarely";

/** Next's request handler, as its custom server API gives it. */
export type PageHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

export type ListenerOptions = {
  readonly config: Pick<Config, "baseUrl" | "docsUrl" | "trustedProxies">;
  readonly log: Pick<Logger, "error" | "warn">;
  /** Undefined until the service has started: /v1 then answers INTERNAL_ERROR. */
  readonly handleV1: () => HandleV1 | undefined;
  /** Undefined until pages can be served, or where there are none. */
  readonly pages: () => PageHandler | undefined;
  readonly status: () => ServiceStatus;
  /** Whether accounts can be read now. Never rejects. */
  readonly accountsAnswer: () => Promise<boolean>;
  /** Takes the calls that are answered while there is no `handleV1`. */
  readonly observeCall?: ObserveCall | undefined;
  /** Pages are served with hot reload. */
  readonly development?: boolean;
};

// Longer than the idle time of common load balancers (60 s), so that it is never us who closes first.
const keepAliveTimeoutMs = 65_000;
const requestTimeoutMs = 60_000;

/** What this server takes somewhere, for OPTIONS of the whole of it. */
const serverMethods = "DELETE, GET, HEAD, OPTIONS, POST";
/** How soon a page may be there that is not now. */
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

/** Runs once an answer has been written, now if it has been. */
const afterwards = (outgoing: ServerResponse, run: () => void): void => {
  if (outgoing.writableFinished) run();
  else outgoing.once("close", run);
};

type V1Incoming = IncomingMessage & {
  v1Target?: string;
  /** What it asked gets another answer than its own. */
  isReplaced?: boolean;
};

/** More of a body than this is not waited for; it stays unread until the response is sent. */
const maxAwaitedBytes = 64 * 1024;

const announcesBody = ({ method, headers }: IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") &&
  (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0);

/** Runs once the body of a request has been read and dropped, so that a malformed body is refused before a call is counted. */
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

/**
 * The front door: one Node server for the API, the pages and the health checks. It is not yet listening. Requests that cannot be
 * parsed are answered in the API's envelope.
 */
export const createListener = (options: ListenerOptions): Server => {
  const { config, log } = options;
  const resolveAddress = createResolveAddress(config.trustedProxies);
  const unavailable = createUnavailableV1(config, { observe: options.observeCall });
  const https = config.baseUrl.startsWith("https:");

  const handle: HandleV1 = (request, info) => (options.handleV1() ?? unavailable)(request, info);

  const addressOf = (incoming: IncomingMessage): string => {
    const forwardedFor = incoming.headers["x-forwarded-for"];
    return resolveAddress(
      // A connection that has been reset has none; that is not the proxy of a platform.
      incoming.socket.remoteAddress ?? "unknown",
      Array.isArray(forwardedFor) ? forwardedFor.join(",") : forwardedFor,
    );
  };

  // Functions, not getters: V8 makes a hidden class for each object with one, and whatever it holds lives until a full collection.
  const infoOf = (incoming: V1Incoming): RequestInfo => ({
    address: () => addressOf(incoming),
    header: (name) => {
      const value = ownValue(incoming.headers, name);
      return Array.isArray(value) ? value.join(", ") : (value ?? null);
    },
    target: incoming.v1Target ?? incoming.url ?? "/",
    method: incoming.method ?? "GET",
    delivery: () => (incoming.isReplaced ? "replaced" : incoming.socket.destroyed ? "aborted" : "open"),
  });

  const answerV1 = getRequestListener(
    (request, { incoming }) => handle(request, infoOf(incoming as V1Incoming)),
    {
      hostname: "localhost",
      errorHandler: (error) => {
        log.error({ err: loggableError(error) }, "a call failed before it was read");
        return unavailable(new Request("http://localhost/"), { address: () => "unknown" });
      },
    },
  );

  const { development = false } = options;
  const logRarely = createRareLog(log);

  const answerPage = async (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    path: string,
  ): Promise<void> => {
    const pages = options.pages();
    if (pages === undefined) {
      sendText(outgoing, 503, "The site is starting.", retryPageAfter);
      return;
    }
    // Hot reload posts to addresses of its own.
    const refusal = development ? undefined : refusePage(incoming, path);
    if (refusal !== undefined) {
      sendText(outgoing, refusal.status, refusal.text, refusal.headers);
      return;
    }
    incoming.headers[clientAddressHeader] = addressOf(incoming);
    delete incoming.headers[unavailableHeader];
    securePage(incoming, outgoing, { development, https });
    if (needsAccounts(path) && !(await options.accountsAnswer())) {
      logRarely("pages of accounts are refused: the database is away", {});
      if (!askForUnavailablePage(incoming, path)) {
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
    // The last answer of its connection once the server takes no more.
    if (!server.listening) outgoing.shouldKeepAlive = false;
    const target = incoming.url ?? "/";
    const { path } = splitTarget(target);
    const resolvedPath = resolvePath(path);
    if (concernsV1(resolvedPath)) {
      // The handler reads the target as it was sent; a Request would refuse or rewrite some of them, and some Host headers.
      incoming.v1Target = target;
      incoming.url = "/v1";
      incoming.headers.host = "localhost";
      if (announcesBody(incoming)) afterBody(incoming, outgoing, () => void answerV1(incoming, outgoing));
      else void answerV1(incoming, outgoing);
      return;
    }
    if (answerHealth(path, incoming, outgoing, options.status)) return;
    if (target === "*" && incoming.method === "OPTIONS") {
      outgoing.writeHead(204, { Allow: serverMethods });
      outgoing.end();
      return;
    }
    if (!isReadablePath(path) || incoming.method === "TRACE") {
      sendText(outgoing, 400, "The request is malformed.");
      return;
    }
    void answerPage(incoming, outgoing, resolvedPath);
  };

  const answerUnparsed = async (socket: Duplex, info: RequestInfo): Promise<void> => {
    const response = await handle(new Request("http://localhost/"), info);
    await answerSocket(socket, response);
  };

  const answered = new WeakSet<Socket>();

  const onClientError = (error: ParseError, stream: Duplex): void => {
    const socket = stream as Socket;
    if (answered.has(socket)) return;
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    answered.add(socket);
    const address = resolveAddress(socket.remoteAddress ?? "unknown", undefined);
    const info = {
      ...describeUnparsed(error, () => address),
      delivery: () => (socket.writable ? ("open" as const) : ("aborted" as const)),
    };
    const pending = inFlight.get(socket);
    if (pending === undefined) void answerUnparsed(socket, info);
    else if (pending.req.complete) afterwards(pending, () => void answerUnparsed(socket, info));
    // What is malformed is the body of this request: it has its answer, or gets this one instead.
    else if (pending.headersSent) afterwards(pending, () => socket.destroySoon());
    else {
      (pending.req as V1Incoming).isReplaced = true;
      pending.detachSocket(socket);
      void answerUnparsed(socket, info);
    }
  };

  const server = createServer({
    requireHostHeader: false,
    keepAliveTimeout: keepAliveTimeoutMs,
    requestTimeout: requestTimeoutMs,
  });
  // Node drops headers beyond 2,000 silently, and a key with them; their total size is bounded anyway.
  server.maxHeadersCount = 0;
  server.on("request", onRequest);
  server.on("checkExpectation", onRequest);
  server.on("connect", (incoming, socket) => void answerUnparsed(socket, infoOf(incoming)));
  server.on("clientError", onClientError);
  return server;
};

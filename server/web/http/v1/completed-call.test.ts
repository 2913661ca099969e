import { EventEmitter, once } from "node:events";
import { openSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderText } from "@/server/domain/serialize/rendered";
import { createCursors } from "@/server/market/board/cursor";
import { noPosition } from "@/server/market/board/position";
import { createRequestLog } from "@/server/run/request-log";
import type { ApiServices } from "@/server/web/api/context";
import { createListener } from "@/server/web/http/door/listener";
import type { V1Services } from "@/server/web/http/services.types";
import { scriptedMeter } from "@/server/web/http/testing/scripted-meter";
import { createHandleV1 } from "@/server/web/http/v1/handle-v1";

const config = {
  baseUrl: "https://oddskeeper.test",
  docsUrl: "https://oddskeeper.test/docs",
  trustedProxies: ["127.0.0.0/8"],
};
const log = pino({ level: "silent" });
const secret = "s3cret";

const unreached = <T extends object>(): T =>
  new Proxy({} as T, { get: () => () => Promise.reject(new Error("unreached")) });

const emptyOrBroken: ApiServices["board"]["oddsListAt"] = (sportKey) => {
  if (sportKey === "icehockey_nhl")
    return { rendered: renderText("[]"), moment: { position: noPosition, at: 0 }, at: 0 };
  throw new Error("the board is broken");
};

const meter = scriptedMeter();
meter.addKey("user", "business");
meter.addKey("poor", "business", { allowance: 0 });

/** Emits `lookup` when a session is looked up. While `isHeld` is true, the lookup waits for `release`. */
const sessions = new EventEmitter();
let isHeld = false;

type Line = {
  requestId: string;
  endpoint: string;
  method: string;
  status: number;
  code: string | null;
  cost: number;
  durationMs: number;
  keyId: string | null;
  aborted?: boolean;
};

let folder: string;
let file: number;
let server: Server;
let port: number;
let connections = 0;
const closed = new Map<number, Promise<unknown>>();
let isStarted = true;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "oddskeeper-request-log-"));
  file = openSync(path.join(folder, "log"), "a");
  const observeCall = createRequestLog(() => undefined, file);
  const handle = createHandleV1({
    board: { ...unreached<ApiServices["board"]>(), oddsListAt: emptyOrBroken, origin: () => "" },
    archive: unreached<ApiServices["archive"]>(),
    db: unreached<ApiServices["db"]>(),
    announceAccountChanged: async () => undefined,
    noteUsage: () => undefined,
    identifyKey: meter.identifyKey,
    identifySession: async () => {
      const released = isHeld ? once(sessions, "release") : undefined;
      sessions.emit("lookup");
      await released;
      return undefined;
    },
    meter,
    now: Date.now,
    config,
    log,
    tagSecret: "a secret of the tests",
    cursors: createCursors("a secret of the tests"),
    streams: unreached<V1Services["streams"]>(),
    observeCall,
  });
  server = createListener({
    config,
    log,
    handleV1: () => (isStarted ? handle : undefined),
    handleDelivery: () => unreached(),
    pages: () => async (_, outgoing) => void outgoing.end("page"),
    status: () => ({ ready: true, degraded: [] }),
    canReadAccounts: async () => true,
    observeCall,
  });
  server.on("connection", (socket: Socket) => {
    connections += 1;
    closed.set(connections, once(socket, "close"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  // The file stays open: the request log writes to it until the process ends.
  await rm(folder, { recursive: true, force: true });
});

/** Sends bytes and reads until the server closes the connection. */
const raw = async (bytes: string): Promise<string> => {
  const socket = connect(port, "127.0.0.1");
  socket.write(Buffer.from(bytes, "latin1"));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
};

let client = 0;
const request = (line: string, headers: readonly string[] = [], body = ""): Promise<string> => {
  client += 1;
  const own = `X-Forwarded-For: 198.51.100.${client}`;
  return raw(`${[line, "Host: a.test", "Connection: close", own, ...headers].join("\r\n")}\r\n\r\n${body}`);
};

let read = 0;
/**
 * Returns the lines that were added to the log since the previous call of this function. First sends one more request and waits for its
 * line, so that all lines before it are in the file. The line of this request is not returned.
 */
const takeLines = async (): Promise<Line[]> => {
  const last = /x-request-id: (\S+)/i.exec(await request("OPTIONS /v1/openapi.json HTTP/1.1"))?.[1];
  for (;;) {
    const lines = (await readFile(path.join(folder, "log"), "utf8"))
      .split("\n")
      .filter((line) => line !== "");
    const parsed = lines.map((line) => JSON.parse(line) as Line);
    if (parsed.at(-1)?.requestId === last) {
      const added = parsed.slice(read, -1);
      read = parsed.length;
      return added;
    }
    await delay(10);
  }
};

const withKey = [`X-API-Key: user`];
const key = `X-API-Key: ${secret}`;
const bearer = `Authorization: Bearer ${secret}`;

test.each<[string, string, readonly string[], string, Partial<Line>]>([
  [
    "a successful call",
    "GET /v1/sports HTTP/1.1",
    withKey,
    "",
    { endpoint: "/v1/sports", method: "GET", status: 200, code: null, cost: 0, keyId: "user" },
  ],
  [
    "a HEAD call",
    "HEAD /v1/sports HTTP/1.1",
    withKey,
    "",
    { endpoint: "/v1/sports", method: "HEAD", status: 200 },
  ],
  [
    "a preflight",
    "OPTIONS /v1/sports HTTP/1.1",
    [],
    "",
    { endpoint: "/v1/sports", method: "OPTIONS", status: 204, keyId: null },
  ],
  [
    "a read of the OpenAPI document",
    "GET /v1/openapi.json HTTP/1.1",
    [],
    "",
    { endpoint: "/v1/openapi.json", status: 200, cost: 0 },
  ],
  [
    "a call without a key",
    "GET /v1/sports HTTP/1.1",
    [],
    "",
    { endpoint: "/v1/sports", status: 401, code: "MISSING_KEY" },
  ],
  [
    "a call with an unknown key",
    `GET /v1/sports?apiKey=${secret} HTTP/1.1`,
    [key],
    "",
    { endpoint: "/v1/sports", status: 401, code: "INVALID_KEY", keyId: null },
  ],
  [
    "a call after the allowance is spent",
    "GET /v1/sports/icehockey_nhl/odds HTTP/1.1",
    ["X-API-Key: poor"],
    "",
    { endpoint: "/v1/sports/{sport}/odds", status: 429, code: "ALLOWANCE_SPENT", cost: 0, keyId: "poor" },
  ],
  [
    "a call with an unknown sport",
    `GET /v1/sports/${secret}/odds HTTP/1.1`,
    withKey,
    "",
    { endpoint: "/v1/sports/{sport}/odds", status: 404, code: "UNKNOWN_SPORT", cost: 0 },
  ],
  [
    "a call with a bad parameter",
    `GET /v1/sports/icehockey_nhl/odds?oddsFormat=${secret} HTTP/1.1`,
    withKey,
    "",
    { status: 400, code: "BAD_REQUEST" },
  ],
  [
    "an unexpected failure",
    "GET /v1/sports/basketball_nba/odds HTTP/1.1",
    withKey,
    "",
    { status: 500, code: "INTERNAL_ERROR", cost: 0 },
  ],
  [
    "a call to an unknown path",
    `GET /v1/${secret} HTTP/1.1`,
    [],
    "",
    { endpoint: "other", status: 404, code: "NOT_FOUND" },
  ],
  [
    "a call with a method that the endpoint does not support",
    "PATCH /v1/sports HTTP/1.1",
    [],
    "",
    { endpoint: "/v1/sports", method: "PATCH", status: 405, code: "METHOD_NOT_ALLOWED" },
  ],
  [
    "a call with a method that Node does not know",
    `${secret.toUpperCase()} /v1/sports HTTP/1.1`,
    [],
    "",
    { endpoint: "/v1/sports", method: "other", status: 405 },
  ],
  [
    "a CONNECT request",
    `CONNECT /v1/sports HTTP/1.1`,
    [],
    "",
    { endpoint: "/v1/sports", method: "CONNECT", status: 405 },
  ],
  [
    "a path with malformed percent-encoding",
    `GET /v1/sports/%zz${secret} HTTP/1.1`,
    [],
    "",
    { endpoint: "other", status: 400, code: "BAD_REQUEST" },
  ],
  [
    "a request that is not HTTP",
    `hello ${secret}`,
    [],
    "",
    { endpoint: "other", method: "other", status: 400, code: "BAD_REQUEST" },
  ],
  [
    "a request with a header without a colon",
    `GET /v1/sports?${secret} HTTP/1.1`,
    [secret],
    "",
    { endpoint: "other", status: 400 },
  ],
  [
    "a request with headers that are too large",
    "GET /v1/sports HTTP/1.1",
    [`X-Long: ${"x".repeat(20_000)}`],
    "",
    { status: 400 },
  ],
  [
    "a call with a malformed body",
    "POST /v1/account/keys HTTP/1.1",
    ["Transfer-Encoding: chunked", bearer],
    "zz\r\nnonsense\r\n",
    { status: 400, code: "BAD_REQUEST" },
  ],
  [
    "a call with an unknown session",
    "GET /v1/account/keys HTTP/1.1",
    [bearer],
    "",
    { endpoint: "/v1/account/keys", status: 401, code: "INVALID_SESSION", keyId: null },
  ],
])(
  "%s adds one line to the request log, without any text that the client chose",
  async (_, line, headers, body, expected) => {
    const response = await request(line, headers, body);
    const lines = await takeLines();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      cost: 0,
      ...expected,
      requestId: /x-request-id: (\S+)/i.exec(response)?.[1],
    });
    expect(lines[0]?.aborted).toBeUndefined();
    expect(lines[0]?.durationMs).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(lines).toLowerCase()).not.toContain(secret);
  },
);

test("a 304 response adds one line with the status 304 to the request log", async () => {
  const etag = /etag: (\S+)/i.exec(await request("GET /v1/sports HTTP/1.1", withKey))?.[1];
  await takeLines();
  await request("GET /v1/sports HTTP/1.1", [...withKey, `If-None-Match: ${etag}`]);
  expect(await takeLines()).toMatchObject([{ status: 304, cost: 0, code: null }]);
});

test("garbage after a request adds a second line to the request log", async () => {
  await raw("GET /v1/nothing HTTP/1.1\r\nHost: a.test\r\n\r\nnonsense\r\n\r\n");
  expect((await takeLines()).map(({ status }) => status).sort()).toEqual([400, 404]);
});

test("each request on a shared connection adds one line to the request log", async () => {
  const keptOpen = `GET /v1/sports HTTP/1.1\r\nHost: a.test\r\nX-API-Key: user\r\n`;
  await raw(`${keptOpen}\r\n${keptOpen}\r\n${keptOpen}Connection: close\r\n\r\n`);
  expect((await takeLines()).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("a call whose client disconnects early adds one line with aborted: true to the request log", async () => {
  isHeld = true;
  const lookup = once(sessions, "lookup");
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET /v1/account/keys HTTP/1.1\r\nHost: a.test\r\n${bearer}\r\n\r\n`);
  await lookup;
  const disconnected = closed.get(connections);
  socket.destroy();
  await disconnected;
  isHeld = false;
  sessions.emit("release");
  const lines = await takeLines();
  expect(lines).toMatchObject([{ endpoint: "/v1/account/keys", aborted: true }]);
});

test("a call before the service has started adds one line to the request log", async () => {
  isStarted = false;
  await request("GET /v1/sports HTTP/1.1", withKey);
  isStarted = true;
  expect(await takeLines()).toMatchObject([{ status: 500, code: "INTERNAL_ERROR", keyId: null }]);
});

test("pages and health checks add no lines to the request log", async () => {
  await request("GET / HTTP/1.1");
  await request("GET /healthz HTTP/1.1");
  expect(await takeLines()).toEqual([]);
});

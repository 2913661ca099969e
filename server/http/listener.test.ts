import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiServices } from "@/server/api/context";
import { errorEnvelope } from "@/server/api/wire-schemas";
import { createHandleV1, type HandleV1 } from "@/server/http/handle-v1";
import { createListener, type PageHandler } from "@/server/http/listener";
import type { ServiceStatus } from "@/server/http/services-type";
import { scriptedMeter } from "@/server/http/testing/scripted-meter";

const config = {
  baseUrl: "https://oddskeeper.test",
  docsUrl: "https://oddskeeper.test/docs",
  trustedProxies: ["127.0.0.0/8"],
};
const log = pino({ level: "silent" });

/** A room that these calls never reach. */
const unreached = <T extends object>(): T =>
  new Proxy({} as T, {
    get: (_, name) => {
      throw new Error(`nothing asks for ${String(name)} here`);
    },
  });

const meter = scriptedMeter();
meter.addKey("user", "business");
const handleV1 = createHandleV1({
  board: unreached<ApiServices["board"]>(),
  archive: unreached<ApiServices["archive"]>(),
  accountKeys: unreached<ApiServices["accountKeys"]>(),
  identifySession: async () => undefined,
  meter,
  now: Date.now,
  config,
  log,
  tagSecret: "a secret of the tests",
});

const seen: IncomingMessage[] = [];
const page: PageHandler = async (incoming, outgoing: ServerResponse) => {
  seen.push(incoming);
  outgoing.writeHead(200, { "Content-Type": "text/html" });
  outgoing.end("<p>page</p>");
};

const state: {
  handle: HandleV1 | undefined;
  pages: PageHandler | undefined;
  status: ServiceStatus;
  accountsAnswer: boolean;
} = {
  handle: handleV1,
  pages: page,
  status: { ready: true, degraded: [] },
  accountsAnswer: true,
};

let server: Server;
let port: number;
beforeAll(async () => {
  server = createListener({
    config,
    log,
    handleV1: () => state.handle,
    pages: () => state.pages,
    status: () => state.status,
    accountsAnswer: async () => state.accountsAnswer,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

type RawAnswer = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/** Sends bytes as they are and reads until the server closes; the request should ask for that. */
const raw = async (bytes: string): Promise<RawAnswer> => {
  const socket = connect(port, "127.0.0.1");
  socket.write(Buffer.from(bytes, "latin1"));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  return { status: Number(statusLine.split(" ")[1]), headers, body: rest.join("\r\n\r\n") };
};

let client = 0;
/** A request of a client of its own, since the peer is a trusted proxy. */
const request = (line: string, headers: readonly string[] = [], body = ""): Promise<RawAnswer> => {
  client += 1;
  const own = `X-Forwarded-For: 198.51.${client >> 8}.${client & 255}`;
  return raw(`${[line, "Host: a.test", "Connection: close", own, ...headers].join("\r\n")}\r\n\r\n${body}`);
};

const specifiedHeaders = [
  "x-requests-used",
  "x-requests-remaining",
  "x-requests-last",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-request-id",
  "access-control-allow-origin",
  "cache-control",
];

const expectEnvelope = (answer: RawAnswer, status: number, code: string): void => {
  expect(answer.status).toBe(status);
  const { error } = errorEnvelope.parse(JSON.parse(answer.body));
  expect(error.code).toBe(code);
  expect(error.request_id).toBe(answer.headers.get("x-request-id"));
  for (const name of specifiedHeaders) expect(answer.headers.has(name)).toBe(true);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
};

describe("requests about /v1 are answered in the envelope, however they are written", () => {
  test.each([
    ["no key", "GET /v1/sports HTTP/1.1", 401, "MISSING_KEY"],
    ["the bare root", "GET /v1 HTTP/1.1", 404, "NOT_FOUND"],
    ["the root with a query", "GET /v1?x=1 HTTP/1.1", 404, "NOT_FOUND"],
    ["two slashes", "GET //v1/sports HTTP/1.1", 404, "NOT_FOUND"],
    ["an encoded root", "GET /%76%31/nothing HTTP/1.1", 404, "NOT_FOUND"],
    ["malformed percent-encoding", "GET /v1/sports/%zz/odds HTTP/1.1", 400, "BAD_REQUEST"],
    ["an encoded NUL", "GET /v1/sports/%00/odds HTTP/1.1", 400, "BAD_REQUEST"],
    ["invalid UTF-8", "GET /v1/sports/%ff/odds HTTP/1.1", 400, "BAD_REQUEST"],
    ["a backslash", "GET /v1/a\\b HTTP/1.1", 404, "NOT_FOUND"],
    ["dot segments", "GET /v1/sports/../sports HTTP/1.1", 404, "NOT_FOUND"],
    ["encoded dot segments", "GET /v1/sports/%2e%2e/odds HTTP/1.1", 401, "MISSING_KEY"],
    ["the absolute form", "GET http://a.test/v1/sports HTTP/1.1", 401, "MISSING_KEY"],
    ["a fragment", "GET /v1/sports#x HTTP/1.1", 401, "MISSING_KEY"],
    ["HTTP/1.0", "GET /v1/sports HTTP/1.0", 401, "MISSING_KEY"],
    ["TRACE", "TRACE /v1/sports HTTP/1.1", 405, "METHOD_NOT_ALLOWED"],
    ["a method that Node knows", "PROPFIND /v1/sports HTTP/1.1", 405, "METHOD_NOT_ALLOWED"],
    ["a method that Node does not know", "FOO /v1/sports HTTP/1.1", 405, "METHOD_NOT_ALLOWED"],
    ["an unknown method on no endpoint", "FOO /v1/nothing HTTP/1.1", 404, "NOT_FOUND"],
    ["CONNECT", "CONNECT /v1/sports HTTP/1.1", 405, "METHOD_NOT_ALLOWED"],
    ["a NUL byte", "GET /v1/spo\0rts HTTP/1.1", 400, "BAD_REQUEST"],
    ["a space in the path", "GET /v1/spo rts HTTP/1.1", 400, "BAD_REQUEST"],
    ["a long path", `GET /v1/${"x".repeat(20_000)} HTTP/1.1`, 400, "BAD_REQUEST"],
    ["no HTTP", "hello", 400, "BAD_REQUEST"],
    ["HTTP/2", "PRI * HTTP/2.0", 400, "BAD_REQUEST"],
  ])("%s", async (_, line, status, code) => {
    expectEnvelope(await request(line), status, code);
  });

  test.each([
    ["oversized headers", ["X-Long: ".concat("x".repeat(20_000))], 400, "BAD_REQUEST"],
    ["a header without a colon", ["nonsense"], 400, "BAD_REQUEST"],
    ["two lengths", ["Content-Length: 1", "Content-Length: 2"], 400, "BAD_REQUEST"],
    ["a length and chunks", ["Content-Length: 1", "Transfer-Encoding: chunked"], 400, "BAD_REQUEST"],
    ["another host", ["Host: b.test"], 401, "MISSING_KEY"],
    ["an upgrade", ["Upgrade: websocket"], 401, "MISSING_KEY"],
    ["an unknown expectation", ["Expect: wonders"], 401, "MISSING_KEY"],
    ["two keys", ["X-API-Key: user", "X-API-Key: user"], 401, "INVALID_KEY"],
    ["an RSC request", ["RSC: 1"], 401, "MISSING_KEY"],
  ])("%s", async (_, headers, status, code) => {
    expectEnvelope(await request("GET /v1/sports HTTP/1.1", headers), status, code);
  });

  test("no Host header at all", async () => {
    expectEnvelope(await raw("GET /v1/sports HTTP/1.1\r\nConnection: close\r\n\r\n"), 401, "MISSING_KEY");
  });

  test("a key behind 3,000 other headers is found", async () => {
    const headers = [...Array.from({ length: 3000 }, () => "a:"), "X-API-Key: user"];
    expect((await request("GET /v1/sports HTTP/1.1", headers)).status).toBe(200);
  });

  test("a chunked body that is malformed, once", async () => {
    const answer = await request(
      "POST /v1/sports HTTP/1.1",
      ["Transfer-Encoding: chunked"],
      "zz\r\nnonsense\r\n",
    );
    expectEnvelope(answer, 400, "BAD_REQUEST");
  });

  test("a malformed body of a GET request, before the request is handled", async () => {
    const handled: string[] = [];
    state.handle = (call, info) => {
      handled.push(info?.method ?? "");
      return handleV1(call, info);
    };
    try {
      const line = "GET /v1/sports HTTP/1.1";
      const headers = ["X-API-Key: user", "Transfer-Encoding: chunked"];
      expectEnvelope(await request(line, headers, "ZZZ\r\n"), 400, "BAD_REQUEST");
      expect(handled).not.toContain("GET");
      handled.length = 0;
      expect((await request(line, headers, "3\r\nabc\r\n0\r\n\r\n")).status).toBe(200);
      const long = "x".repeat(200_000);
      expect((await request(line, ["X-API-Key: user", "Content-Length: 200000"], long)).status).toBe(200);
      expect(handled).toEqual(["GET", "GET"]);
    } finally {
      state.handle = handleV1;
    }
  });

  test("garbage after an answered request does not disturb its answer", async () => {
    const answer = await raw("GET /v1/nothing HTTP/1.1\r\nHost: a.test\r\n\r\nnonsense\r\n\r\n");
    expect(answer.status).toBe(404);
    expect(answer.body).toContain("NOT_FOUND");
    expect(answer.body).toContain("HTTP/1.1 400 Bad Request");
  });
});

test("HEAD has the length of GET and no body", async () => {
  const get = await request("GET /v1/sports HTTP/1.1", ["X-API-Key: user"]);
  const head = await request("HEAD /v1/sports HTTP/1.1", ["X-API-Key: user"]);
  expect(head.status).toBe(200);
  expect(head.body).toBe("");
  expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
});

test("the address is the one that a trusted proxy names, and the limit on it counts", async () => {
  const ask = (address: string) =>
    raw(
      `GET /v1/sports HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-For: 1.1.1.1, ${address}\r\n\r\n`,
    );
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask("203.0.113.5")));
  expect(answers.map(({ status }) => status)).toContain(429);
  expect((await ask("203.0.113.6")).status).toBe(401);
});

describe("OPTIONS *", () => {
  test("is answered with what the server takes", async () => {
    const answer = await request("OPTIONS * HTTP/1.1");
    expect([answer.status, answer.headers.get("allow"), answer.body]).toEqual([
      204,
      "DELETE, GET, HEAD, OPTIONS, POST",
      "",
    ]);
  });
});

describe("while accounts cannot be read", () => {
  const html = ["Accept: text/html,*/*", "Cookie: a=b"];
  beforeAll(() => {
    state.accountsAnswer = false;
  });
  afterAll(() => {
    state.accountsAnswer = true;
  });

  test.each([
    ["GET /signin", "/signin"],
    ["GET /account/keys?x=y", "/account/keys"],
    ["GET /x/../account", "/account"],
    ["GET /account/%F0%9F%8F%80", "/account/%F0%9F%8F%80"],
    ["POST /api/auth/callback/email?token=x", "/signin"],
  ])("a browser's %s shows the page that says so", async (line, wanted) => {
    seen.length = 0;
    const answer = await request(`${line} HTTP/1.1`, html);
    expect([answer.headers.get("retry-after"), answer.body]).toEqual(["10", expect.stringContaining("page")]);
    expect(seen).toEqual([
      expect.objectContaining({
        method: "GET",
        url: "/unavailable",
        headers: expect.objectContaining({ "x-unavailable": wanted }),
      }),
    ]);
    expect(seen[0]?.headers).not.toHaveProperty("cookie");
  });

  test.each(["POST /api/auth/signin/email", "POST /api/trpc/keys.list", "GET /account"])(
    "a script's %s is refused",
    async (line) => {
      seen.length = 0;
      const answer = await request(`${line} HTTP/1.1`);
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "10"]);
      expect(seen).toEqual([]);
    },
  );

  test.each(["GET /", "GET /docs", "GET /signins", "GET /api/auth/csrf"])(
    "%s is served while accounts are away",
    async (line) => {
      seen.length = 0;
      await request(`${line} HTTP/1.1`, [...html, "X-Unavailable: /signin"]);
      expect(seen).toHaveLength(1);
      expect(seen[0]?.headers).not.toHaveProperty("x-unavailable");
    },
  );
});

describe("pages", () => {
  test.each(["/", "/v1x", "/v", "/V1/sports", "/v1%2Fsports", "/docs/v1/sports", "/_next/x"])(
    "%s is not the API's",
    async (path) => {
      expect((await request(`GET ${path} HTTP/1.1`)).body).toContain("page");
    },
  );

  test.each(["/./v1/sports", "/x/%2E%2e/v1/sports", "http://a.test/./v1/sports"])(
    "%s is the API's, and its address is the peer's or a proxy's word",
    async (path) => {
      seen.length = 0;
      expectEnvelope(await request(`GET ${path} HTTP/1.1`), 404, "NOT_FOUND");
      expectEnvelope(await request(`PURGE ${path} HTTP/1.1`), 404, "NOT_FOUND");
      expect(seen).toEqual([]);
    },
  );

  test("have a policy with a nonce of their own, which the page can read and a client cannot set", async () => {
    seen.length = 0;
    const answers = await Promise.all(
      [1, 2].map(() =>
        request("GET / HTTP/1.1", ["x-nonce: mine", "Content-Security-Policy: default-src *"]),
      ),
    );
    const policies = answers.map(({ headers }) => headers.get("content-security-policy") ?? "");
    const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1]);
    expect(new Set(nonces).size).toBe(2);
    for (const policy of policies) {
      expect(policy).toContain("frame-ancestors 'none'");
      expect(/script-src[^;]*/.exec(policy)?.[0]).not.toContain("unsafe");
    }
    expect(new Set(seen.map(({ headers }) => headers["x-nonce"]))).toEqual(new Set(nonces));
    expect(new Set(seen.map(({ headers }) => headers["content-security-policy"]))).toEqual(new Set(policies));
    expect(answers[0]?.headers.get("strict-transport-security")).toMatch(/max-age/);
    expect(answers[0]?.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answers[0]?.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  });

  test.each(["GET /%zz HTTP/1.1", "GET /%00 HTTP/1.1", "TRACE / HTTP/1.1", "GET * HTTP/1.1"])(
    "%s never reaches them",
    async (line) => {
      seen.length = 0;
      expect((await request(line)).status).toBe(400);
      expect(seen).toEqual([]);
    },
  );

  test.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])(
    "are not asked by %s, which is told what is",
    async (method) => {
      seen.length = 0;
      const answer = await request(`${method} /pricing HTTP/1.1`);
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
      expect(seen).toEqual([]);
    },
  );

  test.each(["GET /pricing", "POST /", "POST /api/auth/signout"])(
    "have no server actions: %s with one is refused",
    async (line) => {
      seen.length = 0;
      expect((await request(`${line} HTTP/1.1`, ["Next-Action: x"])).status).toBe(400);
      expect(seen).toEqual([]);
    },
  );

  test("are told the client's address, whatever a client says of it", async () => {
    seen.length = 0;
    await raw(
      "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Client-Address: 1.1.1.1\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n",
    );
    expect(seen.map(({ headers }) => headers["x-client-address"])).toEqual(["203.0.113.9"]);
  });

  test("that fail are answered without their reason", async () => {
    state.pages = async () => {
      throw new Error("a secret");
    };
    const answer = await request("GET / HTTP/1.1");
    state.pages = page;
    expect(answer.status).toBe(500);
    expect(answer.body).not.toContain("secret");
  });
});

describe("health", () => {
  test("readyz follows the service, healthz only the process", async () => {
    const ask = async (path: string) => {
      const { status, body } = await request(`GET ${path} HTTP/1.1`);
      return [status, JSON.parse(body)];
    };
    expect(await ask("/readyz")).toEqual([200, { status: "ready" }]);
    state.status = { ready: true, degraded: ["counter_store"] };
    expect(await ask("/readyz")).toEqual([200, { status: "ready", degraded: ["counter_store"] }]);
    state.status = { ready: false, degraded: [] };
    expect(await ask("/readyz")).toEqual([503, { status: "not_ready" }]);
    expect(await ask("/healthz")).toEqual([200, { status: "ok" }]);
    state.status = { ready: true, degraded: [] };
  });

  test("until the service has started the API answers INTERNAL_ERROR and pages 503", async () => {
    state.handle = undefined;
    state.pages = undefined;
    expectEnvelope(await request("GET /v1/sports HTTP/1.1"), 500, "INTERNAL_ERROR");
    expectEnvelope(await request("GET /v1/sports HTTP/1.1", ["bad"]), 500, "INTERNAL_ERROR");
    expect((await request("GET / HTTP/1.1")).status).toBe(503);
    state.handle = handleV1;
    state.pages = page;
  });
});

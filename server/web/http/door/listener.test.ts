import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requiredHeaders } from "@/server/web/api/metering-headers";
import { errorEnvelope } from "@/server/web/api/response-schemas";
import { createListener, type PageHandler } from "@/server/web/http/door/listener";
import type { ServiceStatus } from "@/server/web/http/services.types";
import { handleV1WithoutStores, unreached } from "@/server/web/http/testing/handle-v1-without-stores";
import { type RawResponse, sendRaw } from "@/server/web/http/testing/send-raw";
import type { HandleV1 } from "@/server/web/http/v1/handle-v1";

const config = {
  baseUrl: "https://oddskeeper.test",
  docsUrl: "https://oddskeeper.test/docs",
  trustedProxies: ["127.0.0.0/8"],
};
const log = pino({ level: "silent" });

const handleV1 = handleV1WithoutStores(config);

const pageRequests: IncomingMessage[] = [];
const page: PageHandler = async (incoming, outgoing: ServerResponse) => {
  pageRequests.push(incoming);
  outgoing.writeHead(200, { "Content-Type": "text/html" });
  outgoing.end("<p>page</p>");
};

const state: {
  handle: HandleV1 | undefined;
  pages: PageHandler | undefined;
  status: ServiceStatus;
  canReadAccounts: boolean;
} = {
  handle: handleV1,
  pages: page,
  status: { ready: true, degraded: [] },
  canReadAccounts: true,
};

let server: Server;
let port: number;
beforeAll(async () => {
  server = createListener({
    config,
    log,
    handleV1: () => state.handle,
    handleDelivery: () => unreached(),
    pages: () => state.pages,
    status: () => state.status,
    canReadAccounts: async () => state.canReadAccounts,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

let client = 0;
/** Each request has a new client address, so that the limit per network never applies. */
const request = (line: string, headers: readonly string[] = [], body = ""): Promise<RawResponse> => {
  client += 1;
  const own = `X-Forwarded-For: 198.51.${client >> 8}.${client & 255}`;
  return sendRaw(
    port,
    `${[line, "Host: a.test", "Connection: close", own, ...headers].join("\r\n")}\r\n\r\n${body}`,
  );
};

const headersOfResponses = [...requiredHeaders, "Access-Control-Allow-Origin", "Cache-Control"];

const expectEnvelope = (response: RawResponse, status: number, code: string): void => {
  expect(response.status).toBe(status);
  const { error } = errorEnvelope.parse(JSON.parse(response.body));
  expect(error.code).toBe(code);
  expect(error.request_id).toBe(response.headers.get("x-request-id"));
  for (const name of headersOfResponses) expect(response.headers.has(name.toLowerCase())).toBe(true);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
};

describe("requests to /v1", () => {
  test.each([
    ["no key", "GET /v1/sports HTTP/1.1", 401, "MISSING_KEY"],
    ["the bare path /v1", "GET /v1 HTTP/1.1", 404, "NOT_FOUND"],
    ["the path /v1 and a query", "GET /v1?x=1 HTTP/1.1", 404, "NOT_FOUND"],
    ["two slashes", "GET //v1/sports HTTP/1.1", 404, "NOT_FOUND"],
    ["an encoded path", "GET /%76%31/nothing HTTP/1.1", 404, "NOT_FOUND"],
    ["malformed percent-encoding", "GET /v1/sports/%zz/odds HTTP/1.1", 400, "BAD_REQUEST"],
    ["an encoded NUL", "GET /v1/sports/%00/odds HTTP/1.1", 400, "BAD_REQUEST"],
    ["invalid UTF-8", "GET /v1/sports/%ff/odds HTTP/1.1", 400, "BAD_REQUEST"],
    ["a backslash", "GET /v1/a\\b HTTP/1.1", 404, "NOT_FOUND"],
    ["dot segments", "GET /v1/sports/../sports HTTP/1.1", 404, "NOT_FOUND"],
    ["encoded dot segments", "GET /v1/sports/%2e%2e/odds HTTP/1.1", 401, "MISSING_KEY"],
    ["a target in absolute form", "GET http://a.test/v1/sports HTTP/1.1", 401, "MISSING_KEY"],
    ["a fragment", "GET /v1/sports#x HTTP/1.1", 401, "MISSING_KEY"],
    ["the version HTTP/1.0", "GET /v1/sports HTTP/1.0", 401, "MISSING_KEY"],
    ["the method TRACE", "TRACE /v1/sports HTTP/1.1", 405, "METHOD_NOT_ALLOWED"],
    ["the WebDAV method PROPFIND", "PROPFIND /v1/sports HTTP/1.1", 405, "METHOD_NOT_ALLOWED"],
    ["a method that Node does not know", "FOO /v1/sports HTTP/1.1", 405, "METHOD_NOT_ALLOWED"],
    ["an unknown method and an unknown path", "FOO /v1/nothing HTTP/1.1", 404, "NOT_FOUND"],
    ["the method CONNECT", "CONNECT /v1/sports HTTP/1.1", 405, "METHOD_NOT_ALLOWED"],
    ["a NUL byte", "GET /v1/spo\0rts HTTP/1.1", 400, "BAD_REQUEST"],
    ["a space in the path", "GET /v1/spo rts HTTP/1.1", 400, "BAD_REQUEST"],
    ["a long path", `GET /v1/${"x".repeat(20_000)} HTTP/1.1`, 400, "BAD_REQUEST"],
    ["a first line that is not HTTP", "hello", 400, "BAD_REQUEST"],
    ["the first line of HTTP/2", "PRI * HTTP/2.0", 400, "BAD_REQUEST"],
  ])("a request with %s gets the error envelope", async (_, line, status, code) => {
    expectEnvelope(await request(line), status, code);
  });

  test.each([
    ["oversized headers", ["X-Long: ".concat("x".repeat(20_000))], 400, "BAD_REQUEST"],
    ["a header without a colon", ["nonsense"], 400, "BAD_REQUEST"],
    ["two Content-Length headers", ["Content-Length: 1", "Content-Length: 2"], 400, "BAD_REQUEST"],
    [
      "both Content-Length and chunked encoding",
      ["Content-Length: 1", "Transfer-Encoding: chunked"],
      400,
      "BAD_REQUEST",
    ],
    ["a second Host header", ["Host: b.test"], 401, "MISSING_KEY"],
    ["an Upgrade header", ["Upgrade: websocket"], 401, "MISSING_KEY"],
    ["an unknown Expect header", ["Expect: wonders"], 401, "MISSING_KEY"],
    ["two keys", ["X-API-Key: user", "X-API-Key: user"], 401, "INVALID_KEY"],
    ["an RSC header", ["RSC: 1"], 401, "MISSING_KEY"],
  ])("a request with %s gets the error envelope", async (_, headers, status, code) => {
    expectEnvelope(await request("GET /v1/sports HTTP/1.1", headers), status, code);
  });

  test("a request to /v1 without Host gets the error envelope", async () => {
    expectEnvelope(
      await sendRaw(port, "GET /v1/sports HTTP/1.1\r\nConnection: close\r\n\r\n"),
      401,
      "MISSING_KEY",
    );
  });

  test("a key after 3,000 other headers is found", async () => {
    const headers = [...Array.from({ length: 3000 }, () => "a:"), "X-API-Key: user"];
    expect((await request("GET /v1/sports HTTP/1.1", headers)).status).toBe(200);
  });

  test("a malformed chunked body is rejected", async () => {
    const response = await request(
      "POST /v1/sports HTTP/1.1",
      ["Transfer-Encoding: chunked"],
      "zz\r\nnonsense\r\n",
    );
    expectEnvelope(response, 400, "BAD_REQUEST");
  });

  test("a GET request with a malformed body is rejected before it is handled", async () => {
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

  test("garbage after a request does not change the response to that request", async () => {
    const response = await sendRaw(port, "GET /v1/nothing HTTP/1.1\r\nHost: a.test\r\n\r\nnonsense\r\n\r\n");
    expect(response.status).toBe(404);
    expect(response.body).toContain("NOT_FOUND");
    expect(response.body).toContain("HTTP/1.1 400 Bad Request");
  });
});

test("a HEAD response has the length of the GET response and no body", async () => {
  const get = await request("GET /v1/sports HTTP/1.1", ["X-API-Key: user"]);
  const head = await request("HEAD /v1/sports HTTP/1.1", ["X-API-Key: user"]);
  expect(head.status).toBe(200);
  expect(head.body).toBe("");
  expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
});

test("the limit per network counts requests by the address that a trusted proxy appended to X-Forwarded-For", async () => {
  const requestFrom = (address: string) =>
    sendRaw(
      port,
      `GET /v1/sports HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-For: 1.1.1.1, ${address}\r\n\r\n`,
    );
  const responses = await Promise.all(Array.from({ length: 40 }, () => requestFrom("203.0.113.5")));
  expect(responses.map(({ status }) => status)).toContain(429);
  expect((await requestFrom("203.0.113.6")).status).toBe(401);
});

describe("OPTIONS *", () => {
  test("OPTIONS * lists every method of the server", async () => {
    const response = await request("OPTIONS * HTTP/1.1");
    expect([response.status, response.headers.get("allow"), response.body]).toEqual([
      204,
      "DELETE, GET, HEAD, OPTIONS, POST",
      "",
    ]);
  });
});

describe("while accounts cannot be read", () => {
  const html = ["Accept: text/html,*/*", "Cookie: a=b"];
  beforeAll(() => {
    state.canReadAccounts = false;
  });
  afterAll(() => {
    state.canReadAccounts = true;
  });

  test.each([
    ["GET /signin", "/signin"],
    ["GET /account/keys?x=y", "/account/keys"],
    ["GET /x/../account", "/account"],
    ["GET /account/%F0%9F%8F%80", "/account/%F0%9F%8F%80"],
    ["POST /api/auth/callback/email?token=x", "/signin"],
  ])('a browser\'s request %s gets the page "accounts are unavailable"', async (line, wanted) => {
    pageRequests.length = 0;
    const response = await request(`${line} HTTP/1.1`, html);
    expect([response.headers.get("retry-after"), response.body]).toEqual([
      "10",
      expect.stringContaining("page"),
    ]);
    expect(pageRequests).toEqual([
      expect.objectContaining({
        method: "GET",
        url: "/unavailable",
        headers: expect.objectContaining({ "x-unavailable": wanted }),
      }),
    ]);
    expect(pageRequests[0]?.headers).not.toHaveProperty("cookie");
  });

  test.each(["POST /api/auth/signin/email", "POST /api/trpc/keys.list", "GET /account"])(
    "the request %s gets 503 if it does not accept HTML",
    async (line) => {
      pageRequests.length = 0;
      const response = await request(`${line} HTTP/1.1`);
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
      expect(pageRequests).toEqual([]);
    },
  );

  test.each(["GET /", "GET /docs", "GET /signins", "GET /api/auth/csrf"])(
    "%s reaches its page, and the client's X-Unavailable header is removed",
    async (line) => {
      pageRequests.length = 0;
      await request(`${line} HTTP/1.1`, [...html, "X-Unavailable: /signin"]);
      expect(pageRequests).toHaveLength(1);
      expect(pageRequests[0]?.headers).not.toHaveProperty("x-unavailable");
    },
  );
});

describe("pages", () => {
  test.each(["/", "/v1x", "/v", "/V1/sports", "/v1%2Fsports", "/docs/v1/sports", "/_next/x"])(
    "GET %s is a request for a page",
    async (path) => {
      expect((await request(`GET ${path} HTTP/1.1`)).body).toContain("page");
    },
  );

  test.each(["/./v1/sports", "/x/%2E%2e/v1/sports", "http://a.test/./v1/sports"])(
    "%s is a request to the API",
    async (path) => {
      pageRequests.length = 0;
      expectEnvelope(await request(`GET ${path} HTTP/1.1`), 404, "NOT_FOUND");
      expectEnvelope(await request(`PURGE ${path} HTTP/1.1`), 404, "NOT_FOUND");
      expect(pageRequests).toEqual([]);
    },
  );

  test("each page response has a new nonce, which the page can read and the client cannot choose", async () => {
    pageRequests.length = 0;
    const responses = await Promise.all(
      [1, 2].map(() =>
        request("GET / HTTP/1.1", ["x-nonce: mine", "Content-Security-Policy: default-src *"]),
      ),
    );
    const policies = responses.map(({ headers }) => headers.get("content-security-policy") ?? "");
    const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1]);
    expect(new Set(nonces).size).toBe(2);
    for (const policy of policies) {
      expect(policy).toContain("frame-ancestors 'none'");
      expect(/script-src[^;]*/.exec(policy)?.[0]).not.toContain("unsafe");
    }
    expect(new Set(pageRequests.map(({ headers }) => headers["x-nonce"]))).toEqual(new Set(nonces));
    expect(new Set(pageRequests.map(({ headers }) => headers["content-security-policy"]))).toEqual(
      new Set(policies),
    );
    expect(responses[0]?.headers.get("strict-transport-security")).toMatch(/max-age/);
    expect(responses[0]?.headers.get("x-content-type-options")).toBe("nosniff");
    expect(responses[0]?.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  });

  test.each(["GET /%zz HTTP/1.1", "GET /%00 HTTP/1.1", "TRACE / HTTP/1.1", "GET * HTTP/1.1"])(
    "%s is rejected before it reaches a page",
    async (line) => {
      pageRequests.length = 0;
      expect((await request(line)).status).toBe(400);
      expect(pageRequests).toEqual([]);
    },
  );

  test.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])(
    "%s to a page gets 405 with the allowed methods",
    async (method) => {
      pageRequests.length = 0;
      const response = await request(`${method} /pricing HTTP/1.1`);
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
      expect(pageRequests).toEqual([]);
    },
  );

  test.each(["GET /pricing", "POST /", "POST /api/auth/signout"])(
    "%s with a server action is rejected",
    async (line) => {
      pageRequests.length = 0;
      expect((await request(`${line} HTTP/1.1`, ["Next-Action: x"])).status).toBe(400);
      expect(pageRequests).toEqual([]);
    },
  );

  test("a request whose target is a full URL reaches the page with only the path and the query", async () => {
    for (const target of ["http://a.test/docs?tab=2", "/docs?tab=2"]) {
      await sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n`);
      expect(pageRequests.at(-1)?.url).toBe("/docs?tab=2");
    }
  });

  test("pages get the client's address in X-Client-Address, even if the client sent this header", async () => {
    pageRequests.length = 0;
    await sendRaw(
      port,
      "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Client-Address: 1.1.1.1\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n",
    );
    expect(pageRequests.map(({ headers }) => headers["x-client-address"])).toEqual(["203.0.113.9"]);
  });

  test("a failing page returns 500 without the reason", async () => {
    state.pages = async () => {
      throw new Error("a secret");
    };
    const response = await request("GET / HTTP/1.1");
    state.pages = page;
    expect(response.status).toBe(500);
    expect(response.body).not.toContain("secret");
  });
});

describe("health", () => {
  test("/readyz returns the state of the service, and /healthz returns the state of the process", async () => {
    const get = async (path: string) => {
      const { status, body } = await request(`GET ${path} HTTP/1.1`);
      return [status, JSON.parse(body)];
    };
    expect(await get("/readyz")).toEqual([200, { status: "ready" }]);
    state.status = { ready: true, degraded: ["counter_store"] };
    expect(await get("/readyz")).toEqual([200, { status: "ready", degraded: ["counter_store"] }]);
    state.status = { ready: false, degraded: [] };
    expect(await get("/readyz")).toEqual([503, { status: "not_ready" }]);
    expect(await get("/healthz")).toEqual([200, { status: "ok" }]);
    state.status = { ready: true, degraded: [] };
  });

  test("until the service has started, the API returns INTERNAL_ERROR and pages return 503", async () => {
    state.handle = undefined;
    state.pages = undefined;
    expectEnvelope(await request("GET /v1/sports HTTP/1.1"), 500, "INTERNAL_ERROR");
    expectEnvelope(await request("GET /v1/sports HTTP/1.1", ["bad"]), 500, "INTERNAL_ERROR");
    expect((await request("GET / HTTP/1.1")).status).toBe(503);
    state.handle = handleV1;
    state.pages = page;
  });
});

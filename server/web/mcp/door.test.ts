import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectEnvelope } from "@/server/web/http/testing/expect-envelope";
import { servicesWithoutStores, unreached } from "@/server/web/http/testing/handle-v1-without-stores";
import { type RawResponse, sendRaw } from "@/server/web/http/testing/send-raw";
import { startDoor, type TestDoor } from "@/server/web/http/testing/start-door";
import { createHandleV1, type HandleV1 } from "@/server/web/http/v1/handle-v1";
import { createHandleMcp } from "@/server/web/mcp/handle-mcp";

const config = {
  baseUrl: "https://oddskeeper.test",
  docsUrl: "https://oddskeeper.test/docs",
  trustedProxies: ["127.0.0.0/8"],
};
const services = servicesWithoutStores(config);
const { meter } = services;

// Handles requests that Node cannot parse, because their path is unknown.
const handleV1 = createHandleV1(services);
let handleMcp: HandleV1 | undefined = createHandleMcp(services);
let door: TestDoor;
beforeAll(async () => {
  door = await startDoor({
    config,
    handleV1: () => handleV1,
    handleDelivery: () => unreached(),
    handleMcp: () => handleMcp,
  });
});
afterAll(() => door?.close());
beforeEach(() => {
  meter.requests.length = 0;
});

let client = 0;
/** Each request has a new client address, so that the limit per network never applies. */
const send = (line: string, headers: readonly string[] = [], body = ""): Promise<RawResponse> => {
  client += 1;
  const all = [
    line,
    ...headers,
    "Connection: close",
    `X-Forwarded-For: 198.51.${client >> 8}.${client & 255}`,
  ];
  return sendRaw(door.port, `${all.join("\r\n")}\r\n\r\n${body}`);
};

const usage = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "get_usage", arguments: {} },
});
const own = ["Host: oddskeeper.test", "Content-Type: application/json", "X-API-Key: user"];
const sized = [...own, `Content-Length: ${usage.length}`];

const expectUsage = ({ status, body }: RawResponse): void => {
  expect([status, body]).toEqual([200, expect.stringContaining('"plan":"business"')]);
};

describe("requests to /mcp that the front door rejects", () => {
  test.each([
    ["the method GET", "GET /mcp HTTP/1.1", 405, "METHOD_NOT_ALLOWED"],
    ["the method DELETE", "DELETE /mcp HTTP/1.1", 405, "METHOD_NOT_ALLOWED"],
    ["the method TRACE", "TRACE /mcp HTTP/1.1", 405, "METHOD_NOT_ALLOWED"],
    ["the WebDAV method PROPFIND", "PROPFIND /mcp HTTP/1.1", 405, "METHOD_NOT_ALLOWED"],
    ["a method that Node does not know", "FOO /mcp HTTP/1.1", 405, "METHOD_NOT_ALLOWED"],
    ["a NUL byte", "POST /m\0cp HTTP/1.1", 400, "BAD_REQUEST"],
    ["a space in the path", "POST /m cp HTTP/1.1", 400, "BAD_REQUEST"],
    ["a long path", `POST /mcp?${"x".repeat(20_000)} HTTP/1.1`, 400, "BAD_REQUEST"],
  ])("a request with %s gets the error envelope", async (_, line, status, code) => {
    const response = await send(line, ["Host: oddskeeper.test"]);
    expectEnvelope(response, status, code);
    expect(meter.requests).toEqual([]);
  });

  test.each([
    ["no Host", own.slice(1), 403, "FORBIDDEN_ORIGIN"],
    [
      "a Host that a page can make resolve to this server",
      ["Host: elsewhere.example", ...own.slice(1)],
      403,
      "FORBIDDEN_ORIGIN",
    ],
    ["a page's Origin", [...own, "Origin: https://elsewhere.example"], 403, "FORBIDDEN_ORIGIN"],
    ["oversized headers", [...own, `X-Long: ${"x".repeat(20_000)}`], 400, "BAD_REQUEST"],
    ["a header without a colon", [...own, "nonsense"], 400, "BAD_REQUEST"],
    ["two Content-Length headers", [...own, "Content-Length: 1", "Content-Length: 2"], 400, "BAD_REQUEST"],
    [
      "both Content-Length and chunked encoding",
      [...own, "Content-Length: 1", "Transfer-Encoding: chunked"],
      400,
      "BAD_REQUEST",
    ],
    ["a declared body of a gigabyte", [...own, "Content-Length: 1000000000"], 400, "BAD_REQUEST"],
    ["no body", [...own, "Content-Length: 0"], 400, "BAD_REQUEST"],
    ["no media type", ["Host: oddskeeper.test", "Content-Length: 0"], 400, "BAD_REQUEST"],
  ])("a request with %s gets the error envelope", async (_, headers, status, code) => {
    expectEnvelope(await send("POST /mcp HTTP/1.1", headers), status, code);
    expect(meter.requests).toEqual([]);
  });

  test("a malformed chunked body runs no tool", async () => {
    const response = await send(
      "POST /mcp HTTP/1.1",
      [...own, "Transfer-Encoding: chunked"],
      `5\r\n{"js\r\nZZZ\r\n`,
    );
    expectEnvelope(response, 400, "BAD_REQUEST");
    expect(meter.requests).toEqual([]);
  });

  test("a chunked body beyond 64 KiB is rejected before its end", async () => {
    const chunk = `8000\r\n${"x".repeat(0x8000)}\r\n`;
    const response = await send(
      "POST /mcp HTTP/1.1",
      [...own, "Transfer-Encoding: chunked"],
      `${chunk.repeat(3)}0\r\n\r\n`,
    );
    expectEnvelope(response, 400, "BAD_REQUEST");
  });
});

describe("requests to /mcp that are unusual but valid", () => {
  test.each([
    ["an encoded path", "POST /%6dcp HTTP/1.1", sized],
    ["a trailing slash", "POST /mcp/ HTTP/1.1", sized],
    ["two slashes", "POST //mcp HTTP/1.1", sized],
    ["a query", "POST /mcp?x=1 HTTP/1.1", sized],
    ["a target in absolute form", "POST http://oddskeeper.test/mcp HTTP/1.1", sized],
    ["the version HTTP/1.0", "POST /mcp HTTP/1.0", sized],
    ["an Upgrade header", "POST /mcp HTTP/1.1", [...sized, "Upgrade: websocket"]],
    ["an unknown Expect header", "POST /mcp HTTP/1.1", [...sized, "Expect: wonders"]],
    ["a second Host header", "POST /mcp HTTP/1.1", [...sized, "Host: elsewhere.example"]],
    ["no Accept header", "POST /mcp HTTP/1.1", sized],
    ["an unknown session id", "POST /mcp HTTP/1.1", [...sized, "Mcp-Session-Id: 7"]],
  ])("a request with %s is served", async (_, line, headers) => {
    expectUsage(await send(line, headers, usage));
  });

  test("a key after 3,000 other headers is found", async () => {
    const [host = "", type = "", key = ""] = own;
    const many = Array.from({ length: 3_000 }, () => "a:");
    expectUsage(
      await send("POST /mcp HTTP/1.1", [host, type, ...many, key, `Content-Length: ${usage.length}`], usage),
    );
  });
});

test.each([
  ["nothing", "{}"],
  ["null", "null"],
  ["a number", "7"],
  ["a text", '"tools/call"'],
  ["a response", '{"jsonrpc":"2.0","id":1,"result":{}}'],
  ["a method that does not exist", '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage"}'],
  ["a method that is not a text", '{"jsonrpc":"2.0","id":1,"method":{"a":1}}'],
  ["a call without parameters", '{"jsonrpc":"2.0","id":1,"method":"tools/call"}'],
  ["a call whose parameters are a list", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}'],
  ["a call whose parameters are null", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":null}'],
  [
    "a call of an inherited name",
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"constructor"}}',
  ],
  [
    "an unknown revision",
    '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01"}}}',
  ],
  [
    "deep nesting",
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_usage","arguments":${"[".repeat(5_000)}${"]".repeat(5_000)}}}`,
  ],
])(
  "a message that is %s gets an answer of the protocol, is not metered, and is no failure of the server",
  async (_, message) => {
    const response = await send(
      "POST /mcp HTTP/1.1",
      [...own, `Content-Length: ${Buffer.byteLength(message)}`],
      message,
    );
    expect(response.status).toBeLessThan(500);
    if (response.body !== "") {
      const json = JSON.parse(response.body);
      expect(json.error ?? json.result).toBeDefined();
    }
    expect(services.usage.filter(({ kind }) => kind === "INTERNAL_ERROR")).toEqual([]);
  },
);

test("until the service has started, a message fails with INTERNAL_ERROR", async () => {
  const handler = handleMcp;
  handleMcp = undefined;
  try {
    expectEnvelope(await send("POST /mcp HTTP/1.1", sized, usage), 500, "INTERNAL_ERROR");
  } finally {
    handleMcp = handler;
  }
});

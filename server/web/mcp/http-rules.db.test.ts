import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { waitForCalls } from "@/server/clock/calls-in-progress";
import { plans } from "@/server/domain/plans/plans";
import { requiredHeaders } from "@/server/web/api/metering-headers";
import { rigConfig } from "@/server/web/http/testing/api-rig";
import { slateRig } from "@/server/web/http/testing/slate";
import { mcpPath } from "@/server/web/http/v1/completed-call";
import { createHandleMcp } from "@/server/web/mcp/handle-mcp";
import { errorOf, type McpRig, startMcpRig } from "@/server/web/mcp/testing/mcp-rig";
import { toolCall } from "@/server/web/mcp/testing/tool-call";

let rig: McpRig;
beforeAll(async () => {
  rig = await startMcpRig(slateRig);
});
afterAll(() => rig?.close());
beforeEach(() => {
  rig.meter.addKey("free", "free");
  rig.meter.addKey("business", "business");
  rig.meter.requests.length = 0;
});

test.each([
  ["a GET", "GET", {}, undefined, 405, "METHOD_NOT_ALLOWED"],
  ["a DELETE", "DELETE", {}, undefined, 405, "METHOD_NOT_ALLOWED"],
  ["a body that is not JSON", "POST", { "content-type": "application/json" }, "{", 400, "BAD_REQUEST"],
  ["another media type", "POST", { "content-type": "text/plain" }, "{}", 400, "BAD_REQUEST"],
  [
    "a compressed body",
    "POST",
    { "content-type": "application/json", "content-encoding": "gzip" },
    "{}",
    400,
    "BAD_REQUEST",
  ],
  [
    "a page of another site",
    "POST",
    { "content-type": "application/json", origin: "https://elsewhere.example" },
    "{}",
    403,
    "FORBIDDEN_ORIGIN",
  ],
  [
    "a sandboxed page",
    "POST",
    { "content-type": "application/json", origin: "null" },
    "{}",
    403,
    "FORBIDDEN_ORIGIN",
  ],
  [
    "a body of more than 64 KiB",
    "POST",
    { "content-type": "application/json" },
    JSON.stringify("x".repeat(65_536)),
    400,
    "BAD_REQUEST",
  ],
])(
  "%s is rejected in the form of the API's errors, with all headers",
  async (_, method, headers, body, status, code) => {
    const response = await rig.request(mcpPath, { method, headers, ...(body !== undefined && { body }) });
    expect([response.status, response.json.error.code]).toEqual([status, code]);
    for (const name of requiredHeaders) expect([name, response.headers.has(name)]).toEqual([name, true]);
    expect(response.headers.has("allow")).toBe(status === 405);
  },
);

test.each([
  ["a batch", [toolCall("get_usage")]],
  ["a subscription to a stream", { jsonrpc: "2.0", id: 7, method: "subscriptions/listen", params: {} }],
])("%s is rejected as an error of the protocol, before any tool runs", async (_, message) => {
  const response = await rig.post(message, { key: "business" });
  expect(response.status).toBe(400);
  expect(response.json).toMatchObject({
    jsonrpc: "2.0",
    error: { code: -32600, data: { code: "BAD_REQUEST" } },
  });
  expect(rig.meter.requests).toEqual([]);
});

test.each([
  "https://api.oddskeeper.test",
  "http://localhost:6274",
  "http://127.0.0.1:1",
  "vscode-file://vscode-app",
])(
  "a request with the Origin %s is served, and its response allows that origin to read it",
  async (origin) => {
    const response = await rig.post(toolCall("get_usage"), { key: "free", headers: { origin } });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
  },
);

test("messages that call no tool are limited to ten per second and network, but for a valid key only by the speed limit of its plan", async () => {
  const address = "198.51.100.77";
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const send = (key?: string) => rig.post(message, { address, ...(key !== undefined && { key }) });
  const statuses: number[] = [];
  for (let call = 0; call < 11; call++) statuses.push((await send()).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  const refused = await send("unknown");
  expect(refused.json).toMatchObject({ id: 1, error: { data: { code: "SPEED_LIMIT", retry_after: 1 } } });
  expect(refused.headers.get("retry-after")).toBe("1");
  rig.usage.length = 0;
  const served = await send("free");
  expect([served.status, served.headers.get("x-requests-last")]).toEqual([200, "0"]);
  expect(served.headers.get("x-ratelimit-limit")).toBe(String(plans.free.requestsPerSecond));
  expect(rig.meter.requests).toEqual([{ cost: 0, unitMustRemain: false }]);
  rig.meter.nextOutcomes.push("speed_limit");
  const limited = await send("free");
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(limited.json).toMatchObject({
    id: 1,
    error: {
      message: `More than ${plans.free.requestsPerSecond} requests in one second.`,
      data: { code: "SPEED_LIMIT", retry_after: 1 },
    },
  });
  expect(rig.usage).toEqual([]);
});

test("recording waits for a tool call in progress, but not for a body that is still being received", async () => {
  const waits: boolean[] = [];
  // Without a call in progress, the wait ends before the next turn of the event loop.
  const note = async (): Promise<void> => {
    let isOver = false;
    void waitForCalls().then(() => {
      isOver = true;
    });
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    waits.push(!isOver);
  };
  const handle = createHandleMcp({
    ...rig.services,
    identifyKey: async (key) => {
      await note();
      return rig.meter.identifyKey(key);
    },
  });
  const body = new ReadableStream({
    pull: async (controller) => {
      await note();
      controller.enqueue(Buffer.from(JSON.stringify(toolCall("get_usage"))));
      controller.close();
    },
  });
  const init = {
    method: "POST",
    headers: { "x-api-key": "free", "content-type": "application/json" },
    body,
    duplex: "half",
  };
  const host = new URL(rigConfig.baseUrl).host;
  const request = new Request("http://localhost/mcp", init);
  const response = await handle(request, { address: () => "198.51.100.80", target: mcpPath, host });
  expect(response.status).toBe(200);
  expect(waits).toEqual([false, true]);
});

test("calls of tools with a wrong key count against the limit of their network", async () => {
  const codes: string[] = [];
  for (let call = 0; call < 12; call++) {
    const { json } = await rig.post(toolCall("get_usage"), { address: "198.51.100.78", key: "unknown" });
    codes.push(errorOf(json.result).code);
  }
  expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "INVALID_KEY"));
  expect(codes.slice(10)).toEqual(["SPEED_LIMIT", "SPEED_LIMIT"]);
});

test("while no key can be identified, calls of tools fail with INTERNAL_ERROR, as on /v1, and count against no network", async () => {
  const handle = createHandleMcp({
    ...rig.services,
    identifyKey: async () => {
      throw new Error("the database is away");
    },
  });
  const host = new URL(rigConfig.baseUrl).host;
  for (let call = 0; call < 12; call++) {
    const request = new Request("http://localhost/mcp", {
      method: "POST",
      headers: { "x-api-key": "free", "content-type": "application/json" },
      body: JSON.stringify(toolCall("get_usage")),
    });
    const response = await handle(request, { address: () => "198.51.100.79", target: mcpPath, host });
    expect([call, response.status]).toEqual([call, 200]);
    const { result } = (await response.json()) as { result: Parameters<typeof errorOf>[0] };
    expect(errorOf(result).code).toBe("INTERNAL_ERROR");
  }
});

test("a preflight request is answered for the protocol's headers", async () => {
  const response = await rig.request(mcpPath, {
    method: "OPTIONS",
    headers: { origin: "http://localhost:6274" },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get("access-control-allow-headers")).toMatch(/X-API-Key.*MCP-Protocol-Version/);
});

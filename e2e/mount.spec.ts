import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresDatabase, type TestDatabase } from "@/db/testing";
import { manageAccounts } from "@/e2e/testing/accounts";
import { inherited } from "@/e2e/testing/start-service";
import { reservePort } from "@/server/account/metering/testing/reserve-port";
import { requiredHeaders } from "@/server/web/api/metering-headers";
import { createdApiKey, errorEnvelope } from "@/server/web/api/response-schemas";

/** Tests the mount: Next serves pages and `/v1` without the front door, for example on serverless hosting. */

const skipped = process.env.TEST_DATABASE_URL === undefined ? "TEST_DATABASE_URL is not set" : undefined;
if (skipped !== undefined)
  process.stdout.write(`skipped: /v1 and pages served by \`next start\` (${skipped})\n`);

let database: TestDatabase;
let server: ChildProcess;
let url: string;
let key: string;
let bearer: string;

const call = async (method: string, path: string, init: Omit<RequestInit, "method"> = {}) => {
  const response = await fetch(`${url}${path}`, { ...init, method });
  const text = await response.text();
  for (const name of requiredHeaders) expect([name, response.headers.has(name)]).toEqual([name, true]);
  return { response, json: text === "" ? undefined : JSON.parse(text) };
};
const withKey = (method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  call(method, path, { headers: { "X-API-Key": key, ...headers } });
const used = async (): Promise<number> =>
  (await withKey("GET", "/v1/account/usage")).json.requests_used_this_period;

const startNext = (port: number, env: NodeJS.ProcessEnv, output: "inherit" | "pipe"): ChildProcess =>
  spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "--port", `${port}`], {
    env,
    stdio: ["ignore", output === "pipe" ? "pipe" : "ignore", output],
  });

test("Under `next start` without a database, pages explain what to run instead, and reveal no cause, path or setting; the log names the missing variable", async () => {
  const port = await reservePort();
  const env = {
    ...inherited(),
    PORT: String(port),
    AUTH_SECRET: "a secret that no page shows",
    NODE_ENV: "production" as const,
  };
  const alone = startNext(port, env, "pipe");
  let printed = "";
  for (const stream of [alone.stdout, alone.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  try {
    const get = (path: string) => fetch(`http://localhost:${port}${path}`).catch(() => undefined);
    while ((await get("/favicon.ico")) === undefined) await delay(200);
    for (const path of ["/", "/docs/errors", "/account", "/nothing"]) {
      const response = await get(path);
      expect([path, response?.status, response?.headers.get("content-type")]).toEqual([
        path,
        503,
        "text/plain; charset=utf-8",
      ]);
      const text = (await response?.text()) ?? "";
      expect(text).toContain("Run `npm start` instead.");
      expect(text).not.toMatch(/AUTH_SECRET|no page shows|required without|\bat \w|node_modules|\/server\//);
    }
    const call = await get("/v1/sports");
    expect(call?.status).toBe(500);
    expect(errorEnvelope.parse(await call?.json()).error).toMatchObject({
      code: "INTERNAL_ERROR",
      message: "This instance could not start. Its log has the reason.",
    });
    while (!printed.includes("DATABASE_URL is required when Next runs on its own")) await delay(50);
  } finally {
    alone.kill("SIGKILL");
  }
});

describe.skipIf(skipped !== undefined)("/v1 and pages served by `next start`", () => {
  beforeAll(async () => {
    database = await postgresDatabase();
    if (!("url" in database.address)) throw new Error("the database has no URL");
    const port = await reservePort();
    url = `http://localhost:${port}`;
    const env = {
      ...inherited(),
      DATABASE_URL: database.address.url,
      BASE_URL: url,
      PORT: String(port),
      AUTH_SECRET: "a secret for this test alone",
      NODE_ENV: "production" as const,
    };
    const accounts = manageAccounts(database.db);
    const email = "mount@example.com";
    key = await accounts.create(email);
    bearer = `Bearer ${await accounts.createToken(email)}`;
    server = startNext(port, env, "inherit");
    const isUp = () =>
      fetch(`${url}/v1/sports`).then(
        ({ status }) => status === 401,
        () => false,
      );
    while (!(await isUp())) {
      if (server.exitCode !== null) throw new Error("next start ended");
      await delay(200);
    }
  });
  afterAll(async () => {
    server?.kill("SIGKILL");
    await database?.close();
  });

  test("a free call returns 200 and costs nothing", async () => {
    const before = await used();
    const { response, json } = await withKey("GET", "/v1/sports");
    expect(response.status).toBe(200);
    expect(json.length).toBeGreaterThan(0);
    expect(await used()).toBe(before);
  });

  test("a counted call costs one request, and HEAD and 304 cost nothing", async () => {
    const before = await used();
    const { response } = await withKey("GET", "/v1/sports/icehockey_nhl/odds");
    expect([response.status, response.headers.get("x-requests-last")]).toEqual([200, "1"]);
    const head = await withKey("HEAD", "/v1/sports/icehockey_nhl/odds");
    expect([head.response.status, head.json]).toEqual([200, undefined]);
    const etag = response.headers.get("etag") ?? "";
    const again = await withKey("GET", "/v1/sports/icehockey_nhl/odds", { "If-None-Match": etag });
    expect(again.response.status).toBe(304);
    expect(await used()).toBe(before + 1);
  });

  test.each([
    ["GET", "/v1/sports", {}, "MISSING_KEY"],
    ["GET", "/v1/sports", { "X-API-Key": "ok_live_unknown" }, "INVALID_KEY"],
    ["GET", "/v1/account/keys", {}, "MISSING_SESSION"],
    ["GET", "/v1/nothing", {}, "NOT_FOUND"],
    ["PUT", "/v1/sports", {}, "METHOD_NOT_ALLOWED"],
    ["GET", "/v4/sports", {}, "NOT_FOUND"],
    ["POST", "/v2", {}, "NOT_FOUND"],
  ])(
    "%s %s with the headers %o returns the API's error envelope with the code %s",
    async (method, path, headers, code) => {
      const { response, json } = await call(method, path, { headers: headers as Record<string, string> });
      const { error } = errorEnvelope.parse(json);
      expect(error.code).toBe(code);
      expect(error.request_id).toBe(response.headers.get("x-request-id"));
    },
  );

  test("a new key works, and the first request after its revocation is rejected", async () => {
    const created = await call("POST", "/v1/account/keys", {
      headers: { authorization: bearer, "content-type": "application/json" },
      body: JSON.stringify({ label: "mount" }),
    });
    expect(created.response.status).toBe(201);
    const record = createdApiKey.parse(created.json);
    const use = () => call("GET", "/v1/sports", { headers: { "X-API-Key": record.key } });
    expect((await use()).response.status).toBe(200);
    const revoked = await call("DELETE", `/v1/account/keys/${record.id}`, {
      headers: { authorization: bearer },
    });
    expect(revoked.response.status).toBe(204);
    expect((await use()).json.error.code).toBe("INVALID_KEY");
  });

  test("a tool of /mcp returns prices for one request, as through the front door, and every other request gets the same error", async () => {
    const post = (message: object, headers: Readonly<Record<string, string>> = {}) =>
      call("POST", "/mcp", {
        headers: { "content-type": "application/json", "X-API-Key": key, ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
      });
    const listed = await post({ method: "tools/list" }, { "X-API-Key": "" });
    expect(listed.json.result.tools).toHaveLength(10);
    const before = await used();
    const odds = { name: "get_odds", arguments: { league: "icehockey_nhl" } };
    const { response, json } = await post({ method: "tools/call", params: odds });
    expect([response.status, json.result.structuredContent.result.requests_charged]).toEqual([200, 1]);
    expect(await used()).toBe(before + 1);
    const refused = await post({ method: "tools/list" }, { origin: "https://elsewhere.example" });
    expect([refused.response.status, refused.json.error.code]).toEqual([403, "FORBIDDEN_ORIGIN"]);
    const wrong = await call("GET", "/mcp");
    expect([wrong.response.status, wrong.json.error.code]).toEqual([405, "METHOD_NOT_ALLOWED"]);
  });

  test("pages are served", async () => {
    for (const path of ["/", "/docs", "/status", "/signin"])
      expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 200]);
  });

  test("without credentials, OPTIONS lists the methods of a path", async () => {
    const { response } = await call("OPTIONS", "/v1/account/keys");
    expect(response.status).toBe(204);
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
  });
});

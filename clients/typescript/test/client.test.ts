import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import { createCache } from "../src/cache";
import { Oddskeeper } from "../src/client";
import { OddskeeperError } from "../src/errors";
import type { Price } from "../src/formats";
import { type FaultServer, startFaultServer } from "./testing/fault-server";

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.stop());

const connect = (more: Readonly<Record<string, unknown>> = {}) =>
  new Oddskeeper({ apiKey: "key", accessToken: "token", baseUrl: `${server.url}/ok`, ...more });
const sport = "basketball_nba";
type Name = {
  readonly resource: string;
  readonly method: string;
  readonly path: string;
  readonly stream?: true;
};
const names: readonly Name[] = JSON.parse(
  readFileSync(new URL("../../operations.json", import.meta.url), "utf8"),
);

describe("methods", () => {
  it("exist for each operation of the OpenAPI document, and send its request", async () => {
    const client = connect();
    const [fixture] = await client.events.list({ sport });
    const resources = new Map(
      Object.entries(client).map(([name, methods]) => [name, new Map(Object.entries(methods))]),
    );
    for (const { resource, method, path, stream } of names) {
      if (stream) continue;
      await server.scenario("ok").reset();
      const call = resources.get(resource)?.get(method);
      const params = { sport, id: fixture?.id, keyId: "1", label: "production", markets: ["h2h"] };
      await call?.(params).catch(() => undefined);
      const [seen] = await server.scenario("ok").seen();
      const template = path.replaceAll(/\{\w+\}/g, "[^/]+");
      expect(seen?.path, `${resource}.${method}`).toMatch(new RegExp(`^${template}$`));
    }
  });

  it("send the API key in X-API-Key only, and the access token to the methods of keys only", async () => {
    const scenario = server.scenario("ok");
    await scenario.reset();
    const client = connect();
    await client.account.getUsage();
    await client.keys.list();
    const [usage, keys] = await scenario.seen();
    expect(usage).toMatchObject({ key: "key", authorization: false });
    expect(keys).toMatchObject({ key: null, authorization: true });
    expect(JSON.stringify([usage?.query, usage?.path])).not.toContain('"key"');
  });

  it("send a request of any path to the service's own host, with the method in capitals", async () => {
    const urls: string[] = [];
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      urls.push(`${init.method} ${url}`);
      return new Response("{}");
    };
    const client = new Oddskeeper({ apiKey: "key", baseUrl: "http://localhost:3000", fetch });
    for (const path of ["@other.example/v1", ".other.example/v1", ""])
      expect(() => client.request("GET", path)).toThrow("path must begin with /.");
    await client.request("get", "/v1/new", { sport });
    expect(urls).toEqual([`GET http://localhost:3000/v1/new?sport=${sport}`]);
  });

  it("send the parameters of a request as the body of POST, PUT and PATCH, and in the query otherwise", async () => {
    const sent: string[] = [];
    const fetch = async (url: string, { method, body }: RequestInit): Promise<Response> => {
      sent.push(`${method} ${new URL(url).search} ${body}`);
      return new Response("{}");
    };
    const client = new Oddskeeper({ apiKey: "key", baseUrl: "http://localhost:3000", fetch });
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "GET"])
      await client.request(method, "/v1/new/{id}", { id: "1", sport });
    expect(sent).toEqual([
      `POST  {"sport":"${sport}"}`,
      `PUT  {"sport":"${sport}"}`,
      `PATCH  {"sport":"${sport}"}`,
      `DELETE ?sport=${sport} undefined`,
      `GET ?sport=${sport} undefined`,
    ]);
  });

  it("never put a malformed key into an error, and ignore space around a key", async () => {
    let message = "";
    try {
      connect({ apiKey: "ok_live_secret\nx" });
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(/^TypeError: apiKey/);
    expect(message).not.toContain("secret");
    await connect({ apiKey: " key\n" }).sports.list();
    expect((await server.scenario("ok").seen()).at(-1)?.key).toBe("key");
  });

  it("take arrays and strings as lists, and Dates as times", async () => {
    const scenario = server.scenario("ok");
    await scenario.reset();
    const commenceTimeFrom = new Date(Date.UTC(2026, 10, 22));
    await connect().odds.list({
      sport,
      markets: ["h2h", "spreads"],
      bookmakers: "northline",
      commenceTimeFrom,
    });
    expect((await scenario.seen())[0]?.query).toEqual({
      markets: "h2h,spreads",
      bookmakers: "northline",
      commenceTimeFrom: "2026-11-22T00:00:00.000Z",
    });
  });

  it("type times and prices by the format asked for", async () => {
    const client = connect();
    const [american] = await client.odds.list({ sport });
    expectTypeOf(american?.commence_time).toEqualTypeOf<string | undefined>();
    const [decimal] = await client.odds.list({ sport, oddsFormat: "decimal", dateFormat: "unix" });
    expectTypeOf(decimal?.commence_time).toEqualTypeOf<number | undefined>();
    const price = decimal?.bookmakers[0]?.markets[0]?.outcomes[0]?.price;
    expectTypeOf(price).toEqualTypeOf<Price<"decimal"> | undefined>();
    // @ts-expect-error A decimal price is no American price.
    const mixed: Price<"american"> | undefined = price;
    expect(mixed).toBeGreaterThan(1);
    expect(decimal?.commence_time).toBeTypeOf("number");
  });

  it("refuse a path parameter that is missing or would change the path", async () => {
    const client = connect();
    await expect(client.events.list({ sport: "" })).rejects.toThrow("sport is required.");
    await expect(client.events.list({ sport: ".." })).rejects.toThrow("sport is required.");
    await expect(client.odds.getEvent({ sport, id: "a/../b?c" })).rejects.toMatchObject({
      code: "UNKNOWN_EVENT",
    });
  });

  it("can call an operation that this version doesn't know", async () => {
    const usage = await connect().request<{ plan: string }>("GET", "/v1/account/usage");
    expect(usage.plan).toBe("growth");
  });

  it("resolve without a value where the response has no body", async () => {
    await expect(connect().keys.revoke({ keyId: "1" })).resolves.toBeUndefined();
  });
});

describe("a call", () => {
  it("gives usage figures, headers and the request id with its data", async () => {
    await server.scenario("ok").reset();
    const { usage, rateLimit, requestId, status } = await connect().odds.list({ sport }).withResponse();
    expect({ usage, rateLimit, status }).toEqual({
      usage: { used: 1, remaining: 99_999, last: 1 },
      rateLimit: { limit: 10, remaining: 9, resetSeconds: 1 },
      status: 200,
    });
    expect(requestId).toBe("req_ok_1");
  });

  it("has no usage figures if a proxy removed their headers or changed them", async () => {
    const headers = { "x-requests-used": "many", "x-ratelimit-limit": "" };
    const fetch = async (): Promise<Response> => new Response("[]", { headers });
    const { usage, rateLimit } = await connect({ fetch }).sports.list().withResponse();
    expect(usage).toEqual({ used: undefined, remaining: undefined, last: undefined });
    expect(rateLimit).toEqual({ limit: undefined, remaining: undefined, resetSeconds: undefined });
  });

  it("ends with ABORTED when its signal is aborted within the body of an error", async () => {
    const controller = new AbortController();
    const fetch = async (_url: string, { signal }: RequestInit): Promise<Response> => {
      const body = new ReadableStream({
        start: (stream) => signal?.addEventListener("abort", () => stream.error(signal.reason)),
        pull: () => controller.abort(),
      });
      return new Response(body, { status: 500 });
    };
    const { signal } = controller;
    await expect(connect({ fetch, maxRetries: 0 }).sports.list({}, { signal })).rejects.toMatchObject({
      code: "ABORTED",
    });
  });

  it("ends with ABORTED when its signal is aborted, also while it waits for a retry", async () => {
    const signal = AbortSignal.abort("enough");
    await expect(connect().odds.list({ sport }, { signal })).rejects.toMatchObject({
      code: "ABORTED",
      cause: "enough",
    });
    const controller = new AbortController();
    const scenario = server.scenario("rate_limit_long");
    // The service asks for a wait of a day, which is no longer than this timeout.
    const patient = connect({ baseUrl: scenario.baseUrl, timeoutMs: 86_400_000 });
    const waiting = patient.sports.list({}, { signal: controller.signal });
    while ((await scenario.seen()).length === 0);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: "ABORTED" });
  });

  it("that fails is one rejection, whether the caller asks for the response or not", async () => {
    const client = connect({ baseUrl: `${server.url}/allowance_spent` });
    await expect(client.sports.list().withResponse()).rejects.toBeInstanceOf(OddskeeperError);
    await expect(client.sports.list()).rejects.toBeInstanceOf(OddskeeperError);
  });

  it("goes through the caller's own fetch", async () => {
    const urls: string[] = [];
    const client = connect({
      fetch: (url: string, init: RequestInit) => {
        urls.push(url);
        return fetch(url, init);
      },
    });
    await client.sports.list();
    expect(urls).toEqual([`${server.url}/ok/v1/sports`]);
  });

  it("works with a base URL that ends in a slash or in /v1", async () => {
    for (const end of ["/", "/v1", "/v1/"])
      expect((await connect({ baseUrl: `${server.url}/ok${end}` }).sports.list()).length).toBe(2);
  });
});

describe("the cache", () => {
  const text = "x".repeat(100);

  it("never holds more than its bytes, and forgets what was used least recently", () => {
    const cache = createCache(700);
    for (const url of ["a", "b", "c"]) cache.set(url, { etag: "1", text });
    cache.get("a");
    cache.set("d", { etag: "1", text });
    expect(["a", "b", "c", "d"].filter((url) => cache.get(url) !== undefined)).toEqual(["a", "c", "d"]);
    cache.set("e", { etag: "1", text: "x".repeat(1000) });
    expect(cache.get("e")).toBeUndefined();
  });

  it("gives each caller data of its own", async () => {
    const client = connect();
    const first = await client.sports.list();
    first.length = 0;
    expect((await client.sports.list()).length).toBe(2);
  });

  it("is switched off by cacheBytes 0", async () => {
    const client = connect({ cacheBytes: 0 });
    await client.sports.list();
    expect((await client.sports.list().withResponse()).isFromCache).toBe(false);
  });
});

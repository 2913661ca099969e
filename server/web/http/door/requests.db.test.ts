import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hourMs } from "@/server/domain/durations";
import { planNames } from "@/server/domain/plans/plans";
import { requiredHeaders } from "@/server/web/api/metering-headers";
import { apiKey, createdApiKey, errorEnvelope } from "@/server/web/api/response-schemas";
import { type ApiRig, startApiRig } from "@/server/web/http/testing/api-rig";
import { slateNow, slateRig, sport, upcoming } from "@/server/web/http/testing/slate";

let rig: ApiRig;
beforeAll(async () => {
  rig = await startApiRig(slateRig);
});
afterAll(() => rig.close());
beforeEach(() => {
  for (const plan of planNames) rig.meter.addKey(plan, plan);
  rig.meter.requests.length = 0;
});

const odds = `/v1/sports/${sport}/odds`;
const eventOdds = `/v1/sports/${sport}/events/${upcoming}/odds`;
const events = `/v1/sports/${sport}/events`;

describe("parameters", () => {
  test.each([
    ["markets=h2h&markets=totals", "BAD_REQUEST", /markets/],
    ["oddsFormat=American", "BAD_REQUEST", /oddsFormat: "American" is not one of american, decimal/],
    ["dateFormat=", "BAD_REQUEST", /dateFormat/],
    ["commenceTimeFrom=2026-11-22", "BAD_REQUEST", /commenceTimeFrom: "2026-11-22"/],
    [
      "commenceTimeFrom=2026-11-22T00:00:00Z&commenceTimeTo=2026-11-21T00:00:00Z",
      "BAD_REQUEST",
      /commenceTimeTo/,
    ],
    ["markets=", "BAD_REQUEST", /markets/],
    ["markets=h2h,,totals", "BAD_REQUEST", /markets/],
    ["bookmakers=,", "BAD_REQUEST", /bookmakers/],
    ["eventIds=", "BAD_REQUEST", /eventIds/],
    ["markets=nonsense", "INVALID_MARKET", /markets: "nonsense"/],
    ["markets=toString", "INVALID_MARKET", /markets/],
    ["markets=H2H", "INVALID_MARKET", /markets/],
    ["markets=alternate_spreads", "INVALID_MARKET", /events\/\{id\}\/odds/],
    ["markets=player_pass_yds", "INVALID_MARKET", /props/],
    ["bookmakers=draftkings,unknown", "INVALID_MARKET", /bookmakers: "unknown"/],
    ["markets=%0d%0aSet-Cookie:x", "INVALID_MARKET", /markets: "[^\r\n]*"/],
  ])(
    "the query %s fails with %s, and the message names the parameter or the right endpoint",
    async (query, code, message) => {
      const response = await rig.request(`${odds}?${query}`, { key: "business" });
      expect(response.json.error.code).toBe(code);
      expect(response.json.error.message).toMatch(message);
      expect(response.json.error.message.length).toBeLessThan(300);
    },
  );

  test.each([
    "toString=1",
    "__proto__=1",
    "apiKey=business",
    "regions=us&regions=eu",
    "Markets=nonsense",
    "%zz",
  ])("the unknown parameter %s is ignored", async (query) => {
    const plain = await rig.request(odds, { key: "business" });
    expect((await rig.request(`${odds}?${query}`, { key: "business" })).text).toBe(plain.text);
  });

  test("a key in the query is not accepted as a credential", async () => {
    expect(await rig.requestError(`${odds}?apiKey=business`)).toMatchObject({ code: "MISSING_KEY" });
  });

  test.each(["apiKey=business", "regions=us&api_key=business", "KEY=business", "k=ok_live_business"])(
    "the error for the query %s says that the key belongs in a header, and does not repeat the key",
    async (query) => {
      const { code, message } = (await rig.request(`${odds}?${query}`)).json.error;
      expect(code).toBe("MISSING_KEY");
      expect(message).toBe("A key in the query is ignored. Send it in the X-API-Key request header.");
    },
  );

  test("the error for an unknown sport, market or book names similar keys", async () => {
    const message = async (target: string): Promise<string> =>
      (await rig.request(target, { key: "business" })).json.error.message;
    expect(await message("/v1/sports/basketball_nbaa/odds")).toContain('Did you mean "basketball_nba"?');
    expect(await message(`${odds}?markets=moneyline`)).toContain('Did you mean "h2h"?');
    expect(await message(`${odds}?bookmakers=draft_kings`)).toContain('Did you mean "draftkings"?');
    expect(await message(`${odds}?markets=${"x".repeat(150)}`)).not.toContain("Did you mean");
  });

  test("a request for an unknown fixture id returns an empty list and costs one request", async () => {
    const response = await rig.request(`${odds}?eventIds=none`, { key: "growth" });
    expect([response.json, response.headers.get("x-requests-last")]).toEqual([[], "1"]);
  });

  test("a request for a market that the sport does not have returns no prices and no error", async () => {
    const response = await rig.request(`${eventOdds}?markets=h2h_f5`, { key: "growth" });
    expect(response.json.bookmakers).toEqual([]);
  });

  test("a response has the formats, markets and books that the query names", async () => {
    const query = "markets=totals,h2h&bookmakers=draftkings&oddsFormat=decimal&dateFormat=unix";
    const [fixture] = (await rig.request(`${odds}?${query}`, { key: "growth" })).json;
    expect(fixture).toMatchObject({ id: upcoming, commence_time: (slateNow + 8 * hourMs) / 1000 });
    expect(fixture.bookmakers.map((book: { key: string }) => book.key)).toEqual(["draftkings"]);
    expect(fixture.bookmakers[0].markets).toMatchObject([
      {
        key: "h2h",
        outcomes: [
          { name: "Buffalo Bills", price: 1.666667 },
          { name: "Kansas City Chiefs", price: 2.3 },
        ],
      },
      {
        key: "totals",
        outcomes: [
          { name: "Over", point: 47.5 },
          { name: "Under", point: 47.5 },
        ],
      },
    ]);
  });

  test("started fixtures are listed only with a commenceTimeFrom in the past", async () => {
    const ids = async (query: string) =>
      (await rig.request(`${events}${query}`, { key: "free" })).json.map(
        (fixture: { id: string }) => fixture.id,
      );
    expect(await ids("")).toEqual([upcoming]);
    expect(await ids("?commenceTimeFrom=2026-11-07T12:00:00Z")).toHaveLength(2);
    expect(await ids("?commenceTimeFrom=2026-11-07T12:00:00%2B00:00")).toHaveLength(2);
  });

  test("commenceTimeTo alone only narrows the list of upcoming fixtures", async () => {
    const ids = async (query: string) =>
      (await rig.request(`${events}${query}`, { key: "free" })).json.map(
        (fixture: { id: string }) => fixture.id,
      );
    expect(await ids("?commenceTimeTo=2026-11-30T00:00:00Z")).toEqual([upcoming]);
    expect(await ids("?commenceTimeTo=2026-11-20T00:00:00Z")).toEqual([]);
  });
});

describe("paths and methods", () => {
  test.each([
    ["/v1", "GET", "NOT_FOUND", 404],
    ["/v1/nothing", "GET", "NOT_FOUND", 404],
    ["/v1/Sports", "GET", "NOT_FOUND", 404],
    ["//v1/sports", "GET", "NOT_FOUND", 404],
    ["/v2/sports", "GET", "NOT_FOUND", 404],
    ["/v4/sports/basketball_nba/odds", "GET", "NOT_FOUND", 404],
    ["/v4", "POST", "NOT_FOUND", 404],
    ["/v1/sports/%zz/odds", "GET", "BAD_REQUEST", 400],
    ["/v1/nothing/%00", "GET", "BAD_REQUEST", 400],
    [`/v1/sports/${sport}/events/${"x".repeat(201)}/odds`, "GET", "BAD_REQUEST", 400],
    ["/v1/sports", "POST", "METHOD_NOT_ALLOWED", 405],
    ["/v1/sports", "TRACE", "METHOD_NOT_ALLOWED", 405],
    ["/v1/account/keys/x", "HEAD", "METHOD_NOT_ALLOWED", 405],
    ["/v1/openapi.json", "POST", "METHOD_NOT_ALLOWED", 405],
  ])(
    "a request to %s with the method %s fails with %s, with and without a key",
    async (target, method, code, status) => {
      for (const key of ["", "business"]) {
        const response = await rig.request(target, { method, key });
        expect(response.status).toBe(status);
        if (method !== "HEAD") expect(response.json.error.code).toBe(code);
        for (const name of requiredHeaders) expect(response.headers.has(name)).toBe(true);
        expect(response.headers.has("allow")).toBe(status === 405);
      }
    },
  );

  test("the error for a path of another version names the version that exists", async () => {
    expect((await rig.request("/v4/sports/upcoming/odds?apiKey=x")).json.error.message).toBe(
      "This API has no version v4. Its paths begin with /v1, for example GET /v1/sports.",
    );
  });

  test("a trailing slash, an absolute target and percent-encoding do not change the route", async () => {
    for (const target of ["/v1/sports/", "http://elsewhere.test/v1/sports", "/%76%31/s%70orts"])
      expect((await rig.request(target, { key: "free" })).status).toBe(200);
  });

  test("a preflight request needs no credentials, and its response allows any origin", async () => {
    const response = await rig.request(odds, { method: "OPTIONS", headers: { origin: "https://a.test" } });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-headers")).toMatch(/X-API-Key.*If-None-Match/);
    expect(response.headers.has("access-control-allow-credentials")).toBe(false);
    for (const name of requiredHeaders) expect(response.headers.has(name)).toBe(true);
  });

  test("scripts in browsers can read the metering headers, Retry-After, ETag and Date, even of an error", async () => {
    const exposed = (await rig.request("/v1/sports")).headers.get("access-control-expose-headers");
    for (const name of [...requiredHeaders, "Retry-After", "ETag", "Date"]) expect(exposed).toContain(name);
  });

  test("every call has a new request id, and the id that a client sends is ignored", async () => {
    const ids = await Promise.all(
      [1, 2].map(() => rig.request("/v1/sports", { headers: { "x-request-id": "mine" } })),
    );
    const [first, second] = ids.map((response) => response.headers.get("x-request-id"));
    expect(first).not.toBe("mine");
    expect(first).not.toBe(second);
  });

  test("the responses for an unknown and a revoked key differ only in the request id", async () => {
    rig.meter.addKey("revoked later", "business");
    rig.meter.revoke("revoked later");
    const bytes = async (key: string) => {
      const response = await rig.request(odds, { key });
      const id = response.headers.get("x-request-id") ?? "";
      return JSON.stringify([...response.headers, response.text]).replaceAll(id, "");
    };
    expect(await bytes("revoked later")).toBe(await bytes("unknown"));
  });
});

describe("the limit per network", () => {
  test.each([
    ["calls without a key", 1, "/v1/sports", {}],
    ["calls with an unknown key", 2, "/v1/sports", { key: "unknown" }],
    ["calls to unknown paths", 3, "/v1/nothing", {}],
    ["calls with a wrong method", 4, "/v1/sports", { method: "POST" }],
    ["reads of the OpenAPI document", 5, "/v1/openapi.json", {}],
  ])("%s are limited to ten per second and network", async (_, nth, target, options) => {
    const address = `2001:db8:0:${nth}::1`;
    const statuses: number[] = [];
    for (let call = 0; call < 11; call++) {
      const response = await rig.request(target, { ...options, address });
      statuses.push(response.status);
      expect(response.headers.get("x-ratelimit-remaining")).toBe(`${Math.max(0, 9 - call)}`);
    }
    const neighbour = await rig.request(target, { ...options, address: `2001:db8:0:${nth}::ffff` });
    expect(statuses.slice(0, 10)).not.toContain(429);
    expect([statuses[10], neighbour.status]).toEqual([429, 429]);
    expect(neighbour.json.error.code).toBe("SPEED_LIMIT");
    expect(neighbour.headers.get("retry-after")).toBe("1");
    expect(neighbour.headers.has("allow")).toBe(false);
  });

  test("the limit per network never applies to a valid key, and malformed requests do not count", async () => {
    const address = "198.51.100.7";
    for (let call = 0; call < 20; call++) await rig.request("/v1/%zz", { address });
    expect((await rig.request("/v1/sports", { address })).status).toBe(401);
    for (let call = 0; call < 20; call++) await rig.request("/v1/sports", { address });
    expect((await rig.request("/v1/sports", { key: "free", address })).status).toBe(200);
    expect((await rig.request("/v1/nothing", { key: "free", address })).status).toBe(404);
    expect((await rig.request("/v1/openapi.json", { key: "free", address })).status).toBe(200);
    expect((await rig.request("/v1/nothing", { key: "unknown", address })).status).toBe(429);
  });
});

describe("compression and entity tags", () => {
  test("for a client that accepts gzip, a large response is compressed and gets its own entity tag, but a small response is not compressed", async () => {
    const plain = await rig.request("/v1/markets", { key: "business" });
    const request = new Request("http://localhost/", {
      headers: { "x-api-key": "business", "accept-encoding": "gzip" },
    });
    const packed = await rig.handle(request, { address: () => "192.0.2.2", target: "/v1/markets" });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(packed.headers.get("vary")).toBe("Accept-Encoding");
    expect(packed.headers.get("etag")).not.toBe(plain.headers.get("etag"));
    expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(plain.text);
    const small = await rig.request(events, { key: "business", headers: { "accept-encoding": "gzip" } });
    expect(small.headers.has("content-encoding")).toBe(false);
    expect(small.headers.get("vary")).toBe("Accept-Encoding");
  });

  test("the OpenAPI document requires no key and has an entity tag", async () => {
    const response = await rig.request("/v1/openapi.json");
    expect(response.json.openapi).toBe("3.1.0");
    expect(response.json.servers).toEqual([{ url: "https://api.oddskeeper.test" }]);
    const etag = response.headers.get("etag") ?? "";
    expect((await rig.request("/v1/openapi.json", { headers: { "if-none-match": etag } })).status).toBe(304);
  });
});

describe("API keys of an account", () => {
  const keys = "/v1/account/keys";
  const json = { "content-type": "application/json" };

  test("a key's secret is only in the response to the request that creates the key, and revoking a key twice succeeds", async () => {
    const { bearer } = await rig.signIn("owner@example.com");
    const headers = { authorization: bearer };
    const created = await rig.request(keys, {
      method: "POST",
      headers: { ...headers, ...json },
      body: '{"label":" a ","test":true,"admin":1}',
    });
    expect(created.status).toBe(201);
    const record = createdApiKey.parse(created.json);
    expect(record).toMatchObject({ label: "a", test: true, revoked_at: null });
    expect(record.key.startsWith(record.prefix)).toBe(true);
    expect(created.headers.get("cache-control")).toBe("no-store");

    const listed = await rig.request(keys, { headers });
    expect(apiKey.array().parse(listed.json)).toHaveLength(1);
    expect(listed.text).not.toContain(record.key);
    expect(listed.headers.has("etag")).toBe(false);

    for (const id of [record.id, record.id.toUpperCase()]) {
      const revoked = await rig.request(`${keys}/${id}`, { method: "DELETE", headers });
      expect([revoked.status, revoked.text]).toEqual([204, ""]);
      for (const name of requiredHeaders) expect(revoked.headers.has(name)).toBe(true);
    }
    expect((await rig.request(keys, { headers })).json[0].revoked_at).not.toBeNull();
  });

  test("a key of another account is not found and not revoked", async () => {
    const owner = await rig.signIn("first@example.com");
    const other = await rig.signIn("second@example.com");
    const created = await rig.request(keys, {
      method: "POST",
      headers: { authorization: owner.bearer, ...json },
      body: '{"label":"mine"}',
    });
    const target = `${keys}/${created.json.id}`;
    const stranger = { method: "DELETE", headers: { authorization: other.bearer } };
    expect(await rig.requestError(target, stranger)).toEqual({ code: "KEY_NOT_FOUND", status: 404 });
    const listed = await rig.request(keys, { headers: { authorization: owner.bearer } });
    expect(listed.json[0].revoked_at).toBeNull();
    expect((await rig.request(keys, { headers: { authorization: other.bearer } })).json).toEqual([]);
  });

  test.each([
    ["no credentials", {}, "MISSING_SESSION"],
    ["an API key", { "x-api-key": "business" }, "MISSING_SESSION"],
    ["a cookie", { cookie: "next-auth.session-token=x" }, "MISSING_SESSION"],
    ["basic credentials", { authorization: "Basic eDp5" }, "MISSING_SESSION"],
    ["an empty bearer token", { authorization: "Bearer " }, "MISSING_SESSION"],
    ["an unknown bearer token", { authorization: "Bearer unknown" }, "INVALID_SESSION"],
    ["an API key as the bearer token", { authorization: "Bearer business" }, "INVALID_SESSION"],
  ])("the key endpoints require an access token: a request with %s is rejected", async (_, headers, code) => {
    expect(await rig.requestError(keys, { headers })).toEqual({ code, status: 401 });
    expect((await rig.requestError(keys, { headers, method: "POST", body: "{" })).code).toBe(code);
    expect((await rig.requestError(`${keys}/x`, { headers, method: "DELETE" })).code).toBe(code);
  });

  test.each<[shown: string, message: RegExp, sent?: string]>([
    ['{"label":""}', /label/],
    ['{"label":"   "}', /label/],
    [`{"label":"${"🏈".repeat(65)}"}`, /label/],
    ['{"label":"a\\u0000b"}', /label/],
    ['{"label":"a\\ud800"}', /label/],
    ['{"label":7}', /label: "7" is not of type string/],
    ["{}", /label is required/],
    ['{"label":"a","test":"false"}', /test: "false" is not of type boolean/],
    ['{"label":"a","test":null}', /test/],
    ["[]", /JSON object/],
    ["{", /JSON/],
    ['{"label":"a","more":"xxx…"} with 9,000 x', /larger/, `{"label":"a","more":"${"x".repeat(9000)}"}`],
  ])("no key is created from the body %s", async (shown, message, sent = shown) => {
    const { bearer } = await rig.signIn(`user${sent.length}${message.source.length}@example.com`);
    const response = await rig.request(keys, {
      method: "POST",
      headers: { authorization: bearer, ...json },
      body: sent,
    });
    expect(errorEnvelope.parse(response.json).error).toMatchObject({ code: "BAD_REQUEST" });
    expect(response.json.error.message).toMatch(message);
    expect((await rig.request(keys, { headers: { authorization: bearer } })).json).toEqual([]);
  });

  test("a label may have 1 to 64 code points", async () => {
    const { bearer } = await rig.signIn("labels@example.com");
    for (const label of ["a", "🏈".repeat(64)]) {
      const body = JSON.stringify({ label });
      const created = await rig.request(keys, {
        method: "POST",
        headers: { authorization: bearer, ...json },
        body,
      });
      expect(created.json.label).toBe(label);
    }
  });

  test("a key id that is not a UUID is not found", async () => {
    const { bearer } = await rig.signIn("uuid@example.com");
    for (const id of ["x", "%20", "4f1c6f0e-3f5b-4d53-9a43-1f6f0c4a7f1", "0", "';--"])
      expect(
        await rig.requestError(`${keys}/${id}`, { method: "DELETE", headers: { authorization: bearer } }),
      ).toEqual({ code: "KEY_NOT_FOUND", status: 404 });
  });
});

import { parseEndpoint } from "sportsdataverse/parsers";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openAccounts, type ServiceAccounts } from "@/e2e/testing/accounts";
import { findGame, type Game } from "@/e2e/testing/find-game";
import { createSeededDir, type DataDir } from "@/e2e/testing/seed-once";
import { type RunningService, startService } from "@/e2e/testing/start-service";
import { endpoints } from "@/server/web/api/endpoints";
import { requiredHeaders } from "@/server/web/api/metering-headers";
import { openApiDocument } from "@/server/web/api/openapi/openapi-document";
import { apiKey, createdApiKey, errorEnvelope } from "@/server/web/api/response-schemas";

/** Tests the API of a service that is started as users start it. Every response must have the documented shape and headers. */

let directory: DataDir;
let service: RunningService;
let accounts: ServiceAccounts;
let game: Game;
let key: string;
let bearer: string;
beforeAll(async () => {
  directory = await createSeededDir(inject("seededDir"));
  service = await startService(directory.dataDir);
  game = await findGame({ url: service.url, key: service.demoKey() });
  const email = "conformance@example.com";
  accounts = openAccounts(service);
  key = await accounts.create(email);
  bearer = `Bearer ${await accounts.createToken(email)}`;
});
afterAll(async () => {
  await accounts?.close();
  await service?.stop();
  await directory?.remove();
});

const call = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${service.url}${path}`, { headers: { "x-api-key": key }, ...init });
  for (const name of requiredHeaders) expect([name, response.headers.has(name)]).toEqual([name, true]);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text === "" ? undefined : JSON.parse(text),
  };
};

type PricedFixture = {
  id: string;
  bookmakers: {
    key: string;
    markets: { key: string; outcomes: { name: string; price: number; point?: number }[] }[];
  }[];
};

describe("endpoints that accept an API key", () => {
  // The stream never ends. The specs of streams read its events.
  test.each(endpoints.filter(({ access, operationId }) => access === "key" && operationId !== "streamOdds"))(
    "$operationId returns a response of the documented shape, in every format",
    async ({ path, response: schema, operationId, inputs }) => {
      const target = path.replace("{sport}", game.sport).replace("{id}", encodeURIComponent(game.event));
      const required = /Props/.test(operationId)
        ? "markets=player_points&"
        : operationId === "listOddsChanges"
          ? `sports=${game.sport}&`
          : "";
      const formats = inputs.includes("oddsFormat") ? ["", "oddsFormat=decimal&dateFormat=unix"] : [""];
      for (const format of formats) {
        const { status, json } = await call(`${target}?${required}${format}`);
        expect(status).toBe(200);
        expect(schema?.safeParse(json)).toMatchObject({ success: true });
        if (Array.isArray(json)) expect(json.length).toBeGreaterThan(0);
      }
    },
  );
});

test("GET /v1/sports/{sport}/events/{id}/odds accepts every market key that GET /v1/markets lists", async () => {
  const markets = (await call("/v1/markets")).json as { key: string }[];
  const target = `/v1/sports/${game.sport}/events/${encodeURIComponent(game.event)}/odds`;
  const keys = markets.map((market) => market.key);
  for (let start = 0; start < keys.length; start += 100) {
    const { status } = await call(`${target}?markets=${keys.slice(start, start + 100).join(",")}`);
    expect(status).toBe(200);
  }
});

test("An access token creates, lists and revokes keys, and a revoked key is rejected at once", async () => {
  const headers = { authorization: bearer, "content-type": "application/json" };
  const created = await call("/v1/account/keys", {
    method: "POST",
    headers,
    body: '{"label":"conformance"}',
  });
  expect(created.status).toBe(201);
  const record = createdApiKey.parse(created.json);
  expect((await call("/v1/sports", { headers: { "x-api-key": record.key } })).status).toBe(200);
  const listed = await call("/v1/account/keys", { headers });
  expect(
    apiKey
      .array()
      .parse(listed.json)
      .map(({ id }) => id),
  ).toContain(record.id);
  const revoked = await call(`/v1/account/keys/${record.id}`, { method: "DELETE", headers });
  expect([revoked.status, revoked.json]).toEqual([204, undefined]);
  const rejected = await call("/v1/sports", { headers: { "x-api-key": record.key } });
  expect(errorEnvelope.parse(rejected.json).error.code).toBe("INVALID_KEY");
});

test("GET /v1/openapi.json returns the OpenAPI document that is generated from the procedures", async () => {
  const { json } = await call("/v1/openapi.json");
  const urls = { baseUrl: service.url, docsUrl: `${service.url}/docs` };
  expect(json).toEqual(JSON.parse(JSON.stringify(openApiDocument(urls))));
});

describe("compatibility with The Odds API", () => {
  test("A client of The Odds API reads every outcome of our odds responses", async () => {
    const { json: fixtures } = await call(`/v1/sports/${game.sport}/odds?regions=us&oddsFormat=decimal`);
    const priced = (fixtures as PricedFixture[]).flatMap((fixture) =>
      fixture.bookmakers.flatMap((book) =>
        book.markets.flatMap((market) =>
          market.outcomes.map(({ name, price, point }) => [
            fixture.id,
            book.key,
            market.key,
            name,
            price,
            point,
          ]),
        ),
      ),
    );
    const read = (
      parseEndpoint("flat", "parse_odds_api_sports_odds", fixtures) as Record<string, unknown>[]
    ).map((row) => [
      row.id,
      row.bookmaker_key,
      row.market_key,
      row.outcomes_name,
      row.outcomes_price,
      row.outcomes_point,
    ]);
    expect(priced.length).toBeGreaterThan(100);
    expect(read).toEqual(priced);
  });
});

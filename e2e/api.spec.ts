import { parseEndpoint } from "sportsdataverse/parsers";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { findGame, type Game } from "@/e2e/testing/find-game";
import { makeSeededDir } from "@/e2e/testing/seed-once";
import { type RunningService, startService } from "@/e2e/testing/start-service";
import { endpoints } from "@/server/api/endpoints";
import { openApiDocument } from "@/server/api/openapi-document";
import { apiKey, createdApiKey, errorEnvelope } from "@/server/api/wire-schemas";

/** The API of a service that was started as its users start it: every answer in the documented shape, with every documented header. */

const specifiedHeaders = [
  "x-requests-used",
  "x-requests-remaining",
  "x-requests-last",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-request-id",
];

let directory: Awaited<ReturnType<typeof makeSeededDir>>;
let service: RunningService;
let game: Game;
let key: string;
let bearer: string;
beforeAll(async () => {
  directory = await makeSeededDir(inject("seededDir"));
  service = await startService(directory.dataDir);
  game = await findGame(service);
  const email = "conformance@example.com";
  const account = await service.ops("account", "create", "--email", email, "--plan", "business", "--json");
  key = JSON.parse(account.stdout).key;
  const session = await service.ops("session", "create", "--email", email, "--json");
  bearer = `Bearer ${JSON.parse(session.stdout).access_token}`;
});
afterAll(async () => {
  await service?.stop();
  await directory?.remove();
});

const call = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${service.url}${path}`, { headers: { "x-api-key": key }, ...init });
  for (const name of specifiedHeaders) expect([name, response.headers.has(name)]).toEqual([name, true]);
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

describe("endpoints that take a key", () => {
  test.each(endpoints.filter(({ access }) => access === "key"))(
    "$operationId answers as documented, in every format",
    async ({ path, answer, operationId, inputs }) => {
      const target = path.replace("{sport}", game.sport).replace("{id}", encodeURIComponent(game.event));
      const required = /Props/.test(operationId) ? "markets=player_points&" : "";
      const formats = inputs.includes("oddsFormat") ? ["", "oddsFormat=decimal&dateFormat=unix"] : [""];
      for (const format of formats) {
        const { status, json } = await call(`${target}?${required}${format}`);
        expect(status).toBe(200);
        expect(answer?.safeParse(json)).toMatchObject({ success: true });
        if (Array.isArray(json)) expect(json.length).toBeGreaterThan(0);
      }
    },
  );
});

test("every key of the markets list is answered for one fixture", async () => {
  const markets = (await call("/v1/markets")).json as { key: string }[];
  const target = `/v1/sports/${game.sport}/events/${encodeURIComponent(game.event)}/odds`;
  const keys = markets.map((market) => market.key);
  for (let start = 0; start < keys.length; start += 100) {
    const { status } = await call(`${target}?markets=${keys.slice(start, start + 100).join(",")}`);
    expect(status).toBe(200);
  }
});

test("the account's keys are created, listed and revoked with a session, and a revoked key is refused at once", async () => {
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
  const refused = await call("/v1/sports", { headers: { "x-api-key": record.key } });
  expect(errorEnvelope.parse(refused.json).error.code).toBe("INVALID_KEY");
});

test("the served document is the one that the procedures describe", async () => {
  const { json } = await call("/v1/openapi.json");
  const addresses = { baseUrl: service.url, docsUrl: `${service.url}/docs` };
  expect(json).toEqual(JSON.parse(JSON.stringify(openApiDocument(addresses))));
});

describe("a client made for The Odds API", () => {
  test("reads every outcome of our odds answers", async () => {
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

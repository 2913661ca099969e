import { describe, expect, test } from "vitest";
import { ApiError } from "@/server/domain/errors/api-error";
import type { ProcedureName } from "@/server/web/api/endpoints";
import { allowedMethods, matchRoutes, splitPath } from "@/server/web/http/v1/routes";

const find = (path: string) => matchRoutes(splitPath(path));
/** The method and the path of each endpoint, as specified. */
const specifiedRoutes: Readonly<Record<ProcedureName, string>> = {
  "sports.list": "GET /v1/sports",
  "bookmakers.list": "GET /v1/bookmakers",
  "markets.list": "GET /v1/markets",
  "markets.ofSport": "GET /v1/sports/x/markets",
  "coverage.read": "GET /v1/coverage",
  "events.list": "GET /v1/sports/x/events",
  "odds.list": "GET /v1/sports/x/odds",
  "stream.changes": "GET /v1/odds/changes",
  "stream.open": "GET /v1/odds/stream",
  "odds.one": "GET /v1/sports/x/events/y/odds",
  "props.list": "GET /v1/sports/x/props",
  "props.one": "GET /v1/sports/x/events/y/props",
  "best.list": "GET /v1/sports/x/best",
  "best.one": "GET /v1/sports/x/events/y/best",
  "history.series": "GET /v1/historical/sports/x/events/y/odds",
  "history.openers": "GET /v1/historical/sports/x/events/y/openers",
  "history.closing": "GET /v1/historical/sports/x/events/y/closing",
  "usage.read": "GET /v1/account/usage",
  "usage.daily": "GET /v1/account/usage/daily",
  "keys.list": "GET /v1/account/keys",
  "keys.create": "POST /v1/account/keys",
  "keys.revoke": "DELETE /v1/account/keys/z",
};

describe("paths", () => {
  test.each(Object.entries(specifiedRoutes))(
    "the procedure %s handles %s, with and without a trailing slash",
    (name, route) => {
      const [method = "", path = ""] = route.split(" ");
      for (const spelling of [path, `${path}/`])
        expect(find(spelling)?.routes.get(method)?.procedure).toBe(name);
    },
  );

  test.each([
    "/v1",
    "/v1/",
    "/",
    "/v1/Sports",
    "/V1/sports",
    "/v1/sports//",
    "/v1//sports",
    "//v1/sports",
    "/v1/sports//odds",
    "/v1/sports/x/events//odds",
    "/v1/sports/x",
    "/v1/sports/x/events/y",
    "/v1/sports/x/odds/y",
    "/v1/historical/sports/x/odds",
    "/v1/account",
    "/v1/account/keys/z/w",
    "/v1/openers",
    "/v1/toString",
    "/v1/__proto__",
  ])("%s is not an endpoint", (path) => {
    // Compares booleans, because the diff of a route would print whole schemas.
    expect(find(path) === undefined).toBe(true);
  });
});

test("encoded slashes and percent signs in path parameters are decoded once", () => {
  expect(find("/v1/sports/a%2Fb/events/%2525%20%C3%A9/odds")?.pathParameters).toEqual({
    sport: "a/b",
    id: "%25 é",
  });
  expect(find("/v1/sports/a%2Fb/events/../odds")?.pathParameters.id).toBe("..");
});

test.each([
  "/v1/sports/%/odds",
  "/v1/sports/%zz/odds",
  "/v1/sports/%ff/odds",
  "/v1/%e0%a4",
  "/v1/sports/a%00b/odds",
  "/v1/x%00",
])("the path %s is rejected as malformed", (path) => {
  expect(() => find(path)).toThrow(ApiError);
});

test("an id has at most 200 characters, counted as code points", () => {
  const path = (id: string) => `/v1/sports/x/events/${encodeURIComponent(id)}/odds`;
  expect(find(path("🏈".repeat(200)))?.pathParameters.id).toHaveLength(400);
  expect(() => find(path("🏈".repeat(201)))).toThrow(/200 characters/);
  expect(() => find(`/v1/account/keys/${"a".repeat(201)}`)).toThrow(/200 characters/);
});

test("the Allow header lists HEAD wherever it lists GET, and always lists OPTIONS", () => {
  const allowed = (path: string) => allowedMethods(find(path)?.routes ?? new Map());
  expect(allowed("/v1/sports")).toBe("GET, HEAD, OPTIONS");
  expect(allowed("/v1/account/keys")).toBe("GET, HEAD, OPTIONS, POST");
  expect(allowed("/v1/account/keys/x")).toBe("DELETE, OPTIONS");
});

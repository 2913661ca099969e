import { describe, expect, test } from "vitest";
import { ApiError } from "@/server/errors/api-error";
import { allowedMethods, matchRoutes, splitPath } from "@/server/http/routes";

const find = (path: string) => matchRoutes(splitPath(path));
const operation = (path: string, method: string) => find(path)?.routes.get(method)?.operationId;

describe("paths", () => {
  test.each([
    ["/v1/sports", "GET", "listSports"],
    ["/v1/bookmakers", "GET", "listBookmakers"],
    ["/v1/markets", "GET", "listMarkets"],
    ["/v1/sports/x/events", "GET", "listEvents"],
    ["/v1/sports/x/odds", "GET", "listOdds"],
    ["/v1/sports/x/events/y/odds", "GET", "getEventOdds"],
    ["/v1/sports/x/props", "GET", "listProps"],
    ["/v1/sports/x/events/y/props", "GET", "getEventProps"],
    ["/v1/historical/sports/x/events/y/odds", "GET", "getHistoricalOdds"],
    ["/v1/historical/sports/x/events/y/openers", "GET", "getHistoricalOpeners"],
    ["/v1/historical/sports/x/events/y/closing", "GET", "getHistoricalClosing"],
    ["/v1/account/usage", "GET", "getUsage"],
    ["/v1/account/keys", "GET", "listKeys"],
    ["/v1/account/keys", "POST", "createKey"],
    ["/v1/account/keys/z", "DELETE", "revokeKey"],
  ])("%s takes %s", (path, method, id) => {
    expect(operation(path, method)).toBe(id);
    expect(operation(`${path}/`, method)).toBe(id);
  });

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
  ])("%s is no endpoint", (path) => {
    expect(find(path)).toBeUndefined();
  });
});

test("path parameters are decoded once, slashes and percent signs included", () => {
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
])("%s is malformed", (path) => {
  expect(() => find(path)).toThrow(ApiError);
});

test("an id has at most 200 characters, counted as characters", () => {
  const path = (id: string) => `/v1/sports/x/events/${encodeURIComponent(id)}/odds`;
  expect(find(path("🏈".repeat(200)))?.pathParameters.id).toHaveLength(400);
  expect(() => find(path("🏈".repeat(201)))).toThrow(/200 characters/);
  expect(() => find(`/v1/account/keys/${"a".repeat(201)}`)).toThrow(/200 characters/);
});

test("Allow lists HEAD wherever there is GET", () => {
  const allowed = (path: string) => allowedMethods(find(path)?.routes ?? new Map());
  expect(allowed("/v1/sports")).toBe("GET, HEAD, OPTIONS");
  expect(allowed("/v1/account/keys")).toBe("GET, HEAD, OPTIONS, POST");
  expect(allowed("/v1/account/keys/x")).toBe("DELETE, OPTIONS");
});

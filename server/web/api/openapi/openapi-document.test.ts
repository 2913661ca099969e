import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import packageJson from "@/package.json" with { type: "json" };
import { type ErrorCode, errorCodes } from "@/server/domain/errors/errors";
import { codesOf, endpoints, type ProcedureName } from "@/server/web/api/endpoints";
import { requiredHeaders } from "@/server/web/api/metering-headers";
import {
  committedDocumentText,
  openApiDocument,
  placeholderAddresses,
} from "@/server/web/api/openapi/openapi-document";
import { breakingChanges } from "@/server/web/api/openapi/testing/breaking-changes";
import { errorEnvelope } from "@/server/web/api/response-schemas";

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, file), "utf8");
const document = openApiDocument(placeholderAddresses);
const releases = readdirSync(path.join(import.meta.dirname, "released"));

test("openapi.json is the document that the procedures generate (npm run openapi writes it)", () => {
  expect(read("openapi.json")).toBe(committedDocumentText());
});

test("the folder of released documents has the OpenAPI document of the current version", () => {
  expect(releases).toContain(`${packageJson.version}.json`);
});

/** These releases rejected the values that the pattern rejects, but did not document the pattern. */
const releasesWithoutTimePattern = ["0.1.0.json", "0.2.0.json"];
const isTimePattern = (change: string): boolean =>
  /query commenceTime(?:From|To): pattern changed$/.test(change);

test.each(releases)("the OpenAPI document only adds to the released document %s", (file) => {
  const changes = breakingChanges(JSON.parse(read(`released/${file}`)), document);
  const isDocumentedLater = releasesWithoutTimePattern.includes(file) ? isTimePattern : () => false;
  expect(changes.filter((change) => !isDocumentedLater(change))).toEqual([]);
});

test("if a field is renamed, the removal of its old name is reported, even if the document has other changes too", () => {
  const later = JSON.parse(JSON.stringify(document));
  const { properties } = later.components.schemas.Fixture;
  properties.starts_at = properties.commence_time;
  delete properties.commence_time;
  later.info.description = "A later change.";
  const released = JSON.parse(read(`released/${packageJson.version}.json`));
  expect(breakingChanges(released, later)).toContain(
    "GET /v1/sports/{sport}/events 200[].commence_time: was removed",
  );
});

test.each(["responses", "schemas"])(
  "the OpenAPI document's shared %s are sorted by name, so that an addition moves no other entry",
  (kind) => {
    const names = Object.keys(document.components[kind] ?? {});
    expect(names).toEqual([...names].sort());
  },
);

test("the OpenAPI document has the configured public URLs", () => {
  const text = JSON.stringify(
    openApiDocument({ baseUrl: "https://api.a.test", docsUrl: "https://docs.a.test" }),
  );
  expect(JSON.parse(text).servers).toEqual([{ url: "https://api.a.test" }]);
  expect(text).toContain("https://docs.a.test/errors/#missing-key");
  expect(text).not.toContain("oddskeeper.invalid");
});

const key = ["BAD_REQUEST", "MISSING_KEY", "INVALID_KEY", "SPEED_LIMIT", "INTERNAL_ERROR"] as const;
const prices = [...key, "UNKNOWN_SPORT", "INVALID_MARKET", "ALLOWANCE_SPENT"] as const;
const history = [...prices, "PLAN_REQUIRED", "UNKNOWN_EVENT"] as const;
const session = [
  "BAD_REQUEST",
  "MISSING_SESSION",
  "INVALID_SESSION",
  "SPEED_LIMIT",
  "INTERNAL_ERROR",
] as const;

/** The error codes that each endpoint must document. */
const specifiedCodes: Readonly<Record<ProcedureName, readonly ErrorCode[]>> = {
  "sports.list": key,
  "bookmakers.list": key,
  "markets.list": key,
  "markets.ofSport": [...key, "UNKNOWN_SPORT"],
  // UNKNOWN_SPORT: the parameter `sports` has a key that does not exist.
  "coverage.read": [...key, "UNKNOWN_SPORT"],
  "usage.read": key,
  "usage.daily": key,
  "events.list": [...key, "UNKNOWN_SPORT"],
  "odds.list": prices,
  // PLAN_REQUIRED: the call asks for player props, and the account's plan has none.
  "odds.one": [...prices, "UNKNOWN_EVENT", "PLAN_REQUIRED"],
  "best.list": prices,
  "best.one": [...prices, "UNKNOWN_EVENT", "PLAN_REQUIRED"],
  "stream.changes": [...prices, "PLAN_REQUIRED"],
  "stream.open": [...prices, "PLAN_REQUIRED"],
  "props.list": [...prices, "PLAN_REQUIRED"],
  "props.one": [...prices, "UNKNOWN_EVENT", "PLAN_REQUIRED"],
  "history.series": history,
  "history.openers": history,
  "history.closing": history,
  "keys.list": session,
  "keys.create": session,
  "keys.revoke": [...session, "KEY_NOT_FOUND"],
};

/** Error codes that no endpoint documents. They belong to unknown paths, unsupported methods, deliveries and `/mcp`. */
const codesOutsideEndpoints: readonly ErrorCode[] = [
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "INVALID_FEED_TOKEN",
  "BOOK_NOT_ALLOWED",
  "UNAVAILABLE",
  "FORBIDDEN_ORIGIN",
];

type Response = {
  headers: Record<string, unknown>;
  content?: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>;
};
const responses = document.components.responses as Record<string, Response>;
const resolve = (response: Response | { $ref: string }): Response => {
  if (!("$ref" in response)) return response;
  const found = responses[response.$ref.replace("#/components/responses/", "")];
  if (found === undefined) throw new Error(`${response.$ref} is missing`);
  return found;
};

test("the OpenAPI document has every specified endpoint and no other endpoint", () => {
  expect(endpoints.map(({ procedure }) => procedure).sort()).toEqual(Object.keys(specifiedCodes).sort());
  const documented = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
  expect(documented).toHaveLength(endpoints.length);
});

test("every error code belongs to an endpoint, an unknown path, an unsupported method, a delivery or the server for assistants", () => {
  const used = new Set([...endpoints.flatMap(codesOf), ...codesOutsideEndpoints]);
  expect([...used].sort()).toEqual([...errorCodes].sort());
});

describe.each(endpoints)("$method $path", (endpoint) => {
  const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()] as {
    security: unknown;
    responses: Record<string, Response | { $ref: string }>;
  };
  const all = Object.entries(operation.responses).map(([status, response]) => ({
    status: Number(status),
    response: resolve(response),
  }));

  test("documents exactly the specified error codes", () => {
    const documented = all.flatMap(({ response }) =>
      Object.keys(response.content?.["application/json"]?.examples ?? {}),
    );
    expect(documented.sort()).toEqual([...specifiedCodes[endpoint.procedure]].sort());
    expect([...codesOf(endpoint)].sort()).toEqual(documented);
  });

  test("documents the required headers on every response", () => {
    for (const { response } of all)
      expect(Object.keys(response.headers)).toEqual(expect.arrayContaining([...requiredHeaders]));
    const limited = all.find(({ status }) => status === 429);
    expect(Object.keys(limited?.response.headers ?? {})).toContain("Retry-After");
  });

  test("documents the credentials that it needs", () => {
    expect(operation.security).toEqual([{ [endpoint.access === "key" ? "ApiKey" : "Session"]: [] }]);
  });

  test("has examples that match their schemas", () => {
    if (endpoint.response !== undefined)
      expect(endpoint.response.safeParse(endpoint.example)).toMatchObject({ success: true });
    for (const { response } of all)
      for (const { value } of Object.values(response.content?.["application/json"]?.examples ?? {}))
        expect(errorEnvelope.safeParse(value)).toMatchObject({ success: true });
  });
});

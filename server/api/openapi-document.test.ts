import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { breakingChanges } from "@/server/api/breaking-changes";
import { codesOf, endpoints } from "@/server/api/endpoints";
import { committedDocumentText, openApiDocument, placeholderAddresses } from "@/server/api/openapi-document";
import { errorEnvelope } from "@/server/api/wire-schemas";

const file = path.join(import.meta.dirname, "openapi.json");
const committed = readFileSync(file, "utf8");
const document = openApiDocument(placeholderAddresses);

const git = (...parameters: string[]): string =>
  execFileSync("git", parameters, { cwd: import.meta.dirname, encoding: "utf8", maxBuffer: 1 << 26 });

/** The committed document before the last change to it, this working copy's included; undefined without a history. */
const previousDocument = (): string | undefined => {
  try {
    const versions = git("log", "-n", "2", "--format=%H", "--", "openapi.json").trim().split("\n");
    return versions
      .filter((version) => version !== "")
      .map((version) => git("show", `${version}:./openapi.json`))
      .find((text) => text !== committed);
  } catch {
    return undefined;
  }
};

test("the committed document is the one that the procedures describe (npm run openapi writes it)", () => {
  expect(committed).toBe(committedDocumentText());
});

const previous = previousDocument();
if (previous === undefined) process.stdout.write("skipped: git has no earlier version of openapi.json\n");

test.skipIf(previous === undefined)("the last change to the document only adds", () => {
  expect(breakingChanges(JSON.parse(previous ?? "{}"), document)).toEqual([]);
});

test("the document names the addresses that the service is configured with", () => {
  const text = JSON.stringify(
    openApiDocument({ baseUrl: "https://api.a.test", docsUrl: "https://docs.a.test" }),
  );
  expect(JSON.parse(text).servers).toEqual([{ url: "https://api.a.test" }]);
  expect(text).toContain("https://docs.a.test/errors/#missing-key");
  expect(text).not.toContain("oddskeeper.invalid");
});

/** The specification's table, with what the decisions add. */
const codesPerEndpoint: Record<string, string> = {
  listSports: "BAD_REQUEST MISSING_KEY INVALID_KEY SPEED_LIMIT INTERNAL_ERROR",
  listBookmakers: "BAD_REQUEST MISSING_KEY INVALID_KEY SPEED_LIMIT INTERNAL_ERROR",
  listMarkets: "BAD_REQUEST MISSING_KEY INVALID_KEY SPEED_LIMIT INTERNAL_ERROR",
  getUsage: "BAD_REQUEST MISSING_KEY INVALID_KEY SPEED_LIMIT INTERNAL_ERROR",
  listEvents: "BAD_REQUEST MISSING_KEY INVALID_KEY SPEED_LIMIT INTERNAL_ERROR UNKNOWN_SPORT",
  listOdds:
    "BAD_REQUEST MISSING_KEY INVALID_KEY UNKNOWN_SPORT INVALID_MARKET SPEED_LIMIT ALLOWANCE_SPENT INTERNAL_ERROR",
  // PLAN_REQUIRED is ours: a prop key there needs Growth.
  getEventOdds:
    "BAD_REQUEST MISSING_KEY INVALID_KEY UNKNOWN_SPORT INVALID_MARKET SPEED_LIMIT ALLOWANCE_SPENT INTERNAL_ERROR UNKNOWN_EVENT PLAN_REQUIRED",
  listProps:
    "BAD_REQUEST MISSING_KEY INVALID_KEY UNKNOWN_SPORT INVALID_MARKET SPEED_LIMIT ALLOWANCE_SPENT INTERNAL_ERROR PLAN_REQUIRED",
  getEventProps:
    "BAD_REQUEST MISSING_KEY INVALID_KEY UNKNOWN_SPORT INVALID_MARKET SPEED_LIMIT ALLOWANCE_SPENT INTERNAL_ERROR UNKNOWN_EVENT PLAN_REQUIRED",
  ...Object.fromEntries(
    ["getHistoricalOdds", "getHistoricalOpeners", "getHistoricalClosing"].map((id) => [
      id,
      "BAD_REQUEST MISSING_KEY INVALID_KEY UNKNOWN_SPORT INVALID_MARKET SPEED_LIMIT ALLOWANCE_SPENT INTERNAL_ERROR UNKNOWN_EVENT PLAN_REQUIRED",
    ]),
  ),
  listKeys: "BAD_REQUEST MISSING_SESSION INVALID_SESSION SPEED_LIMIT INTERNAL_ERROR",
  createKey: "BAD_REQUEST MISSING_SESSION INVALID_SESSION SPEED_LIMIT INTERNAL_ERROR",
  // BAD_REQUEST is ours: a malformed path.
  revokeKey: "BAD_REQUEST MISSING_SESSION INVALID_SESSION KEY_NOT_FOUND SPEED_LIMIT INTERNAL_ERROR",
};

const specifiedHeaders = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Request-Id",
  "x-requests-last",
  "x-requests-remaining",
  "x-requests-used",
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

test("there are the 15 endpoints of the specification and no other", () => {
  expect(endpoints.map(({ operationId }) => operationId).sort()).toEqual(
    Object.keys(codesPerEndpoint).sort(),
  );
  expect(Object.values(document.paths).flatMap((methods) => Object.keys(methods))).toHaveLength(15);
});

describe.each(endpoints)("$operationId", (endpoint) => {
  const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()] as {
    security: unknown;
    responses: Record<string, Response | { $ref: string }>;
  };
  const all = Object.entries(operation.responses).map(([status, response]) => ({
    status: Number(status),
    response: resolve(response),
  }));

  test("documents exactly the error codes that the specification lists for it", () => {
    const documented = all.flatMap(({ response }) =>
      Object.keys(response.content?.["application/json"]?.examples ?? {}),
    );
    expect(documented.sort()).toEqual((codesPerEndpoint[endpoint.operationId] ?? "").split(" ").sort());
    expect([...codesOf(endpoint)].sort()).toEqual(documented);
  });

  test("documents every header of the specification on every response", () => {
    for (const { response } of all)
      expect(Object.keys(response.headers)).toEqual(expect.arrayContaining(specifiedHeaders));
    const limited = all.find(({ status }) => status === 429);
    expect(Object.keys(limited?.response.headers ?? {})).toContain("Retry-After");
  });

  test("asks for its own credentials", () => {
    expect(operation.security).toEqual([{ [endpoint.access === "key" ? "ApiKey" : "Session"]: [] }]);
  });

  test("has examples that are true to its schemas", () => {
    if (endpoint.answer !== undefined)
      expect(endpoint.answer.safeParse(endpoint.example)).toMatchObject({ success: true });
    for (const { response } of all)
      for (const { value } of Object.values(response.content?.["application/json"]?.examples ?? {}))
        expect(errorEnvelope.safeParse(value)).toMatchObject({ success: true });
  });
});

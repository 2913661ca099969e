import { describe, expect, test } from "vitest";
import {
  buildCall,
  type ConsoleParameter,
  curlCommand,
  missingParameters,
} from "@/app/(site)/docs/reference/build-call";

const odds: readonly ConsoleParameter[] = [
  { name: "sport", place: "path", type: "string", required: true },
  { name: "id", place: "path", type: "string", required: true },
  { name: "markets", place: "query", type: "string", required: false },
  { name: "commenceTimeFrom", place: "query", type: "string", required: false },
];
const path = "/v1/sports/{sport}/events/{id}/odds";
const newKey: readonly ConsoleParameter[] = [
  { name: "label", place: "body", type: "string", required: true },
  { name: "test", place: "body", type: "boolean", required: false },
];

describe("buildCall", () => {
  test("the docs console encodes path and query values, but leaves commas and colons in the query readable", () => {
    const values = {
      sport: "icehockey_nhl",
      id: "a/b c",
      markets: "h2h,totals&x=1",
      commenceTimeFrom: "2026-11-22T00:00:00Z",
    };
    expect(buildCall("GET", path, odds, values)).toEqual({
      method: "GET",
      target:
        "/v1/sports/icehockey_nhl/events/a%2Fb%20c/odds?markets=h2h,totals%26x%3D1&commenceTimeFrom=2026-11-22T00:00:00Z",
      body: undefined,
    });
  });

  test("the docs console omits empty parameters", () => {
    expect(buildCall("GET", path, odds, { sport: "x", id: "y", markets: "" }).target).toBe(
      "/v1/sports/x/events/y/odds",
    );
  });

  test("the docs console sends a boolean field as a JSON boolean, and a body without fields as an empty object", () => {
    expect(buildCall("POST", "/v1/account/keys", newKey, { label: "it's", test: "true" }).body).toBe(
      '{"label":"it\'s","test":true}',
    );
    expect(buildCall("POST", "/v1/account/keys", newKey, {}).body).toBe("{}");
  });

  test("the docs console names the required parameters that are empty", () => {
    expect(missingParameters(odds, { sport: "x", id: "" })).toEqual(["id"]);
  });
});

describe("curlCommand", () => {
  test("the docs console's curl command takes the secret from an environment variable and quotes its arguments for the shell", () => {
    const call = buildCall("POST", "/v1/account/keys", newKey, { label: "it's" });
    expect(curlCommand("http://localhost:3000", call, "session")).toBe(
      `curl -X POST -H "Authorization: Bearer $ODDSKEEPER_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"label":"it'\\''s"}' \\
  'http://localhost:3000/v1/account/keys'`,
    );
  });
});

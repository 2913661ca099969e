import { expect, test } from "vitest";
import { curlOfCall } from "@/app/(account)/account/requests/curl-of-call";
import type { LoggedCall } from "@/server/account/call-log/read-calls";

const curl = (method: string, target: string | null) =>
  curlOfCall({ method, target } as LoggedCall, "https://api.example.org");

test("a logged call becomes a curl command that sends the same request with the reader's key", () => {
  expect(curl("GET", "/v1/sports/baseball_mlb/odds?markets=h2h")).toBe(
    `curl -H "X-API-Key: $ODDSKEEPER_KEY" 'https://api.example.org/v1/sports/baseball_mlb/odds?markets=h2h'`,
  );
  expect(curl("GET", "/v1/sports/it's")).toContain(`'https://api.example.org/v1/sports/it'\\''s'`);
  expect(curl("HEAD", "/v1/sports")).toMatch(/^curl -I -H/);
});

test("a call whose path is not logged in full, or that had a body, has no curl command", () => {
  expect([curl("GET", null), curl("GET", "/v1/sports/…/odds"), curl("POST", "/v1/account/keys")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

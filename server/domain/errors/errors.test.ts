import { expect, test } from "vitest";
import { ApiError, quoted } from "@/server/domain/errors/api-error";
import { errorAnchor, errorCodes, errorDocsUrl, errors } from "@/server/domain/errors/errors";

const specified = {
  BAD_REQUEST: 400,
  INVALID_MARKET: 422,
  MISSING_KEY: 401,
  INVALID_KEY: 401,
  MISSING_SESSION: 401,
  INVALID_SESSION: 401,
  PLAN_REQUIRED: 403,
  UNKNOWN_SPORT: 404,
  UNKNOWN_EVENT: 404,
  KEY_NOT_FOUND: 404,
  SPEED_LIMIT: 429,
  ALLOWANCE_SPENT: 429,
  INTERNAL_ERROR: 500,
  INVALID_FEED_TOKEN: 401,
  BOOK_NOT_ALLOWED: 403,
  UNAVAILABLE: 503,
  FORBIDDEN_ORIGIN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
};

test("the error codes and their statuses are exactly those that this test lists", () => {
  expect(Object.fromEntries(errorCodes.map((code) => [code, errors[code].status]))).toEqual(specified);
});

test("the anchor of an error code is the code in lower case with hyphens, and is unique", () => {
  expect(errorAnchor("INVALID_MARKET")).toBe("invalid-market");
  expect(errorDocsUrl("https://a.test/docs", "SPEED_LIMIT")).toBe("https://a.test/docs/errors/#speed-limit");
  expect(new Set(errorCodes.map(errorAnchor)).size).toBe(errorCodes.length);
});

test("an API error has the status and, by default, the message of its code", () => {
  expect(new ApiError("UNKNOWN_EVENT")).toMatchObject({ status: 404, message: errors.UNKNOWN_EVENT.message });
  expect(new ApiError("UNKNOWN_EVENT", { message: "Not here." }).message).toBe("Not here.");
});

test("inside a quoted value, control characters, bidirectional overrides, quotes and lone surrogates are replaced", () => {
  expect(quoted('a\r\nb\u0000c"d\u202ee\ud800')).toBe('"a\uFFFD\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFD"');
});

test("a quoted value is cut after 100 whole characters", () => {
  expect(quoted("x".repeat(100))).toBe(`"${"x".repeat(100)}"`);
  expect(quoted("🏈".repeat(5000))).toBe(`"${"🏈".repeat(100)}…"`);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ApiError } from "@/server/domain/errors/api-error";
import { parseInstant, parseList, parseWindow } from "@/server/web/api/input/parameters";

const errorOf = (run: () => unknown): { code: string; message: string } => {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("no error was thrown");
};

describe("lists", () => {
  test("the items of a list are trimmed, duplicates are removed, and the order is kept", () => {
    expect(parseList("markets", " totals , h2h,totals")).toEqual(["totals", "h2h"]);
  });

  test.each(["", " ", ",", "h2h,", ",h2h", "h2h,,totals"])(
    "the list %j has an empty item and is malformed",
    (value) => {
      expect(errorOf(() => parseList("markets", value)).code).toBe("BAD_REQUEST");
    },
  );

  test("a list may have 100 items but not 101, and duplicates count once", () => {
    const items = Array.from({ length: 100 }, (_, index) => `m${index}`);
    expect(parseList("markets", [...items, ...items].join(","))).toEqual(items);
    expect(errorOf(() => parseList("markets", [...items, "one_more"].join(",")))).toEqual({
      code: "BAD_REQUEST",
      message: "markets: 101 items exceed the maximum of 100.",
    });
  });
});

describe("times", () => {
  test.each([
    ["2026-11-22T18:00:00Z", Date.UTC(2026, 10, 22, 18)],
    ["2026-11-22T18:00:00.5Z", Date.UTC(2026, 10, 22, 18, 0, 0, 500)],
    ["2026-11-22T18:00:00.123999Z", Date.UTC(2026, 10, 22, 18, 0, 0, 123)],
    ["2024-02-29T23:59:59Z", Date.UTC(2024, 1, 29, 23, 59, 59)],
    ["2026-11-22T18:00:00+00:00", Date.UTC(2026, 10, 22, 18)],
    ["2026-11-22T18:00:00.123456+00:00", Date.UTC(2026, 10, 22, 18, 0, 0, 123)],
  ])("the time %s is valid", (value, at) => {
    expect(parseInstant("commenceTimeFrom", value)).toBe(at);
  });

  test.each([
    "2026-11-22",
    "2026-11-22T18:00Z",
    "2026-11-22T18:00:00",
    "2026-11-22T18:00:00+01:00",
    "2026-11-22T18:00:00-00:00",
    "2026-11-22T18:00:00+00:00Z",
    "2026-11-22T18:00:00 00:00",
    "2026-11-22T18:00:00.Z",
    "2026-11-22T24:00:00Z",
    "2026-11-22T18:60:00Z",
    "2026-02-29T00:00:00Z",
    "2026-02-30T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-00-10T00:00:00Z",
    " 2026-11-22T18:00:00Z",
    "2026-11-22 18:00:00Z",
    "1795370400",
    "tomorrow",
    "",
    "2026-11-22T18:00:00Z\n",
  ])("the time %j is malformed", (value) => {
    const { code, message } = errorOf(() => parseInstant("commenceTimeFrom", value));
    expect(code).toBe("BAD_REQUEST");
    expect(message).toMatch(/^commenceTimeFrom: /);
  });

  test("the error for a + that was not encoded says how to encode it", () => {
    expect(errorOf(() => parseInstant("commenceTimeFrom", "2026-11-22T18:00:00.5 00:00")).message).toBe(
      'commenceTimeFrom: "2026-11-22T18:00:00.5 00:00" has a space. Encode the + of +00:00 as %2B, or write Z.',
    );
  });

  test("a time that was written by Date.toISOString is parsed to the same millisecond", () => {
    const dates = fc.date({
      min: new Date("0000-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59Z"),
      noInvalidDate: true,
    });
    fc.assert(fc.property(dates, (date) => parseInstant("t", date.toISOString()) === date.getTime()));
  });

  test("commenceTimeFrom and commenceTimeTo may be equal or missing, but commenceTimeTo must not be before commenceTimeFrom", () => {
    const at = "2026-11-22T18:00:00Z";
    expect(parseWindow({ commenceTimeFrom: at, commenceTimeTo: at }).from).toBe(Date.parse(at));
    expect(parseWindow({ commenceTimeTo: at })).toEqual({ from: undefined, to: Date.parse(at) });
    expect(
      errorOf(() => parseWindow({ commenceTimeFrom: "2026-11-22T18:00:00.001Z", commenceTimeTo: at })).code,
    ).toBe("BAD_REQUEST");
  });
});

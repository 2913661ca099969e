import { expect, test } from "vitest";
import { ApiError } from "@/server/domain/errors/api-error";
import { readQuery } from "@/server/web/http/v1/read-query";

const parameterNames = new Set(["markets", "dateFormat"]);

test("known parameters are decoded, with plus signs as spaces", () => {
  expect(readQuery("markets=h2h%2Ctotals+&dateFormat=unix", parameterNames)).toEqual({
    markets: "h2h,totals ",
    dateFormat: "unix",
  });
  expect(readQuery("m%61rkets=h2h", parameterNames)).toEqual({ markets: "h2h" });
});

test.each([
  "",
  "toString=1",
  "__proto__=1",
  "constructor[prototype]=1",
  "apiKey=ok_live_x&apiKey=y",
  "regions=us",
  "Markets=h2h",
  "markets[]=h2h",
  "%zz=1",
  "&&=&",
])("the query %j has no known parameter and is ignored", (query) => {
  expect(readQuery(query, parameterNames)).toEqual({});
});

test("a parameter without a value is the empty string", () => {
  expect(readQuery("markets", parameterNames)).toEqual({ markets: "" });
});

test.each(["markets=a&markets=a", "markets=%zz", "markets=%ff", "markets=a&m%61rkets=b"])(
  "the query %j is rejected",
  (query) => {
    expect(() => readQuery(query, parameterNames)).toThrow(ApiError);
  },
);

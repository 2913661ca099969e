import { expect, test } from "vitest";
import { parseJson } from "@/server/ingest/feeds/parse-json";

test("parseJson reads NaN and Infinity inside an object or a list as null, and does not change a string that ends in NaN", () => {
  expect(parseJson('{"a":NaN,"b":[-Infinity, NaN ],"c":"x, NaN"}')).toEqual({
    a: null,
    b: [null, null],
    c: "x, NaN",
  });
  expect(parseJson('{"a":"NaN, NaN"}')).toEqual({ a: "NaN, NaN" });
});

test.each(["", "{", "NaN", "<html>"])("parseJson returns undefined for %j", (text) => {
  expect(parseJson(text)).toBeUndefined();
});

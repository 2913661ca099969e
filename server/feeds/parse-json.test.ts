import { expect, test } from "vitest";
import { parseJson } from "@/server/feeds/parse-json";

test("NaN and Infinity are null, and text that mentions them stays", () => {
  expect(parseJson('{"a":NaN,"b":[-Infinity, NaN ],"c":"x, NaN"}')).toEqual({
    a: null,
    b: [null, null],
    c: "x, NaN",
  });
  expect(parseJson('{"a":"NaN, NaN"}')).toEqual({ a: "NaN, NaN" });
});

test.each(["", "{", "NaN", "<html>"])("%j is no JSON", (text) => {
  expect(parseJson(text)).toBeUndefined();
});

import { expect, test } from "vitest";
import { readIfNoneMatch, tagOfEncoding } from "@/server/http/entity-tag";

test("each coding of an answer has a tag of its own", () => {
  const tags = (["identity", "gzip", "br"] as const).map((encoding) => tagOfEncoding('"abc"', encoding));
  expect(new Set(tags).size).toBe(3);
  expect(tags[0]).toBe('"abc"');
});

test.each(['"abc"', 'W/"abc"', '"abc-gz"', '"x", "abc-br"', '"x","abc"', "*", ' "abc" '])(
  "If-None-Match %s names the answer",
  (header) => {
    expect(readIfNoneMatch(header)?.('"abc"')).toBe(true);
  },
);

test.each(['"abd"', "abc", '"abc', '"ab"c"', '"abc-xx"'])("If-None-Match %s does not", (header) => {
  expect(readIfNoneMatch(header)?.('"abc"')).toBe(false);
});

test("no header, or an empty one, asks nothing", () => {
  expect(readIfNoneMatch(null)).toBeUndefined();
  expect(readIfNoneMatch("  ")).toBeUndefined();
});

import { expect, test } from "vitest";
import { createSealTag, readIfNoneMatch, tagOfEncoding } from "@/server/http/entity-tag";

const unsealed = (etag: string) => etag;

test("a tag tells nothing to who does not have the secret, and is the same wherever the secret is", () => {
  const seal = createSealTag("one secret");
  expect(seal('"abc"')).toBe(createSealTag("one secret")('"abc"'));
  expect(seal('"abc"')).not.toBe(createSealTag("another secret")('"abc"'));
  expect(seal('"abc"')).not.toBe(seal('"abd"'));
  expect(readIfNoneMatch(seal('"abc"'), seal)?.('"abc"')).toBe(true);
  expect(readIfNoneMatch('"abc"', seal)?.('"abc"')).toBe(false);
});

test("each coding of an answer has a tag of its own", () => {
  const tags = (["identity", "gzip", "br"] as const).map((encoding) => tagOfEncoding('"abc"', encoding));
  expect(new Set(tags).size).toBe(3);
  expect(tags[0]).toBe('"abc"');
});

test.each(['"abc"', 'W/"abc"', '"abc-gz"', '"x", "abc-br"', '"x","abc"', "*", ' "abc" '])(
  "If-None-Match %s names the answer",
  (header) => {
    expect(readIfNoneMatch(header, unsealed)?.('"abc"')).toBe(true);
  },
);

test.each(['"abd"', "abc", '"abc', '"ab"c"', '"abc-xx"'])("If-None-Match %s does not", (header) => {
  expect(readIfNoneMatch(header, unsealed)?.('"abc"')).toBe(false);
});

test("no header, or an empty one, asks nothing", () => {
  expect(readIfNoneMatch(null, unsealed)).toBeUndefined();
  expect(readIfNoneMatch("  ", unsealed)).toBeUndefined();
});

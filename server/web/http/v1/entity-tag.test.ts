import { expect, test } from "vitest";
import { createSealTag, readIfNoneMatch, tagOfEncoding } from "@/server/web/http/v1/entity-tag";

const unsealed = (etag: string) => etag;

test("a sealed entity tag depends only on the digest and the secret, and If-None-Match matches the sealed tag but not the plain digest", () => {
  const seal = createSealTag("one secret");
  expect(seal('"abc"')).toBe(createSealTag("one secret")('"abc"'));
  expect(seal('"abc"')).not.toBe(createSealTag("another secret")('"abc"'));
  expect(seal('"abc"')).not.toBe(seal('"abd"'));
  expect(readIfNoneMatch(seal('"abc"'), seal)?.('"abc"')).toBe(true);
  expect(readIfNoneMatch('"abc"', seal)?.('"abc"')).toBe(false);
});

test("a response has a different entity tag in each content coding", () => {
  const tags = (["identity", "gzip", "br"] as const).map((encoding) => tagOfEncoding('"abc"', encoding));
  expect(new Set(tags).size).toBe(3);
  expect(tags[0]).toBe('"abc"');
});

test.each(['"abc"', 'W/"abc"', '"abc-gz"', '"x", "abc-br"', '"x","abc"', "*", ' "abc" '])(
  'If-None-Match %s matches the tag "abc"',
  (header) => {
    expect(readIfNoneMatch(header, unsealed)?.('"abc"')).toBe(true);
  },
);

test.each(['"abd"', "abc", '"abc', '"ab"c"', '"abc-xx"'])(
  'If-None-Match %s does not match the tag "abc"',
  (header) => {
    expect(readIfNoneMatch(header, unsealed)?.('"abc"')).toBe(false);
  },
);

test("a missing or empty If-None-Match sets no condition", () => {
  expect(readIfNoneMatch(null, unsealed)).toBeUndefined();
  expect(readIfNoneMatch("  ", unsealed)).toBeUndefined();
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "@/server/ingest/feeds/parse-json";
import { parseJsonInSteps } from "@/server/ingest/feeds/parse-json-in-steps";
import { finish } from "@/server/ingest/matching/steps";

const parse = (text: string): unknown => finish(parseJsonInSteps(text));

/** JSON with strings so long that most of its lists and objects are parsed in parts. */
const largeValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.jsonValue(),
    fc.string().map((text) => text.repeat(9_000)),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), tie("value"), { maxKeys: 5 }),
  ),
})).value;

test("a text parsed in parts has the value that JSON.parse returns, whatever its white space", () => {
  fc.assert(
    fc.property(
      fc.array(largeValue, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(undefined, 1, "\t"),
      (value, space) => {
        for (const root of [value, { a: value, b: { c: value } }]) {
          const text = ` ${JSON.stringify(root, null, space)}\n`;
          expect(JSON.stringify(parse(text))).toBe(JSON.stringify(JSON.parse(text)));
        }
      },
    ),
    { numRuns: 200 },
  );
});

test("a text that is not JSON has no value, wherever it is damaged", () => {
  const row = { name: "a, [b] {c}", prices: [1.5, 2, null], text: "x".repeat(40_000) };
  const text = JSON.stringify({
    rows: Array.from({ length: 6 }, () => ({ row, rows: [row, row] })),
    next: null,
  });
  fc.assert(
    fc.property(
      fc.nat({ max: text.length - 1 }),
      fc.constantFrom("", ",", "]", "}", "[", '"', ":", "x"),
      (at, instead) => {
        const damaged = text.slice(0, at) + instead + text.slice(at + 1);
        expect(JSON.stringify(parse(damaged))).toBe(JSON.stringify(parseJson(damaged)));
      },
    ),
    { numRuns: 500 },
  );
});

test("NaN and Infinity become null, as in small texts", () => {
  const text = `{"rows": [${Array.from({ length: 9_000 }, () => '{"price": NaN, "size": -Infinity}').join(",")}]}`;
  expect(parse(text)).toEqual({ rows: Array.from({ length: 9_000 }, () => ({ price: null, size: null })) });
});

test("a text of 4 MB is parsed in more than 50 steps, and nested brackets have no value", () => {
  const rows = Array.from({ length: 40_000 }, (_, id) => ({ id, title: "a".repeat(80) }));
  const steps = parseJsonInSteps(JSON.stringify({ rows }));
  let pauses = 0;
  let next = steps.next();
  for (; !next.done; next = steps.next()) pauses += 1;
  expect(pauses).toBeGreaterThan(50);
  expect(next.value).toEqual({ rows });
  expect(parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`)).toBeUndefined();
});

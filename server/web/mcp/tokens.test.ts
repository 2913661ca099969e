import fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens } from "@/server/web/mcp/testing/count-tokens";
import { estimateTokens, fitRows } from "@/server/web/mcp/tokens";

/** Names as books write them: words with numbers and marks between them, or text in any other script. */
const words = fc
  .tuple(fc.lorem({ maxCount: 8 }), fc.constantFrom(" ", "-", "'", ". ", " & ", "/"), fc.nat(99))
  .map(([text, mark, number]) => `${text.replaceAll(" ", mark)} ${number}`);
const otherScripts = fc.string({ unit: fc.constantFrom(..."ÁÇéñőšßжщΩעم日한🏈"), maxLength: 60 });
/** Also keys that are no words, and prices of one digit: both have more tokens per character than usual. */
const prices = fc.dictionary(
  fc.stringMatching(/^[a-z0-9_]{3,14}$/),
  fc.integer({ min: -10_000, max: 10_000 }),
  {
    maxKeys: 40,
  },
);
const digits = fc.dictionary(fc.stringMatching(/^[a-z_]{3,14}$/), fc.nat({ max: 9 }), { maxKeys: 40 });
const row = fc.record({
  market: fc.constantFrom("h2h", "alternate_spreads_h1", "player_pass_yds"),
  name: fc.oneof(words, otherScripts),
  point: fc.double({ min: -60, max: 300, noNaN: true }).map((point) => Math.round(2 * point) / 2),
  prices: fc.oneof(prices, digits),
});

test("the estimate of a result with names that are words is never below its tokens, whatever its keys and prices are", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20, size: "max" }), (rows) => {
      const text = JSON.stringify(rows);
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(countTokens(text));
    }),
  );
});

test("the rows that fit have at most the given tokens", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), fc.integer({ min: 1, max: 4_000 }), (rows, tokens) => {
      const fitting = fitRows(rows, { offset: 0, maxRows: rows.length, tokens }, (shown) => shown);
      expect(fitting).toEqual(rows.slice(0, fitting.length));
      if (fitting.length > 0) expect(countTokens(JSON.stringify(fitting))).toBeLessThanOrEqual(tokens + 2);
    }),
  );
});

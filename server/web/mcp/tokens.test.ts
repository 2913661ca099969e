import fc from "fast-check";
import { expect, test } from "vitest";
import { catalogueBooks } from "@/server/domain/catalogue/books";
import { countTokens } from "@/server/web/mcp/testing/count-tokens";
import { estimateTokens, fitRows } from "@/server/web/mcp/tokens";

/** Random letters would need more than half a token each. */
const bookKey = fc.constantFrom(...catalogueBooks.map(({ key }) => key));
/** American or decimal. Shorter prices would need more than half a token per character, because of their punctuation. */
const price = fc.oneof(
  fc.integer({ min: 100, max: 10_000 }),
  fc.integer({ min: -10_000, max: -100 }),
  fc.integer({ min: 101, max: 99_999 }).map((hundredths) => hundredths / 100),
);
const row = fc.record({
  market: fc.constantFrom("h2h", "alternate_spreads_h1", "player_pass_yds"),
  name: fc.string({ unit: "grapheme", maxLength: 80 }),
  point: fc.double({ min: -60, max: 300, noNaN: true }).map((point) => Math.round(2 * point) / 2),
  prices: fc.dictionary(bookKey, price, { maxKeys: 40 }),
});

test("the estimate of a result is never below its tokens, whatever the names are", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
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

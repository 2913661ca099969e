import fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens } from "@/server/web/mcp/testing/count-tokens";
import { estimateTokens, fitRows } from "@/server/web/mcp/tokens";

const row = fc.record({
  market: fc.constantFrom("h2h", "alternate_spreads_h1", "player_pass_yds"),
  name: fc.string({ unit: "grapheme", maxLength: 80 }),
  point: fc.double({ min: -60, max: 300, noNaN: true }).map((point) => Math.round(2 * point) / 2),
  prices: fc.dictionary(fc.stringMatching(/^[a-z_]{3,14}$/), fc.integer({ min: -10_000, max: 10_000 }), {
    maxKeys: 40,
  }),
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

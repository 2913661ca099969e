import { expect, test } from "vitest";
import type { KalshiMarket } from "@/server/ingest/feeds/kalshi/schemas";
import { startOf } from "@/server/ingest/feeds/kalshi/start";

const withRules = (rules_primary: string) => [{ rules_primary } as KalshiMarket];
const shown = (start: ReturnType<typeof startOf>): string =>
  "reason" in start ? start.reason : new Date(start.startMs).toISOString();

test.each([
  ["26AUG201835NYYBAL", "2026-08-20T22:35:00.000Z"],
  ["26MAR071305NYYBAL", "2026-03-07T18:05:00.000Z"],
  ["26NOV011905NYYBAL", "2026-11-02T00:05:00.000Z"],
  ["26AUG201305NYYBALG1", "2026-08-20T17:05:00.000Z"],
  ["26AUG20NYYBAL", "unknown_start"],
  ["26AUG201865NYYBAL", "unknown_start"],
  ["26FEB301835NYYBAL", "unknown_start"],
  ["26XYZ201835NYYBAL", "unknown_start"],
])("an MLB game with %s in its tickers has this start or rejection reason: %s", (game, start) => {
  expect(shown(startOf("MLB", game, [], []))).toBe(start);
});

test.each([
  ["originally scheduled for Aug 20, 2026 at 6:35 PM EDT, then", "2026-08-20T22:35:00.000Z"],
  ["originally scheduled for Nov 1, 2026 at 12:05 PM EST, then", "2026-11-01T17:05:00.000Z"],
  ["originally scheduled for Aug 20, 2026 at 12:10 AM EDT, then", "2026-08-20T04:10:00.000Z"],
  ["originally scheduled for Aug 20, 2026, then", "unknown_start"],
])("an MLB game with the rules %j has this start or rejection reason: %s", (rules, start) => {
  expect(shown(startOf("MLB", "NYYBAL", [], withRules(rules)))).toBe(start);
});

test("a game is rejected if its ticker and its rules state different starts", () => {
  const rules = withRules("originally scheduled for Aug 20, 2026 at 7:35 PM EDT, then");
  expect(shown(startOf("MLB", "26AUG201835NYYBAL", [], rules))).toBe("disagreement");
});

test("a time of day in the ticker of an NFL game is not read", () => {
  expect(shown(startOf("NFL", "26AUG201835NYYBAL", [], []))).toBe("unknown_start");
});

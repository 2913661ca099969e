import { expect, test } from "vitest";
import { linesOf } from "@/server/web/mcp/price-lines";

const game = {
  id: "g",
  sport_key: "basketball_nba",
  sport_title: "NBA",
  commence_time: "2026-11-22T00:00:00Z",
  home_team: "Boston Celtics",
  away_team: "Los Angeles Lakers",
  unmatched_bookmakers: [],
};

const book = (key: string, at: string | null, markets: readonly string[]) => ({
  key,
  title: key,
  last_update: at,
  markets: markets.map((market) => ({
    key: market,
    last_update: at,
    outcomes: [{ name: "Over", price: 100, point: 220.5 }],
  })),
});

test("the times of a line are those of the books that quote it, not of the game's other lines", () => {
  const { lines, timesOf } = linesOf({
    ...game,
    bookmakers: [
      book("new", "2026-11-21T18:00:00Z", ["totals"]),
      book("old", "2026-11-21T12:00:00Z", ["team_totals"]),
      book("unmeasured", null, ["totals"]),
    ],
  });
  expect(lines.map((line) => [line.market, timesOf(line)])).toEqual([
    ["totals", ["2026-11-21T18:00:00Z", null]],
    ["team_totals", ["2026-11-21T12:00:00Z"]],
  ]);
});

import { expect, test } from "vitest";
import { markets } from "@/server/domain/catalogue/markets";
import { sports } from "@/server/domain/catalogue/sports";
import { didYouMean } from "@/server/web/api/input/suggest-keys";

const sportKeys = sports.map(({ key }) => key);
const marketKeys = markets.map(({ key }) => key);

test.each([
  ["nfl", sportKeys, "americanfootball_nfl"],
  ["NBA", sportKeys, "basketball_nba"],
  ["nfl ", sportKeys, "americanfootball_nfl"],
  ["soccer-epl", sportKeys, "soccer_epl"],
  ["icehockey_nlh", sportKeys, "icehockey_nhl"],
  ["spread", marketKeys, "spreads"],
  ["over_under", marketKeys, "totals"],
  ["player_point", marketKeys, "player_points"],
])("the first suggestion for %s is a similar key", (wanted, keys, first) => {
  expect(didYouMean(wanted, keys)).toMatch(new RegExp(`^ Did you mean "${first}"`));
});

test.each(["upcoming", "zzzz", "", "x".repeat(500)])("there is no suggestion for %j", (wanted) => {
  expect(didYouMean(wanted, sportKeys)).toBe("");
});

test("at most three keys are suggested", () => {
  expect(didYouMean("soccer", sportKeys).match(/"/g)).toHaveLength(6);
});

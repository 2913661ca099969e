import { describe, expect, it } from "vitest";
import { periods } from "@/server/domain/catalogue/market-family";
import {
  canonicalMarketKey,
  findMarket,
  isLegalFor,
  marketKey,
  markets,
  moneylineOf,
  sidesOf,
} from "@/server/domain/catalogue/markets";
import { findSport, type Sport, type SportGroup, sports } from "@/server/domain/catalogue/sports";
import { compare } from "@/server/domain/collections";

const sport = (key: string): Sport => {
  const found = findSport(key);
  if (found === undefined) throw new Error(`no sport ${key}`);
  return found;
};

const market = (key: string) => {
  const found = findMarket(key);
  if (found === undefined) throw new Error(`no market ${key}`);
  return found;
};

const legalPeriods = (family: string, group: SportGroup): string[] =>
  markets
    .filter((market) => market.family === family && market.groups.includes(group))
    .map((market) => market.period);

describe("market keys", () => {
  it("a market key consists of a family and a period, and is unique", () => {
    for (const { key, family, period } of markets) {
      expect(marketKey(family, period)).toBe(key);
      expect(findMarket(key)?.key).toBe(key);
    }
    expect(new Set(markets.map(({ key }) => key)).size).toBe(markets.length);
  });

  it("no market family ends in a period suffix", () => {
    const suffix = new RegExp(`_(?:${periods.slice(1).join("|")})$`);
    for (const { key, family, period } of markets) {
      expect(family).not.toMatch(suffix);
      expect(key.match(suffix)?.[0] ?? "").toBe(period === "full" ? "" : `_${period}`);
    }
  });

  it("market keys are sorted, and every market has a description", () => {
    const keys = markets.map(({ key }) => key);
    expect(keys).toEqual(keys.toSorted((a, b) => compare(a, b)));
    for (const { description } of markets) expect(description).not.toBe("");
  });

  it("football, basketball, baseball, soccer and hockey have markets for the periods that books quote", () => {
    const full = ["full", "h1", "h2", "q1", "q2", "q3", "q4"];
    for (const family of [
      "h2h",
      "spreads",
      "totals",
      "team_totals",
      "alternate_spreads",
      "alternate_totals",
      "alternate_team_totals",
      "h2h_3_way",
    ])
      expect(legalPeriods(family, "American Football").toSorted()).toEqual(full);
    expect(legalPeriods("spreads", "Basketball").toSorted()).toEqual(full);
    expect(legalPeriods("totals", "Baseball").toSorted()).toEqual(["f5", "full"]);
    expect(legalPeriods("totals", "Soccer").toSorted()).toEqual(["full", "h1", "h2"]);
    expect(legalPeriods("h2h", "Ice Hockey")).toEqual(["full"]);
  });

  it("findMarket returns undefined for a key that no market has", () => {
    for (const key of [
      "h2h_f3",
      "h2h_f7",
      "totals_p1",
      "h2h_lay",
      "outrights",
      "double_chance",
      "spreads_full",
      "H2H",
      "",
      "constructor",
      "__proto__",
    ])
      expect(findMarket(key)).toBeUndefined();
  });

  it("markets such as spreads and totals require a point, and markets such as h2h and btts have no point", () => {
    for (const key of [
      "spreads",
      "totals_h1",
      "team_totals",
      "alternate_spreads_q1",
      "player_points",
      "pitcher_strikeouts_alternate",
    ])
      expect(market(key).shape.point).toBe("required");
    for (const key of [
      "h2h",
      "h2h_3_way_q1",
      "btts",
      "draw_no_bet",
      "player_anytime_td",
      "player_goal_scorer_anytime",
    ])
      expect(market(key).shape.point).toBe("none");
  });

  it("a market is about a player exactly if it is a prop", () => {
    for (const { role, shape } of markets) expect(shape.subject === "player").toBe(role === "prop");
  });
});

describe("isLegalFor", () => {
  it.each([
    ["h2h", "soccer_epl", true],
    ["h2h_3_way", "soccer_epl", false],
    ["h2h_3_way", "icehockey_nhl", true],
    ["h2h_3_way_q1", "basketball_nba", true],
    ["h2h_3_way_f5", "baseball_mlb", true],
    ["draw_no_bet", "soccer_epl", true],
    ["draw_no_bet", "icehockey_nhl", false],
    ["btts", "soccer_epl", true],
    ["btts", "icehockey_nhl", false],
    ["h2h_f5", "baseball_mlb", true],
    ["h2h_f5", "basketball_nba", false],
    ["h2h_q1", "baseball_mlb", false],
    ["totals_q3", "americanfootball_nfl", true],
    ["totals_q3", "soccer_epl", false],
    ["player_pass_yds", "americanfootball_ncaaf", true],
    ["player_pass_yds", "basketball_nba", false],
    ["player_points_q1", "basketball_nba", true],
    ["player_points_q1", "icehockey_nhl", false],
    ["player_points", "icehockey_nhl", true],
    ["player_rush_yds_h1", "americanfootball_nfl", true],
    ["batter_home_runs", "baseball_mlb", true],
    ["player_goal_scorer_anytime", "soccer_epl", true],
    ["player_shots_on_target", "soccer_epl", true],
    ["h2h", "mma_mixed_martial_arts", true],
    ["spreads", "mma_mixed_martial_arts", true],
    ["alternate_spreads", "boxing_boxing", true],
    ["spreads", "cricket_ipl", true],
    ["h2h_3_way", "mma_mixed_martial_arts", true],
    ["h2h_3_way", "cricket_psl", true],
    ["h2h_3_way", "cricket_test_match", false],
    ["draw_no_bet", "cricket_test_match", true],
    ["draw_no_bet", "cricket_psl", false],
    ["draw_no_bet", "boxing_boxing", false],
    ["h2h_3_way", "boxing_boxing", true],
    ["team_totals", "mma_mixed_martial_arts", false],
  ])("isLegalFor of %s in %s is %s", (key, sportKey, legal) => {
    expect(isLegalFor(market(key), sport(sportKey))).toBe(legal);
  });
});

describe("moneylineOf", () => {
  const keyOf = (...parameters: Parameters<typeof moneylineOf>) => moneylineOf(...parameters)?.key;

  it("for prices with a draw, moneylineOf returns h2h if games of the sport can end in a draw, otherwise h2h_3_way", () => {
    for (const sport of sports)
      for (const { period } of markets.filter(
        (market) => market.family === "h2h" && isLegalFor(market, sport),
      ))
        expect(keyOf(sport, period, true)).toBe(marketKey(sport.canDraw ? "h2h" : "h2h_3_way", period));
  });

  it("for prices without a draw, moneylineOf returns h2h exactly if games of the sport cannot end in a draw", () => {
    for (const sport of sports)
      for (const { period } of markets.filter(
        (market) => market.family === "h2h" && isLegalFor(market, sport),
      ))
        expect(keyOf(sport, period, false) === marketKey("h2h", period)).toBe(!sport.canDraw);
  });

  it("for prices without a draw, moneylineOf returns draw_no_bet in Test cricket and handball, and nothing in soccer", () => {
    expect(keyOf(sport("cricket_test_match"), "full", false)).toBe("draw_no_bet");
    expect(keyOf(sport("handball_germany_bundesliga"), "h1", false)).toBe("draw_no_bet_h1");
    expect(keyOf(sport("soccer_epl"), "full", false)).toBeUndefined();
  });
});

describe("sidesOf", () => {
  it("sidesOf includes the draw in h2h exactly if games of the sport can end in a draw", () => {
    expect(sidesOf(market("h2h"), sport("soccer_epl"))).toEqual(["home", "away", "draw"]);
    expect(sidesOf(market("h2h_h1"), sport("soccer_epl"))).toEqual(["home", "away", "draw"]);
    expect(sidesOf(market("h2h"), sport("icehockey_nhl"))).toEqual(["home", "away"]);
    expect(sidesOf(market("h2h_3_way"), sport("icehockey_nhl"))).toEqual(["home", "away", "draw"]);
    expect(sidesOf(market("draw_no_bet"), sport("soccer_epl"))).toEqual(["home", "away"]);
  });
});

describe("canonicalMarketKey", () => {
  it.each([
    ["h2h_1st_5_innings", "h2h_f5"],
    ["h2h_3_way_1st_5_innings", "h2h_3_way_f5"],
    ["alternate_totals_1st_5_innings", "alternate_totals_f5"],
    ["spreads_1st_half", "spreads_h1"],
    ["team_totals_2nd_half", "team_totals_h2"],
    ["totals_4th_quarter", "totals_q4"],
    ["h2h", "h2h"],
    ["h2h_q1", "h2h_q1"],
  ])("canonicalMarketKey turns %s into %s", (foreign, ours) => {
    expect(canonicalMarketKey(foreign)).toBe(ours);
  });

  it.each([
    "h2h_1st_3_innings",
    "h2h_1st_7_innings",
    "h2h_lay",
    "outrights",
    "totals_p1",
    "nonsense_1st_half",
    "_1st_half",
  ])("canonicalMarketKey returns the unknown key %s unchanged", (foreign) => {
    expect(canonicalMarketKey(foreign)).toBe(foreign);
    expect(findMarket(foreign)).toBeUndefined();
  });
});

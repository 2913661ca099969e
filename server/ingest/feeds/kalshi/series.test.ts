import { describe, expect, test } from "vitest";
import { findMarket, isLegalFor, moneylineOf } from "@/server/domain/catalogue/markets";
import { findSport } from "@/server/domain/catalogue/sports";
import { keysOf } from "@/server/ingest/feeds/kalshi/read-legs";
import { findSeries, seriesTickers, sportOf } from "@/server/ingest/feeds/kalshi/series";

describe("Kalshi's series", () => {
  test("every series maps to a market that the catalogue allows for each sport of the series' league", () => {
    for (const ticker of seriesTickers) {
      const series = findSeries(ticker);
      if (series === undefined) throw new Error(ticker);
      for (const key of series.league.sports.values()) {
        const sport = findSport(key);
        if (sport === undefined) throw new Error(key);
        const hasDraw = series.league.hasDraw || series.period !== "full";
        const [main] = keysOf(series, moneylineOf(sport, series.period, hasDraw)?.key);
        const market = findMarket(main ?? "");
        expect(market !== undefined && isLegalFor(market, sport), `${ticker} ${key}`).toBe(true);
      }
    }
  });

  test.each([
    ["KXMLBF5", "h2h", "f5"],
    ["KXMLBF5TOTAL", "totals", "f5"],
    ["KXMLBTEAMTOTAL", "team_totals", "full"],
    ["KXNCAAF1HTEAMTOTAL", "team_totals", "h1"],
    ["KXWNBA1HWINNER", "h2h", "h1"],
    ["KXNFL3QSPREAD", "spreads", "q3"],
    ["KXMLBHRR", "prop", "full"],
    ["KXNCAAFCSGAME", "h2h", "full"],
    ["KXMLS1HBTTS", "btts", "h1"],
  ])("the series %s has the family %s and the period %s", (ticker, family, period) => {
    expect(findSeries(ticker)).toMatchObject({ family, period });
  });

  test.each(["KXMLB", "KXMLBHRDERBY", "KXMLBGAMES", "KXWNBA1H", "kxmlbgame", "KXNFLMVP", "constructor", ""])(
    "the ticker %j belongs to no known series",
    (ticker) => {
      expect(findSeries(ticker)).toBeUndefined();
    },
  );

  test("an NFL game whose event was not fetched counts as a regular-season game only if its milestone states so", () => {
    const league = findSeries("KXNFLGAME")?.league;
    if (league === undefined) throw new Error("no league");
    expect(sportOf(league, undefined, "REG")).toBe("americanfootball_nfl");
    expect(sportOf(league, undefined, "PRE")).toBeUndefined();
    expect(sportOf(league, undefined, undefined)).toBeUndefined();
  });
});

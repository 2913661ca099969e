import { describe, expect, it } from "vitest";
import { catalogueBooks, findCatalogueBook } from "@/server/catalogue/books";
import { findSport, isActive, sports } from "@/server/catalogue/sports";

describe("sports", () => {
  it("has at least 45 keys, each once, in order", () => {
    const keys = sports.map(({ key }) => key);
    expect(keys.length).toBeGreaterThanOrEqual(45);
    expect(keys).toEqual([...new Set(keys)].sort());
  });

  it("names no tennis, no outright and no whole sport", () => {
    for (const { key, seasonMonths } of sports) {
      expect(key).toMatch(/^[a-z]+(?:_[a-z0-9]+)+$/);
      expect(key).not.toMatch(/^tennis|^golf|^politics|_winner$/);
      expect(seasonMonths.length).toBeGreaterThan(0);
      for (const month of seasonMonths) expect(month >= 1 && month <= 12).toBe(true);
    }
  });

  it("is active in the months of the season, across the turn of the year, by UTC", () => {
    const nfl = findSport("americanfootball_nfl");
    if (nfl === undefined) throw new Error("no NFL");
    expect(isActive(nfl, new Date("2026-11-21T00:00:00Z"))).toBe(true);
    expect(isActive(nfl, new Date("2027-01-01T00:00:00Z"))).toBe(true);
    expect(isActive(nfl, new Date("2027-02-28T23:59:59Z"))).toBe(true);
    expect(isActive(nfl, new Date("2027-02-28T23:59:59-05:00"))).toBe(false);
    expect(isActive(nfl, new Date("2026-07-04T00:00:00Z"))).toBe(false);
  });

  it("finds no sport under a name that every object has", () => {
    for (const key of ["constructor", "__proto__", "toString", ""]) expect(findSport(key)).toBeUndefined();
  });
});

describe("books", () => {
  it("has each key once, in order, with a title", () => {
    const keys = catalogueBooks.map(({ key }) => key);
    expect(keys).toEqual([...new Set(keys)].sort());
    for (const { key, title } of catalogueBooks) {
      expect(key).toMatch(/^[a-z0-9_]{1,40}$/);
      expect(title).not.toBe("");
    }
  });

  it("tells exchanges and prediction markets from sportsbooks", () => {
    expect(findCatalogueBook("kalshi")?.kind).toBe("prediction_market");
    expect(findCatalogueBook("betfair_ex_uk")?.kind).toBe("exchange");
    expect(findCatalogueBook("fanduel")?.kind).toBe("sportsbook");
    expect(findCatalogueBook("constructor")).toBeUndefined();
  });
});

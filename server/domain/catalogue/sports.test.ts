import { describe, expect, it } from "vitest";
import { catalogueBooks, findCatalogueBook } from "@/server/domain/catalogue/books";
import { findSport, isActive, sports } from "@/server/domain/catalogue/sports";

describe("sports", () => {
  it("the catalogue has at least 45 sport keys, unique and sorted", () => {
    const keys = sports.map(({ key }) => key);
    expect(keys.length).toBeGreaterThanOrEqual(45);
    expect(keys).toEqual([...new Set(keys)].sort());
  });

  it("each sport has valid season months and a key of the form sport_league, and no key is for tennis, golf, politics or an outright", () => {
    for (const { key, seasonMonths } of sports) {
      expect(key).toMatch(/^[a-z]+(?:_[a-z0-9]+)+$/);
      expect(key).not.toMatch(/^tennis|^golf|^politics|_winner$/);
      expect(seasonMonths.length).toBeGreaterThan(0);
      for (const month of seasonMonths) expect(month >= 1 && month <= 12).toBe(true);
    }
  });

  it("a sport is active in the UTC months of its season, even across the turn of the year", () => {
    const nfl = findSport("americanfootball_nfl");
    if (nfl === undefined) throw new Error("no NFL");
    expect(isActive(nfl, new Date("2026-11-21T00:00:00Z"))).toBe(true);
    expect(isActive(nfl, new Date("2027-01-01T00:00:00Z"))).toBe(true);
    expect(isActive(nfl, new Date("2027-02-28T23:59:59Z"))).toBe(true);
    expect(isActive(nfl, new Date("2027-02-28T23:59:59-05:00"))).toBe(false);
    expect(isActive(nfl, new Date("2026-07-04T00:00:00Z"))).toBe(false);
  });

  it("the name of an inherited property is not a sport", () => {
    for (const key of ["constructor", "__proto__", "toString", ""]) expect(findSport(key)).toBeUndefined();
  });
});

describe("books", () => {
  it("book keys are unique and sorted, and each book has a title", () => {
    const keys = catalogueBooks.map(({ key }) => key);
    expect(keys).toEqual([...new Set(keys)].sort());
    for (const { key, title } of catalogueBooks) {
      expect(key).toMatch(/^[a-z0-9_]{1,40}$/);
      expect(title).not.toBe("");
    }
  });

  it("the kind of a catalogue book distinguishes sportsbooks, exchanges and prediction markets", () => {
    expect(findCatalogueBook("kalshi")?.kind).toBe("prediction_market");
    expect(findCatalogueBook("betfair_ex_uk")?.kind).toBe("exchange");
    expect(findCatalogueBook("fanduel")?.kind).toBe("sportsbook");
    expect(findCatalogueBook("constructor")).toBeUndefined();
  });
});

import { expect, test } from "vitest";
import { findCatalogueBook } from "@/server/catalogue/books";
import { demoBooks } from "@/server/feeds/demo/demo-books";
import { demoLeagues } from "@/server/feeds/demo/leagues";

test("there are 30 books of three kinds, each with a key and a title of its own", () => {
  expect(demoBooks).toHaveLength(30);
  expect(new Set(demoBooks.map(({ key }) => key)).size).toBe(30);
  expect(new Set(demoBooks.map(({ title }) => title)).size).toBe(30);
  expect(new Set(demoBooks.map(({ kind }) => kind))).toEqual(
    new Set(["sportsbook", "exchange", "prediction_market"]),
  );
});

test("every book says that it is a demo and is no book of the catalogue", () => {
  for (const { key, title } of demoBooks) {
    expect(title).toContain("(demo)");
    expect(key).toMatch(/^[a-z][a-z_]{0,34}_demo$/);
    expect(findCatalogueBook(key)).toBeUndefined();
  }
});

test("rhythms lie between 20 and 120 seconds, and some are uncharacterised", () => {
  const intervals = demoBooks.map(({ updateIntervalSeconds }) => updateIntervalSeconds);
  expect(intervals.filter((seconds) => seconds === null).length).toBeGreaterThanOrEqual(2);
  for (const seconds of intervals)
    if (seconds !== null) {
      expect(seconds).toBeGreaterThanOrEqual(20);
      expect(seconds).toBeLessThanOrEqual(120);
    }
});

test("a book without a stated rhythm looks often enough for its prices to stay served", () => {
  for (const { pollMs } of demoBooks) expect(pollMs).toBeLessThan(15 * 60_000);
});

test("of some books no fetch time is measured", () => {
  const unmeasured = demoBooks.filter(({ measured }) => !measured).length;
  expect(unmeasured).toBeGreaterThanOrEqual(3);
  expect(unmeasured).toBeLessThan(15);
});

test("every league is covered by several books of each kind of price notation", () => {
  for (const league of demoLeagues) {
    const covering = demoBooks.filter((book) => book.covers(league));
    expect(covering.length, league.key).toBeGreaterThanOrEqual(6);
    expect(new Set(covering.map(({ notation }) => notation)).size, league.key).toBeGreaterThanOrEqual(2);
  }
});

import { expect, test } from "vitest";
import { findCatalogueBook } from "@/server/domain/catalogue/books";
import { demoBooks } from "@/server/ingest/feeds/demo/demo-books";

test("the demo has at least 12 books of three kinds, with unique keys and titles", () => {
  expect(demoBooks.length).toBeGreaterThanOrEqual(12);
  expect(new Set(demoBooks.map(({ key }) => key)).size).toBe(demoBooks.length);
  expect(new Set(demoBooks.map(({ title }) => title)).size).toBe(demoBooks.length);
  expect(new Set(demoBooks.map(({ kind }) => kind))).toEqual(
    new Set(["sportsbook", "exchange", "prediction_market"]),
  );
});

test("every demo book is titled as a demo and is not in the catalogue", () => {
  for (const { key, title } of demoBooks) {
    expect(title).toContain("(demo)");
    expect(key).toMatch(/^[a-z][a-z_]{0,34}_demo$/);
    expect(findCatalogueBook(key)).toBeUndefined();
  }
});

test("every demo book's update interval is unknown or between 20 and 120 seconds, and at least one demo book's interval is unknown", () => {
  const intervals = demoBooks.map(({ updateIntervalSeconds }) => updateIntervalSeconds);
  expect(intervals).toContain(null);
  for (const seconds of intervals)
    if (seconds !== null) {
      expect(seconds).toBeGreaterThanOrEqual(20);
      expect(seconds).toBeLessThanOrEqual(120);
    }
});

// If the update interval of a book is unknown, the book's prices expire 15 minutes after their last check.
test("every demo book is polled more often than every 15 minutes", () => {
  for (const { pollSeconds } of demoBooks) expect(pollSeconds).toBeLessThan(15 * 60);
});

test("at least three demo books, but fewer than half of all demo books, have no measured fetch time", () => {
  const unmeasured = demoBooks.filter(({ fetchTimeMeasured }) => !fetchTimeMeasured).length;
  expect(unmeasured).toBeGreaterThanOrEqual(3);
  expect(unmeasured).toBeLessThan(demoBooks.length / 2);
});

test("each notation of prices is used by at least one demo book", () => {
  expect(new Set(demoBooks.map(({ notation }) => notation))).toEqual(
    new Set(["american", "decimal", "probability"]),
  );
});

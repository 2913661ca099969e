import { expect, test } from "vitest";
import { booksText, countBooks, durationText, partTitle, servicesOf } from "@/app/(site)/status/status-text";
import { hourMs, minuteMs } from "@/server/domain/durations";

test.each([
  [0, "under 10 s"],
  [40_400, "40 s"],
  [90_000, "2 min"],
  [12 * minuteMs, "12 min"],
  [3 * hourMs + 5 * minuteMs, "3 h 5 min"],
])("a duration of %d ms is shown as %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test("the database, a known feed and a background job have their own titles, and an unknown part is titled as a feed with its name", () => {
  expect(
    ["database", "feed:kalshi", "job:expire_sessions", "feed:new", "constructor"].map(partTitle),
  ).toEqual([
    "Database",
    "Feed: Kalshi",
    "Background job: expire sessions",
    "Feed: new",
    "Feed: constructor",
  ]);
});

test("while the database fails, the status page says what of the service works", () => {
  const states = (isFailing: boolean) =>
    servicesOf([{ name: "database", isFailing }]).map((service) => service.isFailing);
  expect(states(false)).toEqual([false, false, false, false]);
  expect(states(true)).toEqual([true, true, true, true]);
});

test("the status page names each late book once, by its title, and counts each quoting book once", () => {
  const book = (key: string, fixtures: number, isLate: boolean) => ({
    key,
    fixtures,
    isLate,
    markets: 1,
    checkAges: null,
    matchedFixtures: 0,
  });
  const sport = (key: string, books: ReturnType<typeof book>[]) => ({
    key,
    fixtures: 1,
    markets: new Map(),
    books,
  });
  const counts = countBooks([
    sport("a", [book("one", 2, false), book("two", 0, true)]),
    sport("b", [book("one", 1, false), book("two", 0, true), book("three", 1, false)]),
  ]);
  expect(counts).toEqual({ quoting: 2, late: ["two"] });
  expect(booksText(counts, (key) => key.toUpperCase())).toBe(
    "2 books quote now. Late, so that their prices are removed in at least one sport: TWO.",
  );
  expect(booksText({ quoting: 1, late: [] }, (key) => key)).toBe("1 book quotes now. No book is late.");
});

import { expect, test } from "vitest";
import { durationText, partTitle } from "@/app/(site)/status/status-text";
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

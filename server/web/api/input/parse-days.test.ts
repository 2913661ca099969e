import { expect, test } from "vitest";
import { parseDays } from "@/server/web/api/input/parse-days";

const now = Date.UTC(2026, 10, 25, 23, 59, 59);

test("by default, a report has the 30 UTC days that end today", () => {
  const days = parseDays({}, now);
  expect([days.length, days[0], days.at(-1)]).toEqual([30, "2026-10-27", "2026-11-25"]);
});

test("both bounds are inclusive, and one day is a range", () => {
  expect(parseDays({ from: "2026-02-27", to: "2026-03-01" }, now)).toEqual([
    "2026-02-27",
    "2026-02-28",
    "2026-03-01",
  ]);
  expect(parseDays({ from: "2026-03-01", to: "2026-03-01" }, now)).toEqual(["2026-03-01"]);
});

test.each([
  [{ from: "2026-02-30" }, "2026-02-30"],
  [{ from: "yesterday" }, "yesterday"],
  [{ from: "0000-12-31", to: "0000-12-31" }, "not a day"],
  [{ to: "0001-01-01" }, "not a day"],
  [{ to: "2026-11-25T00:00:00Z" }, "not a day"],
  [{ from: "2026-11-26" }, "before from"],
  [{ from: "2025-11-01", to: "2026-11-25" }, "390 days exceed the maximum of 366"],
])("the range %j is rejected, and the message says why", (range, message) => {
  expect(() => parseDays(range, now)).toThrow(message);
});

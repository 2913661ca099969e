import { expect, test } from "vitest";
import { formatClock, formatDay, formatDayAndClock, isAmerican, zoneName } from "@/app/(site)/live/time-text";

const at = Date.UTC(2026, 10, 22, 18);

test.each([
  [{ name: "America/New_York", american: true }, ["1:00 PM", "Sun, Nov 22", "Sun, Nov 22, 1:00 PM", "EST"]],
  [{ name: "Europe/Berlin", american: false }, ["19:00", "Sun 22 Nov", "Sun 22 Nov, 19:00", "CET"]],
  [{ name: "UTC", american: true }, ["6:00 PM", "Sun, Nov 22", "Sun, Nov 22, 6:00 PM", "UTC"]],
])("a reader with %o sees a time as %o", (zone, texts) => {
  expect([
    formatClock(at, zone),
    formatDay(at, zone),
    formatDayAndClock(at, zone),
    zoneName(at, zone),
  ]).toEqual(texts);
});

test("a reader sees 12-hour times only with a well-formed language of the United States", () => {
  expect(["en-US", "es-US", "en-GB", "en-AU", "de", "not a language"].map(isAmerican)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

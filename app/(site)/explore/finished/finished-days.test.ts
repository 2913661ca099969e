import { expect, test } from "vitest";
import { addDays, beginOfDay, dayOf, listedRange } from "@/app/(site)/explore/finished/finished-days";

const zone = (name: string) => ({ name, american: false });
const iso = (at: number): string => new Date(at).toISOString();

test("a day begins at midnight in the reader's zone, also on days on which the clocks change", () => {
  expect(iso(beginOfDay("2026-11-22", zone("America/New_York")))).toBe("2026-11-22T05:00:00.000Z");
  expect(iso(beginOfDay("2026-11-01", zone("America/New_York")))).toBe("2026-11-01T04:00:00.000Z");
  expect(iso(beginOfDay("2026-11-02", zone("America/New_York")))).toBe("2026-11-02T05:00:00.000Z");
  expect(iso(beginOfDay("2026-11-22", zone("Asia/Kolkata")))).toBe("2026-11-21T18:30:00.000Z");
  expect(dayOf(Date.parse("2026-11-22T04:59:59Z"), zone("America/New_York"))).toBe("2026-11-21");
});

test("the list covers the chosen day, or the last 14 days with today", () => {
  const now = Date.parse("2026-11-25T12:00:00Z");
  const utc = zone("UTC");
  expect(listedRange("2026-11-22", utc, now)).toEqual({
    from: Date.parse("2026-11-22T00:00:00Z"),
    to: Date.parse("2026-11-22T23:59:59.999Z"),
  });
  expect(listedRange(undefined, utc, now)).toEqual({
    from: Date.parse("2026-11-12T00:00:00Z"),
    to: Date.parse("2026-11-25T23:59:59.999Z"),
  });
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
});

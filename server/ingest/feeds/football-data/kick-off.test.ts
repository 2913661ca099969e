import { expect, test } from "vitest";
import { kickOff } from "@/server/ingest/feeds/football-data/kick-off";

const isoOf = (date: string, time: string): string | null => {
  const at = kickOff(date, time);
  return at === null ? null : new Date(at).toISOString();
};

test.each([
  ["in summer time", "2025-08-15", "20:00:00", "2025-08-15T19:00:00.000Z"],
  ["in winter time", "2025-12-26", "15:00", "2025-12-26T15:00:00.000Z"],
  ["with a British date", "26/12/2025", "15:00", "2025-12-26T15:00:00.000Z"],
  ["with a two-digit year", "15/08/09", "15:00", "2009-08-15T14:00:00.000Z"],
  ["on the day that summer time begins", "2026-03-29", "14:00", "2026-03-29T13:00:00.000Z"],
  ["on the day that summer time ends", "2025-10-26", "14:00", "2025-10-26T14:00:00.000Z"],
  ["just before summer time ends", "2025-10-26", "00:30", "2025-10-25T23:30:00.000Z"],
])("kickOff returns the moment of a kick-off %s", (_, date, time, moment) => {
  expect(isoOf(date, time)).toBe(moment);
});

test.each([
  ["2025-08-15", ""],
  ["2025-02-30", "15:00"],
  ["2025-13-01", "15:00"],
  ["2025-08-15", "25:00"],
  ["15.08.2025", "15:00"],
  ["", "15:00"],
])("kickOff returns null for %j at %j", (date, time) => {
  expect(kickOff(date, time)).toBeNull();
});

import { expect, test } from "vitest";
import { parseTime } from "@/server/ingest/feeds/parse-time";

test.each([
  ["2026-04-16T18:59:53Z", "2026-04-16T18:59:53.000Z"],
  ["2026-04-16T18:59:53.170159+00:00", "2026-04-16T18:59:53.170Z"],
  ["2026-04-16T20:59:53+02:00", "2026-04-16T18:59:53.000Z"],
  ["2026-04-16 18:59:53+00:00", "2026-04-16T18:59:53.000Z"],
])("parseTime returns the moment of %s", (text, moment) => {
  expect(new Date(parseTime(text)).toISOString()).toBe(moment);
});

test.each([
  "2026-04-16T18:59:53",
  "2026-04-16 18:59:53",
  "2026-04-16",
  "2026-02-30T00:00:00Z",
  "Thu, 16 Apr 2026 18:59:53 GMT",
  "",
  1776365993,
  null,
  undefined,
])("parseTime returns NaN for %j", (value) => {
  expect(parseTime(value)).toBeNaN();
});

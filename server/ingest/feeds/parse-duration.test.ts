import { expect, test } from "vitest";
import { hourMs } from "@/server/domain/durations";
import { parseDuration } from "@/server/ingest/feeds/parse-duration";

test.each([
  ["45s", 45_000],
  ["90m", 1.5 * hourMs],
  ["36h", 36 * hourMs],
  ["2d", 48 * hourMs],
  ["1w", 168 * hourMs],
  ["1d12h", 36 * hourMs],
  ["1.5h", 1.5 * hourMs],
  ["-3h", -3 * hourMs],
  ["+3h", 3 * hourMs],
  ["0s", 0],
  ["P1D", 24 * hourMs],
  ["P1DT2H30M", 26.5 * hourMs],
  ["-PT90M", -1.5 * hourMs],
])("parseDuration returns the length of %s in milliseconds", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each(["", "auto", "3", "h", "3 h", "1y", "1M", "P1Y", "P1M", "P", "PT", "P1DT", "--3h", "3h ago"])(
  "parseDuration returns null for %j",
  (text) => {
    expect(parseDuration(text)).toBeNull();
  },
);

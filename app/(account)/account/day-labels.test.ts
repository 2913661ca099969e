import { expect, test } from "vitest";
import { dayLabels } from "@/app/(account)/account/day-labels";

test("A day on a chart's axis has the order of day and month that the reader's other dates have", () => {
  expect(dayLabels("2026-11-05", { american: false })).toEqual({ label: "5 Nov 2026", shortLabel: "5 Nov" });
  expect(dayLabels("2026-11-05", { american: true })).toEqual({ label: "Nov 5, 2026", shortLabel: "Nov 5" });
});

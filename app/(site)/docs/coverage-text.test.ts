import { expect, test } from "vitest";
import { sportsText } from "@/app/(site)/docs/coverage-text";

test.each([
  ["without a gap, across the new year", "`basketball_nba`", "Oct to Jun"],
  ["with a gap", "`soccer_mexico_ligamx`", "Jan to May, Jul to Dec"],
])("The list of sports shows a season %s", (_, key, season) => {
  const row = sportsText()
    .split("\n")
    .find((line) => line.includes(key));
  expect(row).toContain(`| ${season} |`);
});

import { expect, test } from "vitest";
import { sportsText } from "@/app/(site)/docs/coverage-text";

test.each([
  ["that spans the new year without a gap", "`basketball_nba`", "Oct to Jun"],
  ["that has a gap", "`soccer_mexico_ligamx`", "Jan to May, Jul to Dec"],
])("The list of sports shows a season %s", (_, key, season) => {
  const row = sportsText()
    .split("\n")
    .find((line) => line.includes(key));
  expect(row).toContain(`| ${season} |`);
});

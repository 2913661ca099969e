import { expect, test } from "vitest";
import { fixtureIdBase } from "@/server/ingest/matching/fixture-id";

test("a fixture's id names the sport, the teams and the UTC date of the start", () => {
  expect(
    fixtureIdBase(
      "icehockey_nhl",
      "Montréal Canadiens",
      "St. Louis Blues",
      Date.parse("2026-11-22T00:30:00Z"),
    ),
  ).toBe("icehockey_nhl-montreal-canadiens-at-st-louis-blues-2026-11-22");
});

test("a fixture's id stays short and valid, even if a team's name is very long or has no Latin letters", () => {
  const id = fixtureIdBase("soccer_epl", "Ы".repeat(10), `A ${"very ".repeat(80)}long name`, 0);
  expect(id).toMatch(/^soccer_epl-team-at-a-(very-)+[a-z]+-1970-01-01$/);
  expect(id.length).toBeLessThan(190);
});

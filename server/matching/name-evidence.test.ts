import { describe, expect, test } from "vitest";
import { createNameEvidence } from "@/server/matching/name-evidence";

const men = createNameEvidence({ womens: false });
const women = createNameEvidence({ womens: true });

describe("a name", () => {
  test.each([
    ["Man Utd", "Manchester United"],
    ["Tennessee St", "Tennessee State"],
    ["PSG", "Paris Saint Germain"],
    ["Dinamo Zagreb", "Dynamo Zagreb"],
    ["Independiente", "Independiente Rivadavia"],
    ["AlHilal", "Al-Hilal"],
  ])("%s could be %s", (name, team) => {
    expect(men.couldBe(name, team)).toBe(true);
    expect(men.couldBe(team, name)).toBe(true);
  });

  test.each([
    ["Real Madrid", "Real Sociedad"],
    ["CSKA Moscow", "Dynamo Moscow"],
    ["Leicester City", "Manchester City"],
    ["Flamengo U20", "Flamengo"],
    ["Flamengo Women", "Flamengo"],
    ["Flamengo B", "Flamengo"],
  ])("%s could not be %s", (name, team) => {
    expect(men.couldBe(name, team)).toBe(false);
  });

  test("says nothing of women's sides where it carries no mark, or where all sides are women's", () => {
    expect(men.isOtherSquad("Flamengo", "Flamengo Women")).toBe(false);
    expect(men.isOtherSquad("Flamengo Women", "Flamengo")).toBe(true);
    expect(women.isOtherSquad("Flamengo Women", "Flamengo")).toBe(false);
    expect(women.isPlainlySameName("Flamengo (W)", "Flamengo")).toBe(true);
    expect(women.isOtherSquad("Flamengo U20 Women", "Flamengo")).toBe(true);
  });

  test.each([
    ["Botafogo", "Botafogo RJ", true],
    ["FC Juventude", "Juventude", true],
    ["Botafogo SP", "Botafogo RJ", false],
    ["FC Botafogo", "Botafogo SC", false],
    ["United", "Manchester United", false],
    ["Flamengo SRL", "Flamengo", false],
    ["Flamengo (Corners)", "Flamengo", false],
    ["Flamengo II", "Flamengo", false],
  ])("%s is plainly %s: %s", (name, team, expected) => {
    expect(men.isPlainlySameName(name, team)).toBe(expected);
  });

  test.each(["TBA", "Winner QF1", "Runner-up Group B", "Team 2", "", "  ", "-", "Santos (Bookings)"])(
    "%j names no team",
    (name) => {
      expect(men.isPlaceholder(name)).toBe(true);
    },
  );

  test.each(["Santos", "W Connection", "Winnipeg Jets", "Away Days FC", "Спартак", "1860 München"])(
    "%j names a team",
    (name) => {
      expect(men.isPlaceholder(name)).toBe(false);
    },
  );
});

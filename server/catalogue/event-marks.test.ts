import { describe, expect, it } from "vitest";
import { isDerivedEvent, isPlaceholder } from "@/server/catalogue/event-marks";

describe("isDerivedEvent", () => {
  it.each([
    "Arsenal Corners",
    "Arsenal (Corners)",
    "Arsenal (Cards)",
    "Arsenal - Goals",
    "Arsenal Halftime",
    "Arsenal Half-Time",
    "Arsenal (ET)",
    "Arsenal to qualify",
    "Arsenal To Lift The Trophy",
    "Arsenal 1st Half",
    "Flamengo Escanteios",
    "Bayern Ecken",
    "Arsenal SRL",
    "Arsenal (Sim)",
    "Arsenal Esports",
    "Arsenal FIFA",
    "Lakers NBA 2K26",
  ])(
    "%j is recognized as a simulated match, a part of a match or a bet on something other than the winner",
    (name) => {
      expect(isDerivedEvent(name)).toBe(true);
    },
  );

  it.each([
    "Arsenal",
    "St. Louis Cards",
    "Half Moon Bay",
    "Corners",
    "Extremadura",
    "Virtus Bologna",
    "Cyberia",
    "JYP HT",
    "Goalsport",
    "Et Toro",
    "",
  ])(
    "%j is not taken for a simulated match, a part of a match or a bet on something other than the winner",
    (name) => {
      expect(isDerivedEvent(name)).toBe(false);
    },
  );
});

describe("isPlaceholder", () => {
  it.each(["TBA", "Winner QF1", "Runner-up Group B", "Team 2", "", "  ", "-"])(
    "%j is a placeholder",
    (name) => {
      expect(isPlaceholder(name)).toBe(true);
    },
  );

  it.each(["Santos", "W Connection", "Winnipeg Jets", "Away Days FC"])("%j is not a placeholder", (name) => {
    expect(isPlaceholder(name)).toBe(false);
  });
});

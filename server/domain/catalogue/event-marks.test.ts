import { describe, expect, it } from "vitest";
import { isDerivedEvent, isPlaceholder } from "@/server/domain/catalogue/event-marks";

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
  it.each([
    ...["TBA", "Winner QF1", "Runner-up Group B", "Team 2", "", "  ", "-"],
    ...["1st Group A", "2nd Group B", "3rd Group A/B/C", "Group C Winners", "1. Gruppe A", "A1", "1B"],
    ...[
      "W49",
      "L12",
      "Semi-finalist 1",
      "Finalist 2",
      "Sieger HF1",
      "Vainqueur du match 3",
      "Semi Final 1 Winner",
    ],
    ...["Por definir", "À déterminer", "Da definire", "Noch offen", "Nog te bepalen", "To Be Announced"],
    ...[
      "Any Other Club",
      "Barcelona or PSG",
      "Opponent TBA",
      "TBA Opponent",
      "Fighter A",
      "Boxer 2",
      "Player 1",
    ],
    ...[
      "Gagnant 1",
      "Gagnant Match 3",
      "Ganador del partido 2",
      "2.º Grupo B",
      "Por Decidir",
      "Okänd",
      "未定",
      "미정",
    ],
    ...["Barcelona ou PSG", "Best third", "Voittaja 1", "Kazanan", "Vincente Semifinale 1"],
    ...["16 Seed", "1 Seed", "No. 1 Seed", "8th Seed", "Qualifier", "Lucky Loser", "Play-Off Winner"],
  ])("%j is a placeholder", (name) => {
    expect(isPlaceholder(name)).toBe(true);
  });

  it.each([
    ...[
      "Santos",
      "W Connection",
      "Winnipeg Jets",
      "Away Days FC",
      "Southern Or University",
      "Pacific (OR) Boxers",
    ],
    ...[
      "1. FC Köln",
      "Group Pingtung",
      "Seedorf",
      "Offenbach",
      "Team Rubilar",
      "Schalke 04",
      "Orlando Pride",
    ],
    ...[
      "Vincente Luque",
      "Sieger Müller",
      "Perdant Dubois",
      "Finalissima FC",
      "Club A Coruña",
      "76ers",
      "Winners Bees",
      "Tie Cup",
      "Gil Vicente",
      "Deportivo La Coruña",
    ],
  ])("%j is not a placeholder", (name) => {
    expect(isPlaceholder(name)).toBe(false);
  });
});

import { describe, expect, test } from "vitest";
import { findSport } from "@/server/domain/catalogue/sports";
import { createNameEvidence } from "@/server/ingest/matching/name-evidence";

const evidenceIn = (key: string) => {
  const sport = findSport(key);
  if (sport === undefined) throw new Error(`No such sport: ${key}`);
  return createNameEvidence(sport);
};

const men = evidenceIn("soccer_brazil_campeonato");
const women = evidenceIn("soccer_uefa_champs_league_women");

describe("evidence from names", () => {
  test.each([
    ["Man Utd", "Manchester United"],
    ["PSG", "Paris Saint Germain"],
    ["Dinamo Zagreb", "Dynamo Zagreb"],
    ["Independiente", "Independiente Rivadavia"],
    ["AlHilal", "Al-Hilal"],
  ])("%s could be another spelling of %s", (name, team) => {
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
  ])("%s could not be another spelling of %s", (name, team) => {
    expect(men.couldBe(name, team)).toBe(false);
  });

  test("a name denotes another squad if it has a squad mark, such as U20, that the team's name lacks; in women's leagues, Women and (W) are not squad marks", () => {
    expect(men.isOtherSquad("Flamengo", "Flamengo Women")).toBe(false);
    expect(men.isOtherSquad("Flamengo Women", "Flamengo")).toBe(true);
    expect(women.isOtherSquad("Flamengo Women", "Flamengo")).toBe(false);
    expect(women.isClearlySameName("Flamengo (W)", "Flamengo")).toBe(true);
    expect(women.isOtherSquad("Flamengo U20 Women", "Flamengo")).toBe(true);
  });

  test.each([
    ["Botafogo", "Botafogo RJ", false],
    ["Botafogo FC", "Botafogo", true],
    ["Sporting Cristal de Lima", "Sporting Cristal Lima", true],
    ["Muenchen 1900", "Munich", true],
    ["United of Manchester", "Manchester United", false],
    ["Farsley Celtic", "Celtic", false],
    ["FC Juventude", "Juventude", true],
    ["Botafogo SP", "Botafogo RJ", false],
    ["FC Botafogo", "Botafogo SC", false],
    ["United", "Manchester United", false],
    ["Flamengo SRL", "Flamengo", false],
    ["Flamengo (Corners)", "Flamengo", false],
    ["Flamengo II", "Flamengo", false],
  ])('the answer to "Is %s clearly the same name as %s?" is %s', (name, team, expected) => {
    expect(men.isClearlySameName(name, team)).toBe(expected);
  });

  test.each(["TBA", "Winner QF1", "Runner-up Group B", "Team 2", "", "  ", "-"])(
    "the name %j is a placeholder",
    (name) => {
      expect(men.isPlaceholder(name)).toBe(true);
    },
  );

  test.each([
    ["Tranmere", "Tranmere Rovers", true],
    ["Loko Mosc", "Lokomotiv Moscow", true],
    ["PSG", "Paris Saint Germain", true],
    ["Juve Stabia", "Juventus", false],
    ["Monzambano", "Monza", false],
    ["United of Manchester", "Manchester United", false],
    ["Flamengo U20", "Flamengo", false],
  ])('the answer to "Could %s be a short or misspelled form of %s?" is %s', (name, team, expected) => {
    expect(men.couldSpell(name, team)).toBe(expected);
  });

  test("two names without similar words clearly belong to different teams or fighters, unless one of the names is a placeholder, has a squad mark, is not in Latin script or is a fighter's one-word name", () => {
    const fighters = evidenceIn("boxing_boxing");
    expect(fighters.isClearlyAnother("Leandro Damian Medina", "Daniel Lugo")).toBe(true);
    for (const [name, other] of [
      ["Saul Alvarez", "Canelo Alvarez"],
      ["Canelo", "Saul Alvarez"],
      ["Cris Cyborg", "Cristiane Justino"],
      ["Magomed Ankalayev", "M Ankalaev"],
      ["TBD", "Daniel Lugo"],
      ["Ислам Махачев", "Islam Makhachev"],
    ] as const) {
      expect(fighters.isClearlyAnother(name, other)).toBe(false);
      expect(fighters.isClearlyAnother(other, name)).toBe(false);
    }
    expect(men.isClearlyAnother("Chivas", "Guadalajara")).toBe(true);
    expect(men.isClearlyAnother("Flamengo Women", "Santos")).toBe(false);
  });

  test("two names are clearly names of the same fighter if they differ only in the order of the words or in a nickname", () => {
    const fighters = evidenceIn("mma_mixed_martial_arts");
    expect(fighters.isClearlySameName("Weili Zhang", "Zhang Weili")).toBe(true);
    expect(fighters.isClearlySameName("Saul 'Canelo' Alvarez", "Saul Alvarez")).toBe(true);
    expect(fighters.isClearlySameName("Roy Jones Jr.", "Roy Jones")).toBe(false);
    expect(fighters.isClearlySameName("Alvarez", "Saul Alvarez")).toBe(false);
  });

  test.each(["Santos", "W Connection", "Winnipeg Jets", "Away Days FC", "Спартак", "1860 München"])(
    "the name %j is not a placeholder",
    (name) => {
      expect(men.isPlaceholder(name)).toBe(false);
    },
  );
});

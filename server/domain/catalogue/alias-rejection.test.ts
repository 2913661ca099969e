import { describe, expect, test } from "vitest";
import { aliasRejection } from "@/server/domain/catalogue/alias-rejection";
import { findSport } from "@/server/domain/catalogue/sports";
import { createTeamIndex, type NameAlias } from "@/server/domain/catalogue/team-index";

const indexOf = (key: string, learned: readonly string[] = [], aliases: readonly NameAlias[] = []) => {
  const sport = findSport(key);
  if (sport === undefined) throw new Error(`No such sport: ${key}`);
  return createTeamIndex(sport, learned, aliases);
};

const rejection = (key: string, name: string, team: string, learned: readonly string[] = []) =>
  aliasRejection(indexOf(key, learned), { name, team }, (other) => learned.includes(other));

describe("an alias", () => {
  test("an alias is allowed for an unknown name, and for a name that already means the alias's team", () => {
    expect(rejection("soccer_epl", "The Gunners", "Arsenal")).toBeUndefined();
    expect(rejection("soccer_epl", "Arsenal FC", "Arsenal")).toBeUndefined();
    expect(rejection("soccer_brazil_campeonato", "O Glorioso", "Pirajuba", ["Pirajuba"])).toBeUndefined();
  });

  test("an alias is rejected if the name means another team", () => {
    expect(rejection("soccer_epl", "man utd", "Arsenal")).toBe("man utd already means Manchester United");
    expect(rejection("soccer_epl", "Manchester", "Manchester City")).toBe(
      "Manchester already means Manchester United",
    );
    const learned = ["Pirajuba", "Itaocara"];
    expect(rejection("soccer_brazil_campeonato", "Itaocara", "Pirajuba", learned)).toBe(
      "Itaocara is itself a team of this sport",
    );
  });

  test("an alias is rejected for a team that the sport does not have", () => {
    expect(rejection("soccer_epl", "The Gunners", "Gunners")).toBe("Gunners is not a team of this sport");
    expect(rejection("soccer_epl", "The Gunners", "Pirajuba", ["Pirajuba"])).toBe(
      "Pirajuba is not a team of this sport",
    );
  });

  test.each(["", "---", "TBD", "Arsenal Corners", "Arsenal SRL"])(
    "an alias %j is rejected because it cannot be a team's name",
    (name) => {
      expect(rejection("soccer_epl", name, "Arsenal")).toEqual(expect.any(String));
    },
  );
});

describe("team index with aliases", () => {
  const aliases = [
    { name: "O Glorioso", team: "Pirajuba" },
    { name: "Arsenal", team: "Itaocara" },
  ];

  test("an alias is found regardless of accents and case", () => {
    const teams = indexOf("soccer_brazil_campeonato", ["Pirajuba"], aliases);
    expect(teams.resolve("Ó GLORIOSO")).toEqual({ kind: "team", team: "Pirajuba" });
    expect(indexOf("soccer_brazil_campeonato", ["Pirajuba"]).resolve("O Glorioso").kind).toBe("unknown");
  });

  test("an alias wins over a name learned from a book, and a canonical name wins over an alias", () => {
    const teams = indexOf("soccer_brazil_campeonato", ["Pirajuba", "O Glorioso"], aliases);
    expect(teams.resolve("O Glorioso")).toEqual({ kind: "team", team: "Pirajuba" });
    expect(indexOf("soccer_epl", [], aliases).resolve("Arsenal")).toEqual({ kind: "team", team: "Arsenal" });
  });
});

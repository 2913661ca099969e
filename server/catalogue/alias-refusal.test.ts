import { describe, expect, test } from "vitest";
import { aliasRefusal } from "@/server/catalogue/alias-refusal";
import { findSport } from "@/server/catalogue/sports";
import { createTeamIndex, type NameAlias } from "@/server/catalogue/team-index";

const indexOf = (key: string, learned: readonly string[] = [], aliases: readonly NameAlias[] = []) => {
  const sport = findSport(key);
  if (sport === undefined) throw new Error(`No such sport: ${key}`);
  return createTeamIndex(sport, learned, aliases);
};

const refusal = (key: string, name: string, team: string, learned: readonly string[] = []) =>
  aliasRefusal(indexOf(key, learned), { name, team }, (other) => learned.includes(other));

describe("an alias", () => {
  test("is allowed for a name that means no team, and for one that means the team already", () => {
    expect(refusal("soccer_epl", "The Gunners", "Arsenal")).toBeUndefined();
    expect(refusal("soccer_epl", "Arsenal FC", "Arsenal")).toBeUndefined();
    expect(refusal("soccer_brazil_campeonato", "O Glorioso", "Pirajuba", ["Pirajuba"])).toBeUndefined();
  });

  test("is refused where the name means another team, alone or among several", () => {
    expect(refusal("soccer_epl", "man utd", "Arsenal")).toBe("man utd already means Manchester United");
    expect(refusal("soccer_epl", "Manchester", "Manchester City")).toBe(
      "Manchester already means Manchester United",
    );
    const learned = ["Pirajuba", "Itaocara"];
    expect(refusal("soccer_brazil_campeonato", "Itaocara", "Pirajuba", learned)).toBe(
      "Itaocara already means Itaocara",
    );
  });

  test("is refused for a team that the sport does not have", () => {
    expect(refusal("soccer_epl", "The Gunners", "Gunners")).toBe("Gunners is no team of this sport");
    expect(refusal("soccer_epl", "The Gunners", "Pirajuba", ["Pirajuba"])).toBe(
      "Pirajuba is no team of this sport",
    );
  });

  test.each(["", "---", "TBD", "Arsenal Corners", "Arsenal SRL"])("is refused for %j", (name) => {
    expect(refusal("soccer_epl", name, "Arsenal")).toEqual(expect.any(String));
  });
});

describe("an index with aliases", () => {
  const aliases = [
    { name: "O Glorioso", team: "Pirajuba" },
    { name: "Arsenal", team: "Itaocara" },
  ];

  test("finds them whatever accents and case a book writes", () => {
    const teams = indexOf("soccer_brazil_campeonato", ["Pirajuba"], aliases);
    expect(teams.resolve("Ó GLORIOSO")).toEqual({ kind: "team", team: "Pirajuba" });
    expect(indexOf("soccer_brazil_campeonato", ["Pirajuba"]).resolve("O Glorioso").kind).toBe("unknown");
  });

  test("prefers them to a name learned from a book, and a canonical name to them", () => {
    const teams = indexOf("soccer_brazil_campeonato", ["Pirajuba", "O Glorioso"], aliases);
    expect(teams.resolve("O Glorioso")).toEqual({ kind: "team", team: "Pirajuba" });
    expect(indexOf("soccer_epl", [], aliases).resolve("Arsenal")).toEqual({ kind: "team", team: "Arsenal" });
  });
});

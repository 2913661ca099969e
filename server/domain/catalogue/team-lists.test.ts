import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ListedTeam } from "@/server/domain/catalogue/check-team-file";
import { nameRulesOf } from "@/server/domain/catalogue/name-rules";
import { type Sport, sports } from "@/server/domain/catalogue/sports";
import { squadMarks } from "@/server/domain/catalogue/squad-marks";
import { createTeamIndex } from "@/server/domain/catalogue/team-index";
import { leagueTeamsOf } from "@/server/domain/catalogue/team-lists";
import { getOrInsert } from "@/server/domain/collections";

const withTeams = sports.filter(({ key }) => Object.keys(leagueTeamsOf(key).teams).length > 0);

const folder = "server/domain/catalogue/teams";

/** Every team line of the data files. */
const lines = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .flatMap((name) =>
    readFileSync(path.join(folder, name), "utf8")
      .split("\n")
      .flatMap((text, index): { readonly at: string; readonly team: ListedTeam }[] =>
        text.startsWith("    {")
          ? [{ at: `${folder}/${name}:${index + 1}`, team: JSON.parse(text.replace(/,$/, "")) }]
          : [],
      ),
  );

/** Says how to declare a spelling, and where the teams' lines are. A renamed team has no line of its own. */
const advice = (spelling: string, names: ReadonlySet<string>): string => {
  const found = lines
    .filter(({ team }) => names.has(team.name))
    .map(({ at, team }) => `${at} (${team.name})`);
  return (
    `"${spelling}" fits ${[...names].join(" and ")}. Remove it from all but one of them, or add it to "shared" with all of them. ` +
    `Lines: ${found.join(", ")}`
  );
};

/** Finds spellings that several teams have, but that the list does not declare as shared. Returns what to do about each. */
const undeclared = (sport: Sport): string[] => {
  const { normalize } = nameRulesOf(sport);
  const { teams, codes = {}, shared = {} } = leagueTeamsOf(sport.key);
  const byName = new Map<string, Set<string>>();
  const add = (spelling: string, team: string): void => {
    const key = normalize(spelling);
    getOrInsert(byName, key, () => new Set()).add(team);
  };
  for (const [team, spellings] of Object.entries(teams))
    for (const spelling of [team, ...spellings]) add(spelling, team);
  for (const [code, team] of Object.entries(codes)) add(code, team);
  const declared = new Set(Object.keys(shared).map(normalize));
  return [...byName].flatMap(([key, names]) =>
    names.size > 1 && !declared.has(key) ? [advice(key, names)] : [],
  );
};

/** Finds listed spellings that resolve to something other than their team. A shared spelling is ambiguous between its teams. */
const misread = (sport: Sport): string[] => {
  const { normalize } = nameRulesOf(sport);
  const { teams, codes = {}, shared = {} } = leagueTeamsOf(sport.key);
  const { resolve } = createTeamIndex(sport, []);
  const declared = new Set(Object.keys(shared).map(normalize));
  const wrong: string[] = [];
  const check = (spelling: string, team: string): void => {
    const means = resolve(spelling);
    const isShared =
      means.kind === "ambiguous" && means.teams.includes(team) && declared.has(normalize(spelling));
    if ((means.kind !== "team" || means.team !== team) && !isShared)
      wrong.push(`"${spelling}" of ${team} means ${JSON.stringify(means)}`);
  };
  for (const [team, spellings] of Object.entries(teams))
    for (const spelling of [team, ...spellings]) check(spelling, team);
  for (const [code, team] of Object.entries(codes)) check(code, team);
  return wrong;
};

/** Finds shared spellings that are not ambiguous between all their teams, or that name a team that the list lacks. */
const notShared = (sport: Sport): string[] => {
  const { teams, shared = {} } = leagueTeamsOf(sport.key);
  const { resolve } = createTeamIndex(sport, []);
  return Object.entries(shared).flatMap(([spelling, names]) => {
    const means = resolve(spelling);
    const isAmbiguous = means.kind === "ambiguous" && names.every((name) => means.teams.includes(name));
    return isAmbiguous && names.every((name) => Object.hasOwn(teams, name))
      ? []
      : [`"${spelling}", shared by ${names.join(" and ")}, means ${JSON.stringify(means)}`];
  });
};

/** Pairs of clubs whose names differ only in affixes such as FC. */
const differInAffixesAlone = new Set([
  "AFC Blackpool, Blackpool",
  "AFC Liverpool, Liverpool",
  "AFC Stamford, Stamford",
  "AFC Toronto, Toronto FC",
  "Barcelona SC, FC Barcelona",
  "Benfica, CF Benfica",
  "Bohemians, Bohemians 1905",
  "CF Montreal, FC Montreal",
  "FC Lyon, Lyon",
  "Göteborg FC, IFK Goteborg",
  "Ourense, UD Ourense",
  "SD Logroñés, UD Logroñés",
]);

/**
 * Teams that are allowed to have a spelling that looks like the name of a reserve side, such as "Barcelona B" for "Barcelona Atlètic". A
 * team whose canonical name has a squad mark needs no entry.
 */
const markedLikeReserves =
  /^(?:Barcelona Atlètic|Betis Deportivo|Sevilla Atlético|Tampa Bay .*|Valencia Mestalla|Willem II)$/;

/** Finds the spellings that look like the name of a women's or reserve side of their team. */
const otherSidesOf = ({ key, womens }: Sport): string[] =>
  Object.entries(leagueTeamsOf(key).teams).flatMap(([team, spellings]) => {
    const own = squadMarks(team);
    return spellings.filter((spelling) => {
      const marks = squadMarks(spelling);
      const isWomens = marks.includes("women") && !own.includes("women") && !womens;
      const isReserve = marks.includes("reserve") && own === "" && !markedLikeReserves.test(team);
      return isWomens || isReserve;
    });
  });

/** Groups of teams with the same squad marks ("women", "reserve"; see `squadMarks`) and with names that differ only in club affixes. */
const sameWithoutAffixes = (sport: Sport): string[][] => {
  const { normalize, split, marks } = nameRulesOf(sport);
  const byCore = new Map<string, string[]>();
  for (const team of Object.keys(leagueTeamsOf(sport.key).teams)) {
    const key = `${split(normalize(team)).core}|${marks(team)}`;
    byCore.set(key, [...(byCore.get(key) ?? []), team].sort());
  }
  return [...byCore.values()].filter((teams) => teams.length > 1);
};

it("every data file is imported by a list", () => {
  const modules = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const files = [...modules.map((name) => path.join(folder, name)), "server/domain/catalogue/team-lists.ts"];
  const code = files.map((file) => readFileSync(file, "utf8")).join("");
  const unused = readdirSync(folder).filter(
    (name) => name.endsWith(".json") && !code.includes(`from "@/${folder}/${name}"`),
  );
  expect(unused).toEqual([]);
});

describe("the lists of every sport", () => {
  it.each(withTeams.map((sport) => [sport.key, sport] as const))(
    "%s: teams whose names differ only in club affixes are in `differInAffixesAlone`, and each name means its own team",
    (_, sport) => {
      const collisions = sameWithoutAffixes(sport);
      expect(collisions.filter((teams) => !differInAffixesAlone.has(teams.join(", ")))).toEqual([]);
      const { resolve } = createTeamIndex(sport, []);
      for (const team of collisions.flat()) expect(resolve(team)).toEqual({ kind: "team", team });
    },
  );

  it.each(withTeams.map((sport) => [sport.key, sport] as const))(
    "%s: no spelling fits two teams unless it is declared as shared",
    (_, sport) => {
      expect(undeclared(sport)).toEqual([]);
    },
  );

  it.each(withTeams.map((sport) => [sport.key, sport] as const))(
    "%s: every listed spelling and abbreviation means its team, unless it is declared as shared",
    (_, sport) => {
      expect(misread(sport)).toEqual([]);
    },
  );

  it.each(withTeams.map((sport) => [sport.key, sport] as const))(
    "%s: every shared spelling could mean each of its teams, and all of them are in the list",
    (_, sport) => {
      expect(notShared(sport)).toEqual([]);
    },
  );

  it.each(withTeams.map((sport) => [sport.key, sport] as const))(
    "%s: no spelling of a team is the name of that team's women's or reserve side",
    (_, sport) => {
      expect(otherSidesOf(sport)).toEqual([]);
    },
  );

  it.each(withTeams.map((sport) => [sport.key, sport] as const))(
    "%s: each abbreviation names a team of the list",
    (_, sport) => {
      const { teams, codes = {} } = leagueTeamsOf(sport.key);
      expect(Object.values(codes).filter((team) => !Object.hasOwn(teams, team))).toEqual([]);
    },
  );

  it.each(withTeams.map((sport) => [sport.key, sport] as const))(
    "%s: no spelling is empty when normalized",
    (_, sport) => {
      const { normalize } = nameRulesOf(sport);
      for (const [team, spellings] of Object.entries(leagueTeamsOf(sport.key).teams))
        expect([team, ...spellings].filter((spelling) => normalize(spelling) === "")).toEqual([]);
    },
  );
});

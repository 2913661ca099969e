import { findSport } from "@/server/catalogue/sports";
import { createTeamIndex, type NameResolution } from "@/server/catalogue/team-index";

/** What a name means in a sport of which no team is learned yet. */
export const resolutionIn = (sportKey: string, name: string): NameResolution => {
  const sport = findSport(sportKey);
  if (sport === undefined) throw new Error(`no sport ${sportKey}`);
  return createTeamIndex(sport, []).resolve(name);
};

type Spellings = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Sport, name and team of each spelling, for a table of tests. */
export const spellingCases = (spellings: Spellings) =>
  Object.entries(spellings).flatMap(([sport, teams]) =>
    Object.entries(teams).flatMap(([team, names]) => names.map((name) => [sport, name, team] as const)),
  );

import { findSport } from "@/server/catalogue/sports";
import { createTeamIndex, type NameResolution } from "@/server/catalogue/team-index";

/** The meaning of a name in a sport without learned teams. */
export const resolutionIn = (sportKey: string, name: string): NameResolution => {
  const sport = findSport(sportKey);
  if (sport === undefined) throw new Error(`no sport ${sportKey}`);
  return createTeamIndex(sport, []).resolve(name);
};

type Spellings = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The rows of a test table, one per spelling: sport, spelling, team. */
export const spellingCases = (spellings: Spellings) =>
  Object.entries(spellings).flatMap(([sport, teams]) =>
    Object.entries(teams).flatMap(([team, names]) => names.map((name) => [sport, name, team] as const)),
  );

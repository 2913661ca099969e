import { findSport } from "@/server/domain/catalogue/sports";
import { createTeamIndex, type NameResolution } from "@/server/domain/catalogue/team-index";

/** The meaning of a name in a sport without learned teams. */
export const resolutionIn = (sportKey: string, name: string): NameResolution => {
  const sport = findSport(sportKey);
  if (sport === undefined) throw new Error(`no sport ${sportKey}`);
  return createTeamIndex(sport, []).resolve(name);
};

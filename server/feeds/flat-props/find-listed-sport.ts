import { findSport, isActive, type Sport, sports } from "@/server/catalogue/sports";
import { createTeamIndex } from "@/server/catalogue/team-index";

const listedSports = sports.filter(({ names }) => names === "listed");

const isTeamOf = (sport: Sport, name: string): boolean =>
  createTeamIndex(sport, []).resolve(name).kind === "team";

/**
 * The one sport whose listed teams include both names and that is in season: a league and its preseason or summer league share their
 * teams. Undefined where there is none, or more than one.
 */
const findByTeams = (home: string, away: string, start: Date): Sport | undefined => {
  const [found, ...others] = listedSports.filter(
    (sport) => isActive(sport, start) && isTeamOf(sport, home) && isTeamOf(sport, away),
  );
  return others.length === 0 ? found : undefined;
};

/** Finds sports for one file, whose rows repeat few pairs of teams. `startMs` since the epoch. */
export const createSportFinder = () => {
  const known = new Map<string, Sport | undefined>();
  return (stated: string, home: string, away: string, startMs: number): Sport | undefined => {
    if (stated !== "") return findSport(stated);
    const start = new Date(startMs);
    const pair = JSON.stringify([home, away, start.getUTCMonth()]);
    if (!known.has(pair)) known.set(pair, findByTeams(home, away, start));
    return known.get(pair);
  };
};

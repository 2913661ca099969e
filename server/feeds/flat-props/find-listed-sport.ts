import { findSport, isActive, type Sport, sports } from "@/server/catalogue/sports";
import { createTeamIndex } from "@/server/catalogue/team-index";

const listedSports = sports.filter(({ names }) => names === "listed");

const isTeamOf = (sport: Sport, name: string): boolean =>
  createTeamIndex(sport, []).resolve(name).kind === "team";

/**
 * The sport in season whose listed teams include both names. The season matters because the NFL shares its teams with its preseason,
 * which is a sport of its own. Undefined if there is no such sport, or several.
 */
const findByTeams = (home: string, away: string, start: Date): Sport | undefined => {
  const [found, ...others] = listedSports.filter(
    (sport) => isActive(sport, start) && isTeamOf(sport, home) && isTeamOf(sport, away),
  );
  return others.length === 0 ? found : undefined;
};

/**
 * Creates a function that finds the sport of a row: the stated sport, or else the sport of both teams. The function serves one file, and
 * caches its results because many rows name the same two teams. `startMs` is in ms since the epoch.
 */
export const createSportFinder = () => {
  const cached = new Map<string, Sport | undefined>();
  return (stated: string, home: string, away: string, startMs: number): Sport | undefined => {
    if (stated !== "") return findSport(stated);
    const start = new Date(startMs);
    const pair = JSON.stringify([home, away, start.getUTCMonth()]);
    if (!cached.has(pair)) cached.set(pair, findByTeams(home, away, start));
    return cached.get(pair);
  };
};

import { findSport, isActive, type Sport, sports } from "@/server/domain/catalogue/sports";
import { createTeamIndex } from "@/server/domain/catalogue/team-index";

/** Sports whose teams are all in the catalogue. */
const listedSports = sports.filter(({ names }) => names === "listed");

const isTeamOf = (sport: Sport, name: string): boolean =>
  createTeamIndex(sport, []).resolve(name).kind === "team";

/**
 * The sport in season at `start` in which both names are listed teams. Undefined if no sport or several sports fit. The season matters
 * because the NFL and its preseason are two sports with the same teams.
 */
const findByTeams = (home: string, away: string, start: Date): Sport | undefined => {
  const [found, ...others] = listedSports.filter(
    (sport) => isActive(sport, start) && isTeamOf(sport, home) && isTeamOf(sport, away),
  );
  return others.length === 0 ? found : undefined;
};

/**
 * Creates a function that finds the sport of a row: the stated sport or, if the row states none, the sport of both teams. The same two
 * teams appear in many rows of a file, so results are cached. `startMs` is in ms since the epoch.
 */
export const createSportFinder = () => {
  const cached = new Map<string, Sport | undefined>();
  return (stated: string, home: string, away: string, startMs: number): Sport | undefined => {
    if (stated !== "") return findSport(stated);
    const start = new Date(startMs);
    // A season consists of whole months.
    const cacheKey = JSON.stringify([home, away, start.getUTCMonth()]);
    if (!cached.has(cacheKey)) cached.set(cacheKey, findByTeams(home, away, start));
    return cached.get(cacheKey);
  };
};

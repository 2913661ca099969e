import type { TeamFile } from "@/server/domain/catalogue/check-team-file";
import type { LeagueTeams } from "@/server/domain/catalogue/league-teams";
import { proLeague } from "@/server/domain/catalogue/teams/pro-league";
import { getOrInsert } from "@/server/domain/collections";

/** Sports that share a file get the same object, so that `team-index.ts` indexes it once. */
const leagues = new WeakMap<TeamFile, LeagueTeams>();

const readFile = (file: TeamFile): LeagueTeams => {
  const { teams, shared } = file;
  if (teams.some(({ places }) => places !== undefined)) return proLeague(file);
  const byCode = new Map<string, string[]>();
  for (const { name, codes = [] } of teams)
    for (const code of codes) byCode.set(code, [...(byCode.get(code) ?? []), name]);
  const codes = [...byCode].flatMap(([code, [name = "", ...others]]) =>
    others.length > 0 ? [] : [[code, name]],
  );
  const sharedCodes = [...byCode].filter(([, names]) => names.length > 1);
  return {
    teams: Object.fromEntries(teams.map(({ name, spellings = [] }) => [name, spellings])),
    ...(codes.length === 0 ? {} : { codes: Object.fromEntries(codes) }),
    ...(shared === undefined && sharedCodes.length === 0
      ? {}
      : { shared: { ...shared, ...Object.fromEntries(sharedCodes) } }),
  };
};

/**
 * The teams of a data file. Spellings are derived only for teams with `places` and `nicknames`. An abbreviation that two teams have is
 * ambiguous.
 */
export const teamsOf = (file: TeamFile): LeagueTeams => {
  const league = getOrInsert(leagues, file, () => readFile(file));
  return league;
};

import { type LeagueTeams, lazyLeague } from "@/server/domain/catalogue/league-teams";
import { teamsOf } from "@/server/domain/catalogue/team-file";
import nations from "@/server/domain/catalogue/teams/rugby-nations.json" with { type: "json" };

/** The suffixes with which sources distinguish a nation's rugby side from its football side. */
const withSport = (name: string): string[] => [`${name} RU`, `${name} Rugby`, `${name} Rugby Union`];

/** National rugby union teams of the Six Nations and the World Cup. One team represents the whole island of Ireland. */
export const rugbyNations: LeagueTeams = lazyLeague(() => ({
  teams: Object.fromEntries(
    Object.entries(teamsOf(nations).teams).map(([team, spellings]) => [
      team,
      [...spellings, ...[team, ...spellings].flatMap(withSport)],
    ]),
  ),
}));

import type { LeagueTeams } from "@/server/catalogue/league-teams";
import { nfl } from "@/server/catalogue/teams/nfl";

const lists: Readonly<Record<string, LeagueTeams>> = {
  americanfootball_nfl: nfl,
  americanfootball_nfl_preseason: nfl,
};

/** The teams that the catalogue knows for a sport; none where all are learned from books. */
export const leagueTeamsOf = (sportKey: string): LeagueTeams => lists[sportKey] ?? { teams: {} };

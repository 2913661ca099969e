import type { LeagueTeams } from "@/server/domain/catalogue/league-teams";
import { deriveClubs } from "@/server/domain/catalogue/teams/derive-clubs";
import teams from "@/server/domain/catalogue/teams/mls.json" with { type: "json" };

const shortWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["City", ["C", "Cty"]],
  ["England", ["Eng"]],
  ["Kansas", ["Kan", "Kans"]],
  ["Los", ["L"]],
  ["Minnesota", ["Minn", "Mn"]],
  ["New", ["N"]],
  ["Philadelphia", ["Phila", "Philly", "Phil", "PHI"]],
  ["Saint", ["St"]],
  ["San", ["S"]],
  ["St.", ["Saint"]],
  ["Sporting", ["Sp", "Sptg", "S"]],
  ["United", ["Utd", "U"]],
]);

/** Teams of Major League Soccer. */
export const mls: LeagueTeams = deriveClubs([teams], {
  shortWords,
  suffixes: ["Football Club", "Soccer Club"],
});

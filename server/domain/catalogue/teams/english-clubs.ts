import type { LeagueTeams } from "@/server/domain/catalogue/league-teams";
import { deriveClubs } from "@/server/domain/catalogue/teams/derive-clubs";
import footballLeague from "@/server/domain/catalogue/teams/english-football-league.json" with {
  type: "json",
};
import nonLeague from "@/server/domain/catalogue/teams/english-non-league.json" with { type: "json" };
import premier from "@/server/domain/catalogue/teams/english-premier-league.json" with { type: "json" };

const shortWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["Albion", ["Alb"]],
  ["Alexandra", ["Alex"]],
  ["and", ["n"]],
  ["Athletic", ["Ath"]],
  ["Borough", ["Boro"]],
  ["City", ["C"]],
  ["County", ["Co", "Cty"]],
  ["Manchester", ["Man", "Manc"]],
  ["North", ["N", "Nth"]],
  ["Rangers", ["Rgrs"]],
  ["Rovers", ["R", "Rov", "Rvs", "Rvrs"]],
  ["Saint", ["St"]],
  ["Sheffield", ["Sheff"]],
  ["Stanley", ["Stan"]],
  ["Town", ["T", "Tn", "Twn"]],
  ["United", ["Utd", "U"]],
  ["Wanderers", ["Wand", "Wdrs", "Wndrs"]],
  ["West", ["W"]],
]);

const suffixes = ["Football Club", "FC", "AFC"];

/** Clubs of the Premier League in recent seasons, and clubs with similar names. */
export const premierLeague: LeagueTeams = deriveClubs([premier], {
  shortWords,
  suffixes,
  // AFC Liverpool is a club outside the Premier League. Its name is declared as ambiguous, so it never resolves to Liverpool.
  shared: { "AFC Liverpool": ["Everton", "Liverpool"] },
});

/** Every club of the English divisions, and the other clubs of the cups' early rounds. */
export const englishClubs: LeagueTeams = deriveClubs([premier, footballLeague, nonLeague], {
  shortWords,
  suffixes,
});

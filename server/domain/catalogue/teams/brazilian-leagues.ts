import { joinLeagues, type LeagueTeams, lazyLeague } from "@/server/domain/catalogue/league-teams";
import { teamsOf } from "@/server/domain/catalogue/team-file";
import serieAClubs from "@/server/domain/catalogue/teams/brazilian-clubs.json" with { type: "json" };
import serieBClubs from "@/server/domain/catalogue/teams/brazilian-clubs-second.json" with { type: "json" };

const botafogoOfRibeiraoPreto = [
  "Botafogo-SP",
  "Botafogo FC SP",
  "Botafogo Futebol Clube SP",
  "Botafogo Ribeirão Preto",
  "Botafogo de Ribeirão Preto",
  "Botafogo Ribeirão",
];

const { Botafogo: botafogoOfRio = [], ...otherSerieAClubs } = teamsOf(serieAClubs).teams;

/** Brazil's Série A, where "Botafogo" is the club of Rio de Janeiro. */
export const brazilSerieA: LeagueTeams = lazyLeague(() => {
  const { teams, shared = {} } = joinLeagues(teamsOf(serieAClubs), teamsOf(serieBClubs), {
    teams: { "Botafogo SP": botafogoOfRibeiraoPreto },
  });
  return { teams, codes: teamsOf(serieAClubs).codes ?? {}, shared };
});

/** Brazil's Série B, where "Botafogo" is the club of Ribeirão Preto. */
export const brazilSerieB: LeagueTeams = joinLeagues(
  { ...teamsOf(serieAClubs), teams: otherSerieAClubs },
  teamsOf(serieBClubs),
  { teams: { Botafogo: ["Botafogo SP", ...botafogoOfRibeiraoPreto], "Botafogo RJ": botafogoOfRio } },
);

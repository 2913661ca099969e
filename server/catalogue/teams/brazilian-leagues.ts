import { joinLeagues, type LeagueTeams, lazyLeague } from "@/server/catalogue/league-teams";
import { serieAClubs } from "@/server/catalogue/teams/brazilian-clubs";
import { serieBClubs } from "@/server/catalogue/teams/brazilian-clubs-second";

const botafogoOfRibeiraoPreto = [
  "Botafogo-SP",
  "Botafogo FC SP",
  "Botafogo Futebol Clube SP",
  "Botafogo Ribeirão Preto",
  "Botafogo de Ribeirão Preto",
  "Botafogo Ribeirão",
];

const { Botafogo: botafogoOfRio = [], ...otherSerieAClubs } = serieAClubs.teams;

/** Brazil's Série A, where "Botafogo" is the club of Rio de Janeiro. */
export const brazilSerieA: LeagueTeams = lazyLeague(() => {
  const { teams, shared = {} } = joinLeagues(serieAClubs, serieBClubs, {
    teams: { "Botafogo SP": botafogoOfRibeiraoPreto },
  });
  return { teams, codes: serieAClubs.codes ?? {}, shared };
});

/** Brazil's Série B, where "Botafogo" is the club of Ribeirão Preto. */
export const brazilSerieB: LeagueTeams = joinLeagues(
  { ...serieAClubs, teams: otherSerieAClubs },
  serieBClubs,
  { teams: { Botafogo: ["Botafogo SP", ...botafogoOfRibeiraoPreto], "Botafogo RJ": botafogoOfRio } },
);

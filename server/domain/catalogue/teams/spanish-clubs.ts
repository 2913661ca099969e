import type { LeagueTeams } from "@/server/domain/catalogue/league-teams";
import { deriveClubs } from "@/server/domain/catalogue/teams/derive-clubs";
import firstDivision from "@/server/domain/catalogue/teams/spanish-first-division.json" with { type: "json" };
import otherDivisions from "@/server/domain/catalogue/teams/spanish-other-divisions.json" with {
  type: "json",
};
import reserveSides from "@/server/domain/catalogue/teams/spanish-reserve-sides.json" with { type: "json" };

const shortWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["Athletic", ["Ath", "A"]],
  ["Atlético", ["A", "At", "Atl", "Ath", "Atco", "Atlet", "Atleti"]],
  ["Balompié", ["B", "Balomp"]],
  ["Celta", ["C"]],
  ["Cultural", ["C", "Cult"]],
  ["Deportiva", ["D", "Dep"]],
  ["Deportivo", ["D", "Dep", "Depor", "Dptvo", "Deport"]],
  ["Gimnástica", ["G", "Gim"]],
  ["Racing", ["R", "Rac"]],
  ["Rayo", ["R"]],
  ["Real", ["R", "Rl"]],
  ["Sociedad", ["Soc", "Socied"]],
  ["Sporting", ["S", "Sp", "Spor", "Sport", "Sptg"]],
  ["Unión", ["U", "Un"]],
]);

const options = {
  shortWords,
  suffixes: ["FC", "CF", "Club de Fútbol"],
};

/** Clubs that were in the first division in recent seasons. */
export const spanishFirstDivision: LeagueTeams = deriveClubs([firstDivision], options);

/** Clubs of La Liga, the Segunda División and the Primera Federación, and other clubs of the Copa del Rey. */
export const spanishClubs: LeagueTeams = deriveClubs([firstDivision, otherDivisions], options);

/** `spanishClubs`, and the reserve sides that play in the second and third divisions. */
export const spanishClubsAndReserves: LeagueTeams = deriveClubs(
  [firstDivision, otherDivisions, reserveSides],
  options,
);

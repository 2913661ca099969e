import type { LeagueTeams } from "@/server/domain/catalogue/league-teams";
import { deriveClubs } from "@/server/domain/catalogue/teams/derive-clubs";
import firstDivision from "@/server/domain/catalogue/teams/french-first-division.json" with { type: "json" };
import otherDivisions from "@/server/domain/catalogue/teams/french-other-divisions.json" with {
  type: "json",
};

const shortWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["Clermont", ["Clerm"]],
  ["Football", ["Foot"]],
  ["Germain", ["G"]],
  ["Girondins", ["G", "Gir"]],
  ["Montpellier", ["Montp"]],
  ["Olympique", ["O", "Ol", "Oly", "Olymp"]],
  ["Racing", ["R", "Rac"]],
  ["Saint", ["St", "S", "Ste"]],
  ["Sporting", ["Sp"]],
  ["Stade", ["St", "Std", "S"]],
  ["Toulouse", ["Toul"]],
]);

const options = {
  shortWords,
  suffixes: ["FC", "Football Club"],
};

/** Clubs that were in the first division in recent seasons. */
export const frenchFirstDivision: LeagueTeams = deriveClubs([firstDivision], options);

/** Clubs of Ligue 1, Ligue 2 and the National, and other clubs of the Coupe de France. */
export const frenchClubs: LeagueTeams = deriveClubs([firstDivision, otherDivisions], options);

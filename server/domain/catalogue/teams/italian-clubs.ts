import type { LeagueTeams } from "@/server/domain/catalogue/league-teams";
import { deriveClubs } from "@/server/domain/catalogue/teams/derive-clubs";
import firstDivision from "@/server/domain/catalogue/teams/italian-first-division.json" with { type: "json" };
import otherDivisions from "@/server/domain/catalogue/teams/italian-other-divisions.json" with {
  type: "json",
};

const shortWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["Hellas", ["H", "Hel"]],
  ["Internazionale", ["Inter", "Int"]],
  ["Juve", ["J"]],
  ["Torino", ["Turin"]],
  ["Vicenza", ["Vic"]],
  ["Virtus", ["V", "Virt"]],
]);

const options = {
  shortWords,
  suffixes: ["Calcio", "FC", "Football Club"],
};

/** Clubs that were in the first division in recent seasons. */
export const italianFirstDivision: LeagueTeams = deriveClubs([firstDivision], options);

/** Clubs of Serie A, Serie B and Serie C, and other clubs of the Coppa Italia. */
export const italianClubs: LeagueTeams = deriveClubs([firstDivision, otherDivisions], options);

import type { LeagueTeams } from "@/server/domain/catalogue/league-teams";
import { deriveClubs } from "@/server/domain/catalogue/teams/derive-clubs";
import firstDivision from "@/server/domain/catalogue/teams/german-first-division.json" with { type: "json" };
import otherDivisions from "@/server/domain/catalogue/teams/german-other-divisions.json" with {
  type: "json",
};
import reserveSides from "@/server/domain/catalogue/teams/german-reserve-sides.json" with { type: "json" };

const shortWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["Alemannia", ["A", "Alem", "Al"]],
  ["Arminia", ["A", "Arm", "Armin"]],
  ["Bayer", ["B"]],
  ["Bayern", ["B", "Bay"]],
  ["Borussia", ["B", "Bor", "Boru"]],
  ["Dynamo", ["D", "Dyn", "Dy"]],
  ["Eintracht", ["E", "Ein", "Eint", "Eintr"]],
  ["Energie", ["E", "En", "Ener"]],
  ["Erzgebirge", ["E", "Erz", "Erzg", "Erzgeb"]],
  ["Fortuna", ["F", "Fort", "For"]],
  ["Frankfurt", ["Frankf", "F'furt", "Ffm"]],
  ["Greuther", ["G", "Gr", "Greu"]],
  ["Hamburger", ["Hamb", "Hamburg"]],
  ["Hansa", ["H", "Han"]],
  ["Hertha", ["H"]],
  ["Holstein", ["H", "Hol", "Holst"]],
  ["Jahn", ["J"]],
  ["Karlsruher", ["Karlsr", "Karlsruhe"]],
  ["Kickers", ["K", "Kick"]],
  ["München", ["M", "Munich", "Munchen"]],
  ["Preußen", ["P", "Pr", "Preuss", "Preus", "Preuß"]],
  ["Rot-Weiss", ["RW", "R-W", "R-Weiss", "Rot Weiß"]],
  ["Sankt", ["St"]],
  ["St.", ["St", "Sankt", "Saint", "S"]],
  ["Union", ["U", "Un"]],
  ["Viktoria", ["V", "Vik", "Vikt"]],
  ["Waldhof", ["W", "Wald"]],
  ["Wehen", ["W"]],
  ["Werder", ["W", "Werd"]],
  ["Würzburger", ["Würzb"]],
]);

const options = {
  shortWords,
  suffixes: ["FC"],
};

/** Clubs that were in the first division in recent seasons. */
export const germanFirstDivision: LeagueTeams = deriveClubs([firstDivision], options);

/** Clubs of the Bundesliga, the second and third divisions, and other clubs of the DFB-Pokal. */
export const germanClubs: LeagueTeams = deriveClubs([firstDivision, otherDivisions], options);

/** `germanClubs` and the reserve sides that play in the third division. */
export const germanClubsAndReserves: LeagueTeams = deriveClubs(
  [firstDivision, otherDivisions, reserveSides],
  options,
);

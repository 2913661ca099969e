import { joinLeagues, type LeagueTeams, renameTeams, withCountry } from "@/server/catalogue/league-teams";
import { bolivianClubs, ecuadorianClubs, peruvianClubs } from "@/server/catalogue/teams/andean-clubs";
import { argentineClubs } from "@/server/catalogue/teams/argentine-clubs";
import { serieAClubs } from "@/server/catalogue/teams/brazilian-clubs";
import { chileanClubs } from "@/server/catalogue/teams/chilean-clubs";
import { colombianClubs } from "@/server/catalogue/teams/colombian-clubs";
import { paraguayanClubs } from "@/server/catalogue/teams/paraguayan-clubs";
import { uruguayanClubs } from "@/server/catalogue/teams/uruguayan-clubs";
import { venezuelanClubs } from "@/server/catalogue/teams/venezuelan-clubs";

const countries = joinLeagues(
  withCountry(argentineClubs, "Arg", "Argentina"),
  withCountry(bolivianClubs, "Bol", "Bolivia"),
  withCountry(serieAClubs, "Bra", "Brazil"),
  withCountry(chileanClubs, "Chi", "Chile"),
  withCountry(colombianClubs, "Col", "Colombia"),
  withCountry(ecuadorianClubs, "Ecu", "Ecuador"),
  withCountry(paraguayanClubs, "Par", "Paraguay"),
  withCountry(peruvianClubs, "Per", "Peru"),
  withCountry(uruguayanClubs, "Uru", "Uruguay"),
  withCountry(venezuelanClubs, "Ven", "Venezuela"),
);

const catolica = ["Universidad Católica (CHI)", "Universidad Católica (ECU)"];

/** A spelling that means one club in a country may mean several clubs on the continent. */
const conmebolClubs: LeagueTeams = {
  teams: { ...countries.teams, "FC Barcelona": ["Barcelona FC"] },
  shared: {
    ...countries.shared,
    Alianza: ["Alianza Atlético", "Alianza FC (COL)", "Alianza Lima"],
    "CD Universidad Católica": catolica,
    Cali: ["América de Cali", "Deportivo Cali"],
    Católica: catolica,
    Cerro: ["CA Cerro", "Cerro Largo", "Cerro Porteño"],
    Nacional: [
      "Atlético Nacional S.A",
      "El Nacional",
      "Nacional Asunción",
      "Nacional Potosí",
      "Nacional de Montevideo",
    ],
    Racing: ["Racing Club", "Racing Montevideo"],
    "U. Católica": catolica,
    "Univ. Católica": catolica,
    "Universidad Católica": catolica,
    Wanderers: ["Montevideo Wanderers", "Santiago Wanderers"],
  },
};

/** Clubs of the Copa Libertadores. */
export const libertadoresClubs = renameTeams(
  conmebolClubs,
  new Map([
    ["Corinthians", "Corinthians-SP"],
    ["Estudiantes", "Estudiantes La Plata"],
    ["Flamengo", "Flamengo-RJ"],
    ["Fluminense", "Fluminense-RJ"],
    ["Internacional", "Internacional-RS"],
    ["Palmeiras", "Palmeiras-SP"],
  ]),
);

/** Clubs of the Copa Sudamericana. */
export const sudamericanaClubs = renameTeams(
  conmebolClubs,
  new Map([
    ["Atletico Mineiro", "Clube Atlético Mineiro"],
    ["Estudiantes", "Estudiantes La Plata"],
  ]),
);

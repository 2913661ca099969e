import {
  joinLeagues,
  type LeagueTeams,
  renameTeams,
  withCountry,
} from "@/server/domain/catalogue/league-teams";
import { teamsOf } from "@/server/domain/catalogue/team-file";
import argentineClubs from "@/server/domain/catalogue/teams/argentine-clubs.json" with { type: "json" };
import bolivianClubs from "@/server/domain/catalogue/teams/bolivian-clubs.json" with { type: "json" };
import serieAClubs from "@/server/domain/catalogue/teams/brazilian-clubs.json" with { type: "json" };
import chileanClubs from "@/server/domain/catalogue/teams/chilean-clubs.json" with { type: "json" };
import colombianClubs from "@/server/domain/catalogue/teams/colombian-clubs.json" with { type: "json" };
import ecuadorianClubs from "@/server/domain/catalogue/teams/ecuadorian-clubs.json" with { type: "json" };
import paraguayanClubs from "@/server/domain/catalogue/teams/paraguayan-clubs.json" with { type: "json" };
import peruvianClubs from "@/server/domain/catalogue/teams/peruvian-clubs.json" with { type: "json" };
import uruguayanClubs from "@/server/domain/catalogue/teams/uruguayan-clubs.json" with { type: "json" };
import venezuelanClubs from "@/server/domain/catalogue/teams/venezuelan-clubs.json" with { type: "json" };

const countries = joinLeagues(
  withCountry(teamsOf(argentineClubs), "Arg", "Argentina"),
  withCountry(teamsOf(bolivianClubs), "Bol", "Bolivia"),
  withCountry(teamsOf(serieAClubs), "Bra", "Brazil"),
  withCountry(teamsOf(chileanClubs), "Chi", "Chile"),
  withCountry(teamsOf(colombianClubs), "Col", "Colombia"),
  withCountry(teamsOf(ecuadorianClubs), "Ecu", "Ecuador"),
  withCountry(teamsOf(paraguayanClubs), "Par", "Paraguay"),
  withCountry(teamsOf(peruvianClubs), "Per", "Peru"),
  withCountry(teamsOf(uruguayanClubs), "Uru", "Uruguay"),
  withCountry(teamsOf(venezuelanClubs), "Ven", "Venezuela"),
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

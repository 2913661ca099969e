import {
  joinLeagues,
  type LeagueTeams,
  lazyLeague,
  withCountry,
} from "@/server/domain/catalogue/league-teams";
import { teamsOf } from "@/server/domain/catalogue/team-file";
import austrianClubs from "@/server/domain/catalogue/teams/austrian-clubs.json" with { type: "json" };
import balticClubs from "@/server/domain/catalogue/teams/baltic-clubs.json" with { type: "json" };
import belarusianClubs from "@/server/domain/catalogue/teams/belarusian-clubs.json" with { type: "json" };
import belgianClubs from "@/server/domain/catalogue/teams/belgian-clubs.json" with { type: "json" };
import bulgarianClubs from "@/server/domain/catalogue/teams/bulgarian-clubs.json" with { type: "json" };
import caucasusClubs from "@/server/domain/catalogue/teams/caucasus-clubs.json" with { type: "json" };
import croatianClubs from "@/server/domain/catalogue/teams/croatian-clubs.json" with { type: "json" };
import cypriotClubs from "@/server/domain/catalogue/teams/cypriot-clubs.json" with { type: "json" };
import czechClubs from "@/server/domain/catalogue/teams/czech-clubs.json" with { type: "json" };
import danishClubs from "@/server/domain/catalogue/teams/danish-clubs.json" with { type: "json" };
import { deriveClubs } from "@/server/domain/catalogue/teams/derive-clubs";
import dutchClubs from "@/server/domain/catalogue/teams/dutch-clubs.json" with { type: "json" };
import { premierLeague } from "@/server/domain/catalogue/teams/english-clubs";
import europeanWomensClubs from "@/server/domain/catalogue/teams/european-womens-clubs.json" with {
  type: "json",
};
import finnishClubs from "@/server/domain/catalogue/teams/finnish-clubs.json" with { type: "json" };
import { frenchFirstDivision } from "@/server/domain/catalogue/teams/french-clubs";
import { germanFirstDivision } from "@/server/domain/catalogue/teams/german-clubs";
import greekClubs from "@/server/domain/catalogue/teams/greek-clubs.json" with { type: "json" };
import hungarianClubs from "@/server/domain/catalogue/teams/hungarian-clubs.json" with { type: "json" };
import irishClubs from "@/server/domain/catalogue/teams/irish-clubs.json" with { type: "json" };
import israeliClubs from "@/server/domain/catalogue/teams/israeli-clubs.json" with { type: "json" };
import { italianFirstDivision } from "@/server/domain/catalogue/teams/italian-clubs";
import kazakhClubs from "@/server/domain/catalogue/teams/kazakh-clubs.json" with { type: "json" };
import moldovanClubs from "@/server/domain/catalogue/teams/moldovan-clubs.json" with { type: "json" };
import northAtlanticClubs from "@/server/domain/catalogue/teams/north-atlantic-clubs.json" with {
  type: "json",
};
import norwegianClubs from "@/server/domain/catalogue/teams/norwegian-clubs.json" with { type: "json" };
import polishClubs from "@/server/domain/catalogue/teams/polish-clubs.json" with { type: "json" };
import portugueseClubs from "@/server/domain/catalogue/teams/portuguese-clubs.json" with { type: "json" };
import romanianClubs from "@/server/domain/catalogue/teams/romanian-clubs.json" with { type: "json" };
import russianClubs from "@/server/domain/catalogue/teams/russian-clubs.json" with { type: "json" };
import scottishClubs from "@/server/domain/catalogue/teams/scottish-clubs.json" with { type: "json" };
import serbianClubs from "@/server/domain/catalogue/teams/serbian-clubs.json" with { type: "json" };
import slovakClubs from "@/server/domain/catalogue/teams/slovak-clubs.json" with { type: "json" };
import smallStateClubs from "@/server/domain/catalogue/teams/small-state-clubs.json" with { type: "json" };
import { spanishFirstDivision } from "@/server/domain/catalogue/teams/spanish-clubs";
import swedishClubs from "@/server/domain/catalogue/teams/swedish-clubs.json" with { type: "json" };
import swissClubs from "@/server/domain/catalogue/teams/swiss-clubs.json" with { type: "json" };
import turkishClubs from "@/server/domain/catalogue/teams/turkish-clubs.json" with { type: "json" };
import ukrainianClubs from "@/server/domain/catalogue/teams/ukrainian-clubs.json" with { type: "json" };
import ulsterAndWelshClubs from "@/server/domain/catalogue/teams/ulster-and-welsh-clubs.json" with {
  type: "json",
};
import westBalkanClubs from "@/server/domain/catalogue/teams/west-balkan-clubs.json" with { type: "json" };

/** Renames clubs that have a namesake in another country. */
const renamed = (league: LeagueTeams, names: ReadonlyMap<string, string>): LeagueTeams => {
  const nameOf = (team: string): string => names.get(team) ?? team;
  const rename = ([key, teams]: [string, readonly string[]]): [string, readonly string[]] => [
    key,
    teams.map(nameOf),
  ];
  return {
    teams: Object.fromEntries(
      Object.entries(league.teams).map(([team, spellings]) => [nameOf(team), spellings]),
    ),
    shared: Object.fromEntries(Object.entries(league.shared ?? {}).map(rename)),
  };
};

/** Spellings that mean one club in its own country, but several clubs in Europe's competitions. */
const sharedAcrossCountries: LeagueTeams = {
  teams: {},
  shared: {
    AJA: ["Ajax", "Auxerre"],
    AEL: ["AEL Larissa", "AEL Limassol"],
    Apollon: ["Apollon Limassol", "Apollon Smyrnis"],
    Aris: ["Aris Limassol", "Aris Thessaloniki"],
    Ararat: ["Ararat Yerevan", "Ararat-Armenia"],
    Bohemians: ["Bohemians 1905", "Bohemians Dublin"],
    CSKA: ["CSKA 1948 Sofia", "CSKA Moscow", "CSKA Sofia"],
    Dinamo: [
      "Dinamo Batumi",
      "Dinamo București",
      "Dinamo City",
      "Dinamo Minsk",
      "Dinamo Tbilisi",
      "Dinamo Zagreb",
      "Dynamo Brest",
      "Dynamo Kyiv",
      "Dinamo Moscow",
    ],
    Dynamo: [
      "Dinamo Minsk",
      "Dinamo Zagreb",
      "Dynamo Brest",
      "Dynamo Dresden",
      "Dynamo Kyiv",
      "Dinamo Moscow",
    ],
    "FC Bohemians": ["Bohemians 1905", "Bohemians Dublin"],
    "FC Inter": ["FC Inter Turku", "Inter Milan"],
    Fortuna: ["Fortuna Düsseldorf", "Fortuna Sittard"],
    Lokomotiv: ["Lokomotiv Moscow", "Lokomotiv Plovdiv", "Lokomotiv Sofia"],
    Racing: ["Genk", "RC Lens", "Racing Union Luxembourg", "Strasbourg"],
    Radnik: ["Radnik Bijeljina", "Radnik Surdulica"],
    Jedinstvo: ["Jedinstvo Bijelo Polje", "Jedinstvo Ub"],
    Rapid: ["Rapid București", "Rapid Wien"],
    Shakhter: ["Shakhtar Donetsk", "Shakhter Karagandy", "Shakhtyor Soligorsk"],
    Slavia: ["Slavia Mozyr", "Slavia Praha", "Slavia Sofia"],
    Slovan: ["Slovan Bratislava", "Slovan Liberec"],
    Sparta: ["Sparta Praha", "Sparta Rotterdam"],
    Spartak: ["Spartak Moscow", "Spartak Subotica", "Spartak Trnava", "Spartak Varna"],
    Sporting: ["Braga", "Charleroi", "Sporting Gijón", "Sporting Lisbon"],
    Torpedo: ["Torpedo Kutaisi", "Torpedo Moscow", "Torpedo-BelAZ Zhodino"],
    Union: ["Union Berlin", "Union Saint-Gilloise"],
  },
};

const clubs = joinLeagues(
  withCountry(premierLeague, "Eng", "England"),
  withCountry(spanishFirstDivision, "Esp", "Spain"),
  withCountry(italianFirstDivision, "Ita", "Italy"),
  withCountry(germanFirstDivision, "Ger", "Germany"),
  withCountry(frenchFirstDivision, "Fra", "France"),
  withCountry(teamsOf(portugueseClubs), "Por", "Portugal"),
  withCountry(teamsOf(dutchClubs), "Ned", "Netherlands"),
  withCountry(deriveClubs([belgianClubs]), "Bel", "Belgium"),
  withCountry(teamsOf(scottishClubs), "Sco", "Scotland"),
  withCountry(deriveClubs([turkishClubs]), "Tur", "Turkey"),
  withCountry(renamed(teamsOf(greekClubs), new Map([["AEL", "AEL Larissa"]])), "Gre", "Greece"),
  withCountry(teamsOf(austrianClubs), "Aut", "Austria"),
  withCountry(teamsOf(swissClubs), "Sui", "Switzerland"),
  withCountry(teamsOf(danishClubs), "Den", "Denmark"),
  withCountry(teamsOf(swedishClubs), "Swe", "Sweden"),
  withCountry(teamsOf(norwegianClubs), "Nor", "Norway"),
  withCountry(teamsOf(finnishClubs), "Fin", "Finland"),
  withCountry(teamsOf(polishClubs), "Pol", "Poland"),
  withCountry(deriveClubs([russianClubs]), "Rus", "Russia"),
  withCountry(renamed(teamsOf(irishClubs), new Map([["Bohemians", "Bohemians Dublin"]])), "Irl", "Ireland"),
  withCountry(teamsOf(croatianClubs), "Cro", "Croatia"),
  withCountry(teamsOf(serbianClubs), "Srb", "Serbia"),
  withCountry(teamsOf(czechClubs), "Cze", "Czech Republic"),
  withCountry(teamsOf(slovakClubs), "Svk", "Slovakia"),
  withCountry(teamsOf(ukrainianClubs), "Ukr", "Ukraine"),
  withCountry(teamsOf(romanianClubs), "Rou", "Romania"),
  withCountry(teamsOf(bulgarianClubs), "Bul", "Bulgaria"),
  withCountry(teamsOf(hungarianClubs), "Hun", "Hungary"),
  withCountry(teamsOf(cypriotClubs), "Cyp", "Cyprus"),
  withCountry(teamsOf(israeliClubs), "Isr", "Israel"),
  teamsOf(westBalkanClubs),
  teamsOf(balticClubs),
  teamsOf(caucasusClubs),
  withCountry(teamsOf(kazakhClubs), "Kaz", "Kazakhstan"),
  withCountry(teamsOf(belarusianClubs), "Blr", "Belarus"),
  withCountry(teamsOf(moldovanClubs), "Mda", "Moldova"),
  teamsOf(northAtlanticClubs),
  teamsOf(ulsterAndWelshClubs),
  teamsOf(smallStateClubs),
  sharedAcrossCountries,
);

/** Abbreviation -> club, as used in Europe's competitions. */
const codes: Readonly<Record<string, string>> = {
  ANT: "Royal Antwerp",
  ARS: "Arsenal",
  AZA: "AZ Alkmaar",
  BAR: "Barcelona",
  BAS: "FC Basel",
  BAY: "Bayern Munich",
  BEN: "Benfica",
  BES: "Besiktas JK",
  BOD: "Bodø/Glimt",
  BVB: "Borussia Dortmund",
  CEL: "Celtic",
  CHE: "Chelsea",
  CLB: "Club Brugge",
  DOR: "Borussia Dortmund",
  FCP: "FC Porto",
  FEN: "Fenerbahce",
  FER: "Ferencváros TC",
  FEY: "Feyenoord",
  GAL: "Galatasaray",
  JUV: "Juventus",
  KAI: "Kairat Almaty",
  KOB: "FC Copenhagen",
  LIV: "Liverpool",
  LUD: "Ludogorets Razgrad",
  MCI: "Manchester City",
  MID: "FC Midtjylland",
  MTA: "Maccabi Tel Aviv",
  MUN: "Manchester United",
  NAP: "Napoli",
  OLY: "Olympiakos Piraeus",
  PAF: "Pafos FC",
  POR: "FC Porto",
  PSG: "Paris Saint Germain",
  QAR: "Qarabağ FK",
  RAN: "Rangers",
  RBS: "RB Salzburg",
  RMA: "Real Madrid",
  SCB: "Braga",
  SCP: "Sporting Lisbon",
  SHK: "Shakhtar Donetsk",
  SLB: "Benfica",
  TOT: "Tottenham Hotspur",
  TRA: "Trabzonspor",
  USG: "Union Saint-Gilloise",
  YBO: "BSC Young Boys",
};

/** The clubs of Europe's competitions. */
export const europeanClubs: LeagueTeams = lazyLeague(() => ({
  teams: clubs.teams,
  codes,
  shared: clubs.shared ?? {},
}));

/** The clubs of Europe's competitions for women. */
export const europeanClubsOfWomen = joinLeagues(europeanClubs, teamsOf(europeanWomensClubs));

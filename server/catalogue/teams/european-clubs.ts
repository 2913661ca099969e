import { joinLeagues, type LeagueTeams } from "@/server/catalogue/league-teams";
import { englishClubs } from "@/server/catalogue/teams/english-clubs";
import { frenchClubs } from "@/server/catalogue/teams/french-clubs";
import { germanClubs } from "@/server/catalogue/teams/german-clubs";
import { italianClubs } from "@/server/catalogue/teams/italian-clubs";
import { spanishClubs } from "@/server/catalogue/teams/spanish-clubs";

/** Clubs of other countries that play in Europe's competitions and that sources spell in several ways. */
const otherCountries: LeagueTeams = {
  teams: {
    "AEK Athens": ["AEK", "AEK Athens FC"],
    "AZ Alkmaar": ["AZ", "Alkmaar"],
    Ajax: ["Ajax Amsterdam", "AFC Ajax"],
    Anderlecht: ["RSC Anderlecht"],
    Benfica: ["SL Benfica", "Benfica Lisbon", "Sport Lisboa e Benfica"],
    "Beşiktaş JK": ["Besiktas", "Besiktas Istanbul"],
    "Bodø/Glimt": ["FK Bodø/Glimt", "Bodo Glimt", "Bodoe/Glimt", "Glimt"],
    Braga: ["SC Braga", "Sporting Braga", "Sp Braga", "Sporting Clube de Braga"],
    "Celtic FC": ["Celtic", "Celtic Glasgow", "Glasgow Celtic"],
    "Club Brugge": ["Brugge", "Club Brugge KV", "Bruges", "FC Brugge", "Club Bruges"],
    "Dinamo Zagreb": ["GNK Dinamo Zagreb", "Din. Zagreb"],
    "Dynamo Kyiv": ["Dynamo Kiev", "Dinamo Kiev"],
    "FC Basel": ["Basel", "FC Basel 1893", "Basle"],
    "FC Copenhagen": ["FC København", "Copenhagen", "FC Kobenhavn", "FC Koebenhavn", "København"],
    "FC Midtjylland": ["Midtjylland"],
    "FC Porto": ["Porto"],
    Fenerbahçe: ["Fenerbahce SK", "Fenerbahce Istanbul"],
    "Ferencváros TC": ["Ferencvaros", "Ferencvarosi TC", "Ferencvárosi TC Budapest", "FTC"],
    Feyenoord: ["Feyenoord Rotterdam"],
    Galatasaray: ["Galatasaray SK", "Galatasaray Istanbul"],
    "Malmö FF": ["Malmö", "Malmo", "Malmoe FF"],
    Olympiakos: ["Olympiacos", "Olympiakos Piraeus", "Olympiacos FC", "Olympiacos Piraeus"],
    PAOK: ["PAOK FC", "PAOK Thessaloniki", "PAOK Salonika"],
    "PSV Eindhoven": ["PSV"],
    Panathinaikos: ["Panathinaikos FC", "Panathinaikos Athens"],
    "Qarabağ FK": ["Qarabag", "Qarabag Agdam", "Karabakh"],
    "Rangers FC": ["Rangers", "Glasgow Rangers"],
    "Red Bull Salzburg": ["RB Salzburg", "Salzburg", "FC Salzburg", "FC Red Bull Salzburg"],
    "Red Star Belgrade": ["Crvena zvezda", "FK Crvena Zvezda", "Crvena Zvezda Belgrade"],
    "Shakhtar Donetsk": ["Shakhtar", "FC Shakhtar Donetsk", "Shakhtyor Donetsk"],
    "Slavia Praha": ["Slavia Prague", "SK Slavia Praha", "Sl. Prague"],
    "Slovan Bratislava": ["ŠK Slovan Bratislava"],
    "Sparta Praha": ["Sparta Prague", "AC Sparta Praha", "AC Sparta Prague", "Sp. Prague"],
    "Sporting Lisbon": ["Sporting CP", "Sporting Clube de Portugal", "Sp Lisbon", "Sporting Lisboa"],
    "Sturm Graz": ["SK Sturm Graz"],
    "Union Saint-Gilloise": [
      "Union SG",
      "Royale Union SG",
      "Royale Union Saint-Gilloise",
      "Union St Gilloise",
      "Union St. Gilloise",
      "R. Union SG",
    ],
    "Young Boys": ["BSC Young Boys", "Young Boys Bern", "YB Bern"],
  },
  shared: {
    Sporting: ["Braga", "Sporting Gijón", "Sporting Lisbon"],
    Racing: ["RC Lens", "Racing Santander", "Strasbourg"],
    Union: ["Union Berlin", "Union Saint-Gilloise"],
    Prague: ["Slavia Praha", "Sparta Praha"],
    Praha: ["Slavia Praha", "Sparta Praha"],
    "Red Star": ["Red Star Belgrade", "Red Star FC"],
    Lisbon: ["Benfica", "Sporting Lisbon"],
    Dynamo: ["Dinamo Zagreb", "Dynamo Dresden", "Dynamo Kyiv"],
    Dinamo: ["Dinamo Zagreb", "Dynamo Kyiv"],
  },
};

/** The clubs that Europe's competitions are known to hold. */
export const europeanClubs = joinLeagues(
  englishClubs,
  spanishClubs,
  italianClubs,
  germanClubs,
  frenchClubs,
  otherCountries,
);

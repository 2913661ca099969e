import type { ListedTeam } from "@/server/domain/catalogue/check-team-file";
import {
  joinLeagues,
  type LeagueTeams,
  lazyLeague,
  withCountry,
} from "@/server/domain/catalogue/league-teams";
import { libertadoresClubs } from "@/server/domain/catalogue/teams/conmebol-clubs";
import { deriveClubs } from "@/server/domain/catalogue/teams/derive-clubs";
import { europeanClubs } from "@/server/domain/catalogue/teams/european-clubs";

const clubs = (teams: ListedTeam[]): LeagueTeams => deriveClubs([{ about: "", teams }]);

const otherContinents = joinLeagues(
  withCountry(
    clubs([
      {
        name: "Al Ahly FC",
        spellings: [
          "Al Ahly",
          "Al-Ahly",
          "Al Ahly SC",
          "Al Ahly Cairo",
          "Al-Ahly Cairo",
          "Al Ahly SC Cairo",
          "Ahly",
          "National Bank of Egypt Al Ahly",
        ],
      },
    ]),
    "Egy",
    "Egypt",
  ),
  withCountry(
    clubs([
      {
        name: "Mamelodi Sundowns",
        spellings: ["Mamelodi Sundowns FC", "Sundowns", "M. Sundowns", "Mamelodi"],
      },
    ]),
    "Rsa",
    "South Africa",
  ),
  withCountry(
    clubs([
      {
        name: "Espérance Sportive de Tunis",
        spellings: [
          "Espérance de Tunis",
          "Espérance Tunis",
          "ES Tunis",
          "Espérance",
          "Esperance ST",
          "Espérance Sportive Tunis",
          "ES Tunisie",
        ],
      },
    ]),
    "Tun",
    "Tunisia",
  ),
  withCountry(
    clubs([
      {
        name: "Wydad AC",
        spellings: [
          "Wydad Casablanca",
          "Wydad",
          "Wydad Athletic Club",
          "Wydad AC Casablanca",
          "Wydad Casablanca AC",
          "WAC Casablanca",
        ],
      },
    ]),
    "Mar",
    "Morocco",
  ),
  withCountry(clubs([{ name: "Auckland City FC", spellings: ["Auckland City"] }]), "Nzl", "New Zealand"),
  withCountry(
    clubs([
      {
        name: "Al Ain FC",
        spellings: ["Al Ain", "Al-Ain", "Al-Ain FC", "Al Ain SCC", "Al Ain Abu Dhabi", "Al-Ain SCC"],
      },
    ]),
    "UAE",
  ),
  withCountry(
    clubs([
      {
        name: "Al Hilal",
        spellings: [
          "Al-Hilal",
          "Al Hilal SFC",
          "Al-Hilal SFC",
          "Al-Hilal Saudi FC",
          "Al Hilal Saudi FC",
          "Al Hilal Riyadh",
          "Al-Hilal Riyadh",
          "Al Hilal SC",
          "Al-Hilal Saudi",
          "Al Hilal Saudi",
        ],
      },
    ]),
    "KSA",
    "Ksa",
  ),
  withCountry(
    clubs([{ name: "Ulsan Hyundai FC", spellings: ["Ulsan HD", "Ulsan HD FC", "Ulsan", "Ulsan Hyundai"] }]),
    "Kor",
    "South Korea",
  ),
  withCountry(
    clubs([{ name: "Urawa Red Diamonds", spellings: ["Urawa Reds", "Urawa", "Urawa RD", "Urawa Red"] }]),
    "Jpn",
    "Japan",
  ),
  withCountry(
    clubs([
      { name: "Pachuca", spellings: ["CF Pachuca", "Club Pachuca", "Tuzos Pachuca", "Pachuca CF"] },
      {
        name: "Monterrey",
        spellings: [
          "CF Monterrey",
          "Rayados",
          "Monterrey Rayados",
          "Rayados de Monterrey",
          "Rayados Monterrey",
        ],
      },
      { name: "León", spellings: ["Club León", "León FC", "Club Leon FC"] },
      { name: "Cruz Azul", spellings: ["CD Cruz Azul", "Cruz Azul FC"] },
    ]),
    "Mex",
    "Mexico",
  ),
  withCountry(
    clubs([
      { name: "Inter Miami CF", spellings: ["Inter Miami", "Inter Miami FC", "Miami"] },
      { name: "Seattle Sounders FC", spellings: ["Seattle Sounders", "Seattle", "Sounders"] },
      { name: "Los Angeles FC", spellings: ["LAFC", "LA FC", "Los Angeles"] },
    ]),
    "Usa",
    "USA",
  ),
);

const southAmericans =
  /^(?:Boca Juniors|Botafogo|Flamengo|Fluminense|Palmeiras|River Plate)(?!\S* (?:SP|Paraguay))/;

/** Lists only participants, because other South American clubs share names with European clubs ("Arsenal", "Barcelona", "Everton"). */
const southAmericanClubs = lazyLeague(() => ({
  teams: Object.fromEntries(
    Object.entries(libertadoresClubs.teams).filter(([team]) => southAmericans.test(team)),
  ),
}));

/** The clubs of FIFA's Club World Cup. */
export const clubWorldCup: LeagueTeams = joinLeagues(europeanClubs, southAmericanClubs, otherContinents);

import { joinLeagues, type LeagueTeams, lazyLeague, withCountry } from "@/server/catalogue/league-teams";
import { clubTable } from "@/server/catalogue/teams/club-table";
import { libertadoresClubs } from "@/server/catalogue/teams/conmebol-clubs";
import { europeanClubs } from "@/server/catalogue/teams/european-clubs";

const otherContinents = joinLeagues(
  withCountry(
    clubTable(`
Al Ahly FC | Al Ahly, Al-Ahly, Al Ahly SC, Al Ahly Cairo, Al-Ahly Cairo, Al Ahly SC Cairo, Ahly, National Bank of
  Egypt Al Ahly
`),
    "Egy",
    "Egypt",
  ),
  withCountry(
    clubTable(`
Mamelodi Sundowns | Mamelodi Sundowns FC, Sundowns, M. Sundowns, Mamelodi
`),
    "Rsa",
    "South Africa",
  ),
  withCountry(
    clubTable(`
Espérance Sportive de Tunis | Espérance de Tunis, Espérance Tunis, ES Tunis, Espérance, Esperance ST, Espérance Sportive Tunis,
  ES Tunisie
`),
    "Tun",
    "Tunisia",
  ),
  withCountry(
    clubTable(`
Wydad AC | Wydad Casablanca, Wydad, Wydad Athletic Club, Wydad AC Casablanca, Wydad Casablanca AC, WAC Casablanca
`),
    "Mar",
    "Morocco",
  ),
  withCountry(
    clubTable(`
Auckland City FC | Auckland City
`),
    "Nzl",
    "New Zealand",
  ),
  withCountry(
    clubTable(`
Al Ain FC | Al Ain, Al-Ain, Al-Ain FC, Al Ain SCC, Al Ain Abu Dhabi, Al-Ain SCC
`),
    "UAE",
  ),
  withCountry(
    clubTable(`
Al Hilal | Al-Hilal, Al Hilal SFC, Al-Hilal SFC, Al-Hilal Saudi FC, Al Hilal Saudi FC, Al Hilal Riyadh, Al-Hilal Riyadh, Al Hilal SC,
  Al-Hilal Saudi, Al Hilal Saudi
`),
    "KSA",
    "Ksa",
  ),
  withCountry(
    clubTable(`
Ulsan Hyundai FC | Ulsan HD, Ulsan HD FC, Ulsan, Ulsan Hyundai
`),
    "Kor",
    "South Korea",
  ),
  withCountry(
    clubTable(`
Urawa Red Diamonds | Urawa Reds, Urawa, Urawa RD, Urawa Red
`),
    "Jpn",
    "Japan",
  ),
  withCountry(
    clubTable(`
Pachuca | CF Pachuca, Club Pachuca, Tuzos Pachuca, Pachuca CF
Monterrey | CF Monterrey, Rayados, Monterrey Rayados, Rayados de Monterrey, Rayados Monterrey
León | Club León, León FC, Club Leon FC
Cruz Azul | CD Cruz Azul, Cruz Azul FC
`),
    "Mex",
    "Mexico",
  ),
  withCountry(
    clubTable(`
Inter Miami CF | Inter Miami, Inter Miami FC, Miami
Seattle Sounders FC | Seattle Sounders, Seattle, Sounders
Los Angeles FC | LAFC, LA FC, Los Angeles
`),
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

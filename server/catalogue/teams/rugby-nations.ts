import { type LeagueTeams, lazyLeague } from "@/server/catalogue/league-teams";

/** The suffixes with which sources distinguish a nation's rugby side from its football side. */
const withSport = (name: string): string[] => [`${name} RU`, `${name} Rugby`, `${name} Rugby Union`];

/** National rugby union teams of the Six Nations and the World Cup. One team represents the whole island of Ireland. */
export const rugbyNations: LeagueTeams = lazyLeague(() => ({
  teams: Object.fromEntries(
    Object.entries(nations.teams).map(([team, spellings]) => [
      team,
      [...spellings, ...[team, ...spellings].flatMap(withSport)],
    ]),
  ),
}));

const nations: LeagueTeams = {
  teams: {
    Argentina: ["Los Pumas", "Pumas", "ARG", "Argentina Pumas"],
    Australia: ["Wallabies", "AUS", "Australia Wallabies"],
    Belgium: ["BEL"],
    Brazil: ["Brasil", "BRA"],
    Canada: ["CAN"],
    Chile: ["CHI", "Los Condores"],
    England: ["ENG"],
    Fiji: ["FIJ", "Flying Fijians"],
    France: ["FRA", "Les Bleus"],
    Georgia: ["GEO", "Lelos"],
    Germany: ["GER"],
    "Hong Kong China": ["Hong Kong", "HK China", "HKG", "HKC"],
    Ireland: ["IRE"],
    Italy: ["ITA", "Italia", "Azzurri"],
    "Ivory Coast": ["Cote d'Ivoire", "Cote d Ivoire"],
    Japan: ["JPN", "Brave Blossoms"],
    Kenya: ["KEN"],
    Namibia: ["NAM"],
    Netherlands: ["Holland", "NED"],
    "New Zealand": ["NZ", "All Blacks", "N Zealand", "NZL", "NZ All Blacks", "New Zealand All Blacks"],
    Paraguay: ["PAR"],
    Poland: ["POL"],
    Portugal: ["POR", "Os Lobos"],
    Romania: ["ROM", "ROU"],
    Russia: ["RUS"],
    Samoa: ["Manu Samoa", "SAM", "Western Samoa"],
    Scotland: ["SCO"],
    "South Africa": ["S Africa", "RSA", "SA", "Springboks", "Sth Africa", "South Africa Springboks", "Boks"],
    "South Korea": ["Korea", "Korea Republic", "KOR"],
    Spain: ["ESP", "Los Leones"],
    Sweden: [],
    Switzerland: ["SUI"],
    Tonga: ["TON", "Ikale Tahi"],
    USA: ["United States", "United States of America", "US", "USA Eagles"],
    Uganda: [],
    Uruguay: ["URU", "Los Teros"],
    Wales: ["WAL", "Cymru"],
    Zimbabwe: ["ZIM", "Sables"],
  },
};

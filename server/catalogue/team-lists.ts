import { joinLeagues, type LeagueTeams, withCountry } from "@/server/catalogue/league-teams";
import { ownValue } from "@/server/catalogue/own-value";
import { afl } from "@/server/catalogue/teams/afl";
import { ahl } from "@/server/catalogue/teams/ahl";
import { argentineClubs } from "@/server/catalogue/teams/argentine-clubs";
import { australianClubs } from "@/server/catalogue/teams/australian-clubs";
import { austrianClubs } from "@/server/catalogue/teams/austrian-clubs";
import { belgianClubs } from "@/server/catalogue/teams/belgian-clubs";
import { brazilSerieA, brazilSerieB } from "@/server/catalogue/teams/brazilian-leagues";
import { cfl } from "@/server/catalogue/teams/cfl";
import { chileanClubs } from "@/server/catalogue/teams/chilean-clubs";
import { chineseClubs } from "@/server/catalogue/teams/chinese-clubs";
import { clubWorldCup } from "@/server/catalogue/teams/club-world-cup";
import {
  collegeBasketball,
  collegeBasketballOfWomen,
  collegeFootball,
} from "@/server/catalogue/teams/college-league";
import { libertadoresClubs, sudamericanaClubs } from "@/server/catalogue/teams/conmebol-clubs";
import {
  bigBash,
  caribbeanPremierLeague,
  indianPremierLeague,
  pakistanSuperLeague,
  theHundred,
} from "@/server/catalogue/teams/cricket-leagues";
import { cricketNations, cricketNationsOfWomen } from "@/server/catalogue/teams/cricket-nations";
import { danishClubs } from "@/server/catalogue/teams/danish-clubs";
import { dutchClubs } from "@/server/catalogue/teams/dutch-clubs";
import { englishClubs, premierLeague } from "@/server/catalogue/teams/english-clubs";
import { euroleague } from "@/server/catalogue/teams/euroleague";
import { europeanClubs, europeanClubsOfWomen } from "@/server/catalogue/teams/european-clubs";
import { finnishClubs } from "@/server/catalogue/teams/finnish-clubs";
import { finnishHockey } from "@/server/catalogue/teams/finnish-hockey";
import { frenchClubs } from "@/server/catalogue/teams/french-clubs";
import { germanClubs, germanClubsAndReserves } from "@/server/catalogue/teams/german-clubs";
import { germanHandball } from "@/server/catalogue/teams/german-handball";
import { greekClubs } from "@/server/catalogue/teams/greek-clubs";
import { irishClubs } from "@/server/catalogue/teams/irish-clubs";
import { italianClubs } from "@/server/catalogue/teams/italian-clubs";
import { japaneseClubs } from "@/server/catalogue/teams/japanese-clubs";
import { kbo } from "@/server/catalogue/teams/kbo";
import { koreanClubs } from "@/server/catalogue/teams/korean-clubs";
import { lacrossePll } from "@/server/catalogue/teams/lacrosse-pll";
import { mexicanClubs } from "@/server/catalogue/teams/mexican-clubs";
import { milb } from "@/server/catalogue/teams/milb";
import { mlb } from "@/server/catalogue/teams/mlb";
import { mls } from "@/server/catalogue/teams/mls";
import { nationalTeams, nationalTeamsOfWomen } from "@/server/catalogue/teams/national-teams";
import { nba } from "@/server/catalogue/teams/nba";
import { nbl } from "@/server/catalogue/teams/nbl";
import { nfl } from "@/server/catalogue/teams/nfl";
import { nhl } from "@/server/catalogue/teams/nhl";
import { norwegianClubs } from "@/server/catalogue/teams/norwegian-clubs";
import { npb } from "@/server/catalogue/teams/npb";
import { nrl, stateOfOrigin } from "@/server/catalogue/teams/nrl";
import { polishClubs } from "@/server/catalogue/teams/polish-clubs";
import { portugueseClubs } from "@/server/catalogue/teams/portuguese-clubs";
import { rugbyNations } from "@/server/catalogue/teams/rugby-nations";
import { russianClubs } from "@/server/catalogue/teams/russian-clubs";
import { saudiClubs } from "@/server/catalogue/teams/saudi-clubs";
import { scottishClubs } from "@/server/catalogue/teams/scottish-clubs";
import { spanishClubs, spanishClubsAndReserves } from "@/server/catalogue/teams/spanish-clubs";
import { swedishClubs } from "@/server/catalogue/teams/swedish-clubs";
import { swedishHockey } from "@/server/catalogue/teams/swedish-hockey";
import { swissClubs } from "@/server/catalogue/teams/swiss-clubs";
import { t20Blast } from "@/server/catalogue/teams/t20-blast";
import { turkishClubs } from "@/server/catalogue/teams/turkish-clubs";
import { ufl } from "@/server/catalogue/teams/ufl";
import { wnba } from "@/server/catalogue/teams/wnba";

const lists: Readonly<Record<string, LeagueTeams>> = {
  americanfootball_cfl: cfl,
  americanfootball_ncaaf: collegeFootball,
  americanfootball_nfl: nfl,
  americanfootball_nfl_preseason: nfl,
  americanfootball_ufl: ufl,
  aussierules_afl: afl,
  baseball_kbo: kbo,
  baseball_milb: milb,
  baseball_mlb: mlb,
  baseball_mlb_preseason: mlb,
  baseball_ncaa: collegeBasketball,
  baseball_npb: npb,
  basketball_euroleague: euroleague,
  basketball_nba: nba,
  basketball_nba_preseason: nba,
  basketball_nba_summer_league: nba,
  basketball_nbl: nbl,
  basketball_ncaab: collegeBasketball,
  basketball_wnba: wnba,
  basketball_wncaab: collegeBasketballOfWomen,
  cricket_asia_cup: cricketNations,
  cricket_big_bash: bigBash,
  cricket_caribbean_premier_league: caribbeanPremierLeague,
  cricket_icc_trophy: cricketNations,
  cricket_icc_world_cup: cricketNations,
  cricket_icc_world_cup_womens: cricketNationsOfWomen,
  cricket_international_t20: cricketNations,
  cricket_ipl: indianPremierLeague,
  cricket_odi: cricketNations,
  cricket_psl: pakistanSuperLeague,
  cricket_t20_blast: t20Blast,
  cricket_t20_world_cup: cricketNations,
  cricket_test_match: cricketNations,
  cricket_the_hundred: theHundred,
  handball_germany_bundesliga: germanHandball,
  icehockey_ahl: ahl,
  icehockey_liiga: finnishHockey,
  icehockey_mestis: finnishHockey,
  icehockey_nhl: nhl,
  icehockey_nhl_preseason: nhl,
  icehockey_sweden_allsvenskan: swedishHockey,
  icehockey_sweden_hockey_league: swedishHockey,
  lacrosse_pll: lacrossePll,
  rugbyleague_nrl: nrl,
  rugbyleague_nrl_state_of_origin: stateOfOrigin,
  rugbyunion_six_nations: rugbyNations,
  rugbyunion_world_cup: rugbyNations,
  soccer_africa_cup_of_nations: nationalTeams,
  soccer_argentina_primera_division: argentineClubs,
  soccer_australia_aleague: australianClubs,
  soccer_brazil_campeonato: brazilSerieA,
  soccer_brazil_serie_b: brazilSerieB,
  soccer_chile_campeonato: chileanClubs,
  soccer_china_superleague: chineseClubs,
  soccer_concacaf_gold_cup: nationalTeams,
  soccer_concacaf_leagues_cup: joinLeagues(
    withCountry(mexicanClubs, "Mex", "Mexico"),
    withCountry(mls, "USA", "Can"),
  ),
  soccer_conmebol_copa_america: nationalTeams,
  soccer_conmebol_copa_libertadores: libertadoresClubs,
  soccer_conmebol_copa_sudamericana: sudamericanaClubs,
  soccer_austria_bundesliga: austrianClubs,
  soccer_belgium_first_div: belgianClubs,
  soccer_denmark_superliga: danishClubs,
  lacrosse_ncaa: collegeBasketball,
  soccer_efl_champ: englishClubs,
  soccer_england_efl_cup: englishClubs,
  soccer_england_league1: englishClubs,
  soccer_england_league2: englishClubs,
  soccer_epl: premierLeague,
  soccer_fa_cup: englishClubs,
  soccer_fifa_club_world_cup: clubWorldCup,
  soccer_fifa_world_cup: nationalTeams,
  soccer_fifa_world_cup_qualifiers_europe: nationalTeams,
  soccer_fifa_world_cup_qualifiers_south_america: nationalTeams,
  soccer_fifa_world_cup_womens: nationalTeamsOfWomen,
  soccer_finland_veikkausliiga: finnishClubs,
  soccer_france_coupe_de_france: frenchClubs,
  soccer_france_ligue_one: frenchClubs,
  soccer_france_ligue_two: frenchClubs,
  soccer_germany_bundesliga: germanClubs,
  soccer_germany_bundesliga2: germanClubs,
  soccer_germany_dfb_pokal: germanClubs,
  soccer_germany_liga3: germanClubsAndReserves,
  soccer_greece_super_league: greekClubs,
  soccer_italy_coppa_italia: italianClubs,
  soccer_italy_serie_a: italianClubs,
  soccer_italy_serie_b: italianClubs,
  soccer_japan_j_league: japaneseClubs,
  soccer_korea_kleague1: koreanClubs,
  soccer_mexico_ligamx: mexicanClubs,
  soccer_saudi_arabia_pro_league: saudiClubs,
  soccer_league_of_ireland: irishClubs,
  soccer_netherlands_eredivisie: dutchClubs,
  soccer_norway_eliteserien: norwegianClubs,
  soccer_poland_ekstraklasa: polishClubs,
  soccer_portugal_primeira_liga: portugueseClubs,
  soccer_russia_premier_league: russianClubs,
  soccer_spain_copa_del_rey: spanishClubs,
  soccer_spain_la_liga: spanishClubs,
  soccer_spain_segunda_division: spanishClubsAndReserves,
  soccer_spl: scottishClubs,
  soccer_sweden_allsvenskan: swedishClubs,
  soccer_sweden_superettan: swedishClubs,
  soccer_switzerland_superleague: swissClubs,
  soccer_turkey_super_league: turkishClubs,
  soccer_uefa_champs_league: europeanClubs,
  soccer_uefa_champs_league_qualification: europeanClubs,
  soccer_uefa_champs_league_women: europeanClubsOfWomen,
  soccer_uefa_euro_qualification: nationalTeams,
  soccer_uefa_europa_conference_league: europeanClubs,
  soccer_uefa_europa_league: europeanClubs,
  soccer_uefa_european_championship: nationalTeams,
  soccer_uefa_nations_league: nationalTeams,
  soccer_usa_mls: mls,
};

const noTeams: LeagueTeams = { teams: {} };

/** The teams that the catalogue lists for a sport. Empty for a sport whose teams are all learned from books. */
export const leagueTeamsOf = (sportKey: string): LeagueTeams => ownValue(lists, sportKey) ?? noTeams;

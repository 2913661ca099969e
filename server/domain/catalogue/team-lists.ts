import { joinLeagues, type LeagueTeams, withCountry } from "@/server/domain/catalogue/league-teams";
import { ownValue } from "@/server/domain/catalogue/own-value";
import { teamsOf } from "@/server/domain/catalogue/team-file";
import afl from "@/server/domain/catalogue/teams/afl.json" with { type: "json" };
import ahl from "@/server/domain/catalogue/teams/ahl.json" with { type: "json" };
import argentineClubs from "@/server/domain/catalogue/teams/argentine-clubs.json" with { type: "json" };
import australianClubs from "@/server/domain/catalogue/teams/australian-clubs.json" with { type: "json" };
import austrianClubs from "@/server/domain/catalogue/teams/austrian-clubs.json" with { type: "json" };
import belgianClubs from "@/server/domain/catalogue/teams/belgian-clubs.json" with { type: "json" };
import bigBash from "@/server/domain/catalogue/teams/big-bash.json" with { type: "json" };
import { brazilSerieA, brazilSerieB } from "@/server/domain/catalogue/teams/brazilian-leagues";
import caribbeanPremierLeague from "@/server/domain/catalogue/teams/caribbean-premier-league.json" with {
  type: "json",
};
import cfl from "@/server/domain/catalogue/teams/cfl.json" with { type: "json" };
import chileanClubs from "@/server/domain/catalogue/teams/chilean-clubs.json" with { type: "json" };
import chineseClubs from "@/server/domain/catalogue/teams/chinese-clubs.json" with { type: "json" };
import { clubWorldCup } from "@/server/domain/catalogue/teams/club-world-cup";
import {
  collegeBasketball,
  collegeBasketballOfWomen,
  collegeFootball,
} from "@/server/domain/catalogue/teams/college-league";
import { libertadoresClubs, sudamericanaClubs } from "@/server/domain/catalogue/teams/conmebol-clubs";
import { cricketNations, cricketNationsOfWomen } from "@/server/domain/catalogue/teams/cricket-nations";
import danishClubs from "@/server/domain/catalogue/teams/danish-clubs.json" with { type: "json" };
import { deriveClubs } from "@/server/domain/catalogue/teams/derive-clubs";
import dutchClubs from "@/server/domain/catalogue/teams/dutch-clubs.json" with { type: "json" };
import { englishClubs, premierLeague } from "@/server/domain/catalogue/teams/english-clubs";
import euroleague from "@/server/domain/catalogue/teams/euroleague.json" with { type: "json" };
import { europeanClubs, europeanClubsOfWomen } from "@/server/domain/catalogue/teams/european-clubs";
import finnishClubs from "@/server/domain/catalogue/teams/finnish-clubs.json" with { type: "json" };
import finnishHockey from "@/server/domain/catalogue/teams/finnish-hockey.json" with { type: "json" };
import { frenchClubs } from "@/server/domain/catalogue/teams/french-clubs";
import { germanClubs, germanClubsAndReserves } from "@/server/domain/catalogue/teams/german-clubs";
import germanHandball from "@/server/domain/catalogue/teams/german-handball.json" with { type: "json" };
import greekClubs from "@/server/domain/catalogue/teams/greek-clubs.json" with { type: "json" };
import indianPremierLeague from "@/server/domain/catalogue/teams/indian-premier-league.json" with {
  type: "json",
};
import irishClubs from "@/server/domain/catalogue/teams/irish-clubs.json" with { type: "json" };
import { italianClubs } from "@/server/domain/catalogue/teams/italian-clubs";
import japaneseClubs from "@/server/domain/catalogue/teams/japanese-clubs.json" with { type: "json" };
import kbo from "@/server/domain/catalogue/teams/kbo.json" with { type: "json" };
import koreanClubs from "@/server/domain/catalogue/teams/korean-clubs.json" with { type: "json" };
import lacrossePll from "@/server/domain/catalogue/teams/lacrosse-pll.json" with { type: "json" };
import mexicanClubs from "@/server/domain/catalogue/teams/mexican-clubs.json" with { type: "json" };
import milb from "@/server/domain/catalogue/teams/milb.json" with { type: "json" };
import mlb from "@/server/domain/catalogue/teams/mlb.json" with { type: "json" };
import { mls } from "@/server/domain/catalogue/teams/mls";
import { nationalTeams, nationalTeamsOfWomen } from "@/server/domain/catalogue/teams/national-teams";
import nba from "@/server/domain/catalogue/teams/nba.json" with { type: "json" };
import nbl from "@/server/domain/catalogue/teams/nbl.json" with { type: "json" };
import nfl from "@/server/domain/catalogue/teams/nfl.json" with { type: "json" };
import nhl from "@/server/domain/catalogue/teams/nhl.json" with { type: "json" };
import norwegianClubs from "@/server/domain/catalogue/teams/norwegian-clubs.json" with { type: "json" };
import npb from "@/server/domain/catalogue/teams/npb.json" with { type: "json" };
import nrl from "@/server/domain/catalogue/teams/nrl.json" with { type: "json" };
import pakistanSuperLeague from "@/server/domain/catalogue/teams/pakistan-super-league.json" with {
  type: "json",
};
import polishClubs from "@/server/domain/catalogue/teams/polish-clubs.json" with { type: "json" };
import portugueseClubs from "@/server/domain/catalogue/teams/portuguese-clubs.json" with { type: "json" };
import { rugbyNations } from "@/server/domain/catalogue/teams/rugby-nations";
import russianClubs from "@/server/domain/catalogue/teams/russian-clubs.json" with { type: "json" };
import saudiClubs from "@/server/domain/catalogue/teams/saudi-clubs.json" with { type: "json" };
import scottishClubs from "@/server/domain/catalogue/teams/scottish-clubs.json" with { type: "json" };
import { spanishClubs, spanishClubsAndReserves } from "@/server/domain/catalogue/teams/spanish-clubs";
import stateOfOrigin from "@/server/domain/catalogue/teams/state-of-origin.json" with { type: "json" };
import swedishClubs from "@/server/domain/catalogue/teams/swedish-clubs.json" with { type: "json" };
import swedishHockey from "@/server/domain/catalogue/teams/swedish-hockey.json" with { type: "json" };
import swissClubs from "@/server/domain/catalogue/teams/swiss-clubs.json" with { type: "json" };
import t20Blast from "@/server/domain/catalogue/teams/t20-blast.json" with { type: "json" };
import theHundred from "@/server/domain/catalogue/teams/the-hundred.json" with { type: "json" };
import turkishClubs from "@/server/domain/catalogue/teams/turkish-clubs.json" with { type: "json" };
import ufl from "@/server/domain/catalogue/teams/ufl.json" with { type: "json" };
import wnba from "@/server/domain/catalogue/teams/wnba.json" with { type: "json" };

const lists: Readonly<Record<string, LeagueTeams>> = {
  americanfootball_cfl: teamsOf(cfl),
  americanfootball_ncaaf: collegeFootball,
  americanfootball_nfl: teamsOf(nfl),
  americanfootball_nfl_preseason: teamsOf(nfl),
  americanfootball_ufl: teamsOf(ufl),
  aussierules_afl: teamsOf(afl),
  baseball_kbo: teamsOf(kbo),
  baseball_milb: teamsOf(milb),
  baseball_mlb: teamsOf(mlb),
  baseball_mlb_preseason: teamsOf(mlb),
  baseball_ncaa: collegeBasketball,
  baseball_npb: teamsOf(npb),
  basketball_euroleague: teamsOf(euroleague),
  basketball_nba: teamsOf(nba),
  basketball_nba_preseason: teamsOf(nba),
  basketball_nba_summer_league: teamsOf(nba),
  basketball_nbl: teamsOf(nbl),
  basketball_ncaab: collegeBasketball,
  basketball_wnba: teamsOf(wnba),
  basketball_wncaab: collegeBasketballOfWomen,
  cricket_asia_cup: cricketNations,
  cricket_big_bash: teamsOf(bigBash),
  cricket_caribbean_premier_league: teamsOf(caribbeanPremierLeague),
  cricket_icc_trophy: cricketNations,
  cricket_icc_world_cup: cricketNations,
  cricket_icc_world_cup_womens: cricketNationsOfWomen,
  cricket_international_t20: cricketNations,
  cricket_ipl: teamsOf(indianPremierLeague),
  cricket_odi: cricketNations,
  cricket_psl: teamsOf(pakistanSuperLeague),
  cricket_t20_blast: teamsOf(t20Blast),
  cricket_t20_world_cup: cricketNations,
  cricket_test_match: cricketNations,
  cricket_the_hundred: teamsOf(theHundred),
  handball_germany_bundesliga: teamsOf(germanHandball),
  icehockey_ahl: teamsOf(ahl),
  icehockey_liiga: teamsOf(finnishHockey),
  icehockey_mestis: teamsOf(finnishHockey),
  icehockey_nhl: teamsOf(nhl),
  icehockey_nhl_preseason: teamsOf(nhl),
  icehockey_sweden_allsvenskan: teamsOf(swedishHockey),
  icehockey_sweden_hockey_league: teamsOf(swedishHockey),
  lacrosse_pll: teamsOf(lacrossePll),
  rugbyleague_nrl: teamsOf(nrl),
  rugbyleague_nrl_state_of_origin: teamsOf(stateOfOrigin),
  rugbyunion_six_nations: rugbyNations,
  rugbyunion_world_cup: rugbyNations,
  soccer_africa_cup_of_nations: nationalTeams,
  soccer_argentina_primera_division: teamsOf(argentineClubs),
  soccer_australia_aleague: teamsOf(australianClubs),
  soccer_brazil_campeonato: brazilSerieA,
  soccer_brazil_serie_b: brazilSerieB,
  soccer_chile_campeonato: teamsOf(chileanClubs),
  soccer_china_superleague: teamsOf(chineseClubs),
  soccer_concacaf_gold_cup: nationalTeams,
  soccer_concacaf_leagues_cup: joinLeagues(
    withCountry(teamsOf(mexicanClubs), "Mex", "Mexico"),
    withCountry(mls, "USA", "Can"),
  ),
  soccer_conmebol_copa_america: nationalTeams,
  soccer_conmebol_copa_libertadores: libertadoresClubs,
  soccer_conmebol_copa_sudamericana: sudamericanaClubs,
  soccer_austria_bundesliga: teamsOf(austrianClubs),
  soccer_belgium_first_div: deriveClubs([belgianClubs]),
  soccer_denmark_superliga: teamsOf(danishClubs),
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
  soccer_finland_veikkausliiga: teamsOf(finnishClubs),
  soccer_france_coupe_de_france: frenchClubs,
  soccer_france_ligue_one: frenchClubs,
  soccer_france_ligue_two: frenchClubs,
  soccer_germany_bundesliga: germanClubs,
  soccer_germany_bundesliga2: germanClubs,
  soccer_germany_dfb_pokal: germanClubs,
  soccer_germany_liga3: germanClubsAndReserves,
  soccer_greece_super_league: teamsOf(greekClubs),
  soccer_italy_coppa_italia: italianClubs,
  soccer_italy_serie_a: italianClubs,
  soccer_italy_serie_b: italianClubs,
  soccer_japan_j_league: teamsOf(japaneseClubs),
  soccer_korea_kleague1: teamsOf(koreanClubs),
  soccer_mexico_ligamx: teamsOf(mexicanClubs),
  soccer_saudi_arabia_pro_league: teamsOf(saudiClubs),
  soccer_league_of_ireland: teamsOf(irishClubs),
  soccer_netherlands_eredivisie: teamsOf(dutchClubs),
  soccer_norway_eliteserien: teamsOf(norwegianClubs),
  soccer_poland_ekstraklasa: teamsOf(polishClubs),
  soccer_portugal_primeira_liga: teamsOf(portugueseClubs),
  soccer_russia_premier_league: deriveClubs([russianClubs]),
  soccer_spain_copa_del_rey: spanishClubs,
  soccer_spain_la_liga: spanishClubs,
  soccer_spain_segunda_division: spanishClubsAndReserves,
  soccer_spl: teamsOf(scottishClubs),
  soccer_sweden_allsvenskan: teamsOf(swedishClubs),
  soccer_sweden_superettan: teamsOf(swedishClubs),
  soccer_switzerland_superleague: teamsOf(swissClubs),
  soccer_turkey_super_league: deriveClubs([turkishClubs]),
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

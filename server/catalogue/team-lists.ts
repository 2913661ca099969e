import type { LeagueTeams } from "@/server/catalogue/league-teams";
import { collegeBasketball, collegeFootball } from "@/server/catalogue/teams/college-league";
import { englishClubs, premierLeague } from "@/server/catalogue/teams/english-clubs";
import { europeanClubs } from "@/server/catalogue/teams/european-clubs";
import { frenchClubs } from "@/server/catalogue/teams/french-clubs";
import { germanClubs } from "@/server/catalogue/teams/german-clubs";
import { italianClubs } from "@/server/catalogue/teams/italian-clubs";
import { mlb } from "@/server/catalogue/teams/mlb";
import { mls } from "@/server/catalogue/teams/mls";
import { nationalTeams } from "@/server/catalogue/teams/national-teams";
import { nba } from "@/server/catalogue/teams/nba";
import { nfl } from "@/server/catalogue/teams/nfl";
import { nhl } from "@/server/catalogue/teams/nhl";
import { spanishClubs } from "@/server/catalogue/teams/spanish-clubs";
import { wnba } from "@/server/catalogue/teams/wnba";

const lists: Readonly<Record<string, LeagueTeams>> = {
  americanfootball_ncaaf: collegeFootball,
  americanfootball_nfl: nfl,
  americanfootball_nfl_preseason: nfl,
  baseball_mlb: mlb,
  baseball_mlb_preseason: mlb,
  baseball_ncaa: collegeBasketball,
  basketball_nba: nba,
  basketball_nba_preseason: nba,
  basketball_nba_summer_league: nba,
  basketball_ncaab: collegeBasketball,
  basketball_wnba: wnba,
  basketball_wncaab: collegeBasketball,
  icehockey_nhl: nhl,
  icehockey_nhl_preseason: nhl,
  soccer_efl_champ: englishClubs,
  soccer_england_efl_cup: englishClubs,
  soccer_england_league1: englishClubs,
  soccer_england_league2: englishClubs,
  soccer_epl: premierLeague,
  soccer_fa_cup: englishClubs,
  soccer_fifa_club_world_cup: europeanClubs,
  soccer_fifa_world_cup: nationalTeams,
  soccer_fifa_world_cup_qualifiers_europe: nationalTeams,
  soccer_france_coupe_de_france: frenchClubs,
  soccer_france_ligue_one: frenchClubs,
  soccer_france_ligue_two: frenchClubs,
  soccer_germany_bundesliga: germanClubs,
  soccer_germany_bundesliga2: germanClubs,
  soccer_germany_dfb_pokal: germanClubs,
  soccer_germany_liga3: germanClubs,
  soccer_italy_coppa_italia: italianClubs,
  soccer_italy_serie_a: italianClubs,
  soccer_italy_serie_b: italianClubs,
  soccer_spain_copa_del_rey: spanishClubs,
  soccer_spain_la_liga: spanishClubs,
  soccer_spain_segunda_division: spanishClubs,
  soccer_uefa_champs_league: europeanClubs,
  soccer_uefa_champs_league_qualification: europeanClubs,
  soccer_uefa_euro_qualification: nationalTeams,
  soccer_uefa_europa_conference_league: europeanClubs,
  soccer_uefa_europa_league: europeanClubs,
  soccer_uefa_european_championship: nationalTeams,
  soccer_uefa_nations_league: nationalTeams,
  soccer_usa_mls: mls,
};

const noTeams: LeagueTeams = { teams: {} };

/** The teams that the catalogue knows for a sport; none where all are learned from books. */
export const leagueTeamsOf = (sportKey: string): LeagueTeams => lists[sportKey] ?? noTeams;

import { compare } from "@/server/domain/collections";

export type SportGroup =
  | "American Football"
  | "Aussie Rules"
  | "Baseball"
  | "Basketball"
  | "Boxing"
  | "Cricket"
  | "Handball"
  | "Ice Hockey"
  | "Lacrosse"
  | "Mixed Martial Arts"
  | "Rugby League"
  | "Rugby Union"
  | "Soccer";

/** One league or tournament, or all of boxing or MMA. */
export type Sport = {
  readonly key: string;
  readonly group: SportGroup;
  readonly title: string;
  readonly description: string;
  /** The months (1 to 12) of the season. */
  readonly seasonMonths: readonly number[];
  /** Whether the sport's `h2h` market has a third side, the draw. */
  readonly canDraw: boolean;
  /** `listed`: every team is in our lists, and an unknown name is never a team. `open`: an unknown name can become a team. */
  readonly names: "listed" | "open";
  /** How soon the same two teams can meet again. */
  readonly samePair: "hours" | "days" | "weeks";
  /** Whether all teams are women's teams. If so, words such as "Women" in a team's name are ignored. */
  readonly womens: boolean;
};

type Traits = Pick<Sport, "canDraw" | "samePair">;
type SportRow = readonly [
  key: string,
  title: string,
  description: string,
  season: string,
  traits?: Partial<Sport>,
];

/** Months from a range such as "9-2" (September to February) or from a list of ranges: "2-4,9-11". */
const months = (season: string): number[] =>
  season.split(",").flatMap((range) => {
    const [first = 1, last = first] = range.split("-").map(Number);
    const length = ((last - first + 12) % 12) + 1;
    return Array.from({ length }, (_, index) => ((first - 1 + index) % 12) + 1);
  });

const group = (name: SportGroup, traits: Traits, rows: readonly SportRow[]): Sport[] =>
  rows.map(([key, title, description, season, own]) => ({
    key,
    group: name,
    title,
    description,
    seasonMonths: months(season),
    names: "open",
    womens: false,
    ...traits,
    ...own,
  }));

const listed = { names: "listed" } as const;
const womens = { womens: true } as const;

/** `samePair` is "hours" in sports with doubleheaders, and "days" in sports with back-to-back games. */
const sportTable: readonly Sport[] = [
  ...group("American Football", { canDraw: false, samePair: "weeks" }, [
    ["americanfootball_cfl", "CFL", "Canadian Football League", "5-11"],
    ["americanfootball_ncaaf", "NCAAF", "US College Football", "8-1"],
    ["americanfootball_nfl", "NFL", "US Football", "9-2", listed],
    ["americanfootball_nfl_preseason", "NFL Preseason", "US Football", "8", listed],
    ["americanfootball_ufl", "UFL", "United Football League", "3-6"],
  ]),
  ...group("Aussie Rules", { canDraw: false, samePair: "weeks" }, [
    ["aussierules_afl", "AFL", "Aussie Football", "3-9"],
  ]),
  ...group("Baseball", { canDraw: false, samePair: "hours" }, [
    ["baseball_kbo", "KBO", "KBO League", "3-11"],
    ["baseball_milb", "MiLB", "Minor League Baseball", "3-9"],
    ["baseball_mlb", "MLB", "Major League Baseball", "3-11", listed],
    ["baseball_mlb_preseason", "MLB Preseason", "Major League Baseball", "2-3"],
    ["baseball_ncaa", "NCAA Baseball", "US College Baseball", "2-6"],
    ["baseball_npb", "NPB", "Nippon Professional Baseball", "3-11"],
  ]),
  ...group("Basketball", { canDraw: false, samePair: "days" }, [
    ["basketball_euroleague", "Basketball Euroleague", "Basketball Euroleague", "9-5"],
    ["basketball_nba", "NBA", "US Basketball", "10-6", listed],
    ["basketball_nba_preseason", "NBA Preseason", "US Basketball", "10"],
    ["basketball_nba_summer_league", "NBA Summer League", "US Basketball", "7"],
    ["basketball_nbl", "NBL", "AU National Basketball League", "9-4"],
    ["basketball_ncaab", "NCAAB", "US College Basketball", "11-4"],
    ["basketball_wnba", "WNBA", "US Basketball", "5-10", { ...listed, ...womens }],
    ["basketball_wncaab", "WNCAAB", "US Women's College Basketball", "11-4", womens],
  ]),
  // A bout can end in a draw. Still, `canDraw` is false, because most books quote a bout without the draw. Prices with the draw are in the
  // market `h2h_3_way`.
  ...group("Boxing", { canDraw: false, samePair: "weeks" }, [
    ["boxing_boxing", "Boxing", "Boxing Bouts", "1-12"],
  ]),
  ...group("Cricket", { canDraw: false, samePair: "days" }, [
    ["cricket_asia_cup", "Asia Cup", "Asia Cup", "8-9"],
    ["cricket_big_bash", "Big Bash", "Big Bash League", "12-1"],
    ["cricket_caribbean_premier_league", "CPLT20", "Caribbean Premier League", "8-10"],
    ["cricket_icc_trophy", "ICC Champions Trophy", "ICC Champions Trophy", "2-3"],
    ["cricket_icc_world_cup", "ICC World Cup", "ICC World Cup", "10-11"],
    ["cricket_icc_world_cup_womens", "ICC Women's World Cup", "ICC Women's World Cup", "9-11", womens],
    ["cricket_international_t20", "International Twenty20", "International Twenty20", "1-12"],
    ["cricket_ipl", "IPL", "Indian Premier League", "3-6"],
    ["cricket_odi", "One Day Internationals", "One Day Internationals", "1-12"],
    ["cricket_psl", "Pakistan Super League", "Pakistan Super League", "2-5"],
    ["cricket_t20_blast", "T20 Blast", "T20 Blast", "5-9"],
    ["cricket_t20_world_cup", "T20 World Cup", "ICC Men's T20 World Cup", "2-3,6,10-11"],
    ["cricket_test_match", "Test Matches", "International Test Matches", "1-12", { canDraw: true }],
    ["cricket_the_hundred", "The Hundred", "The Hundred", "7-8"],
  ]),
  ...group("Handball", { canDraw: true, samePair: "weeks" }, [
    ["handball_germany_bundesliga", "Handball-Bundesliga", "German HBL", "8-6"],
  ]),
  ...group("Ice Hockey", { canDraw: false, samePair: "days" }, [
    ["icehockey_ahl", "AHL", "American Hockey League", "10-6"],
    ["icehockey_liiga", "Liiga", "Finnish SM League", "9-4"],
    ["icehockey_mestis", "Mestis", "Finnish Mestis League", "9-4"],
    ["icehockey_nhl", "NHL", "US Ice Hockey", "10-6", listed],
    ["icehockey_nhl_preseason", "NHL Preseason", "US Ice Hockey", "9-10"],
    ["icehockey_sweden_allsvenskan", "HockeyAllsvenskan", "Swedish Hockey Allsvenskan", "9-4"],
    ["icehockey_sweden_hockey_league", "SHL", "Swedish Hockey League", "9-5"],
  ]),
  ...group("Lacrosse", { canDraw: false, samePair: "days" }, [
    ["lacrosse_ncaa", "NCAA Lacrosse", "College Lacrosse", "2-5"],
    ["lacrosse_pll", "PLL", "Premier Lacrosse League", "2,5-9"],
  ]),
  ...group("Mixed Martial Arts", { canDraw: false, samePair: "weeks" }, [
    ["mma_mixed_martial_arts", "MMA", "Mixed Martial Arts", "1-12"],
  ]),
  ...group("Rugby League", { canDraw: false, samePair: "weeks" }, [
    ["rugbyleague_nrl", "NRL", "Aussie Rugby League", "3-10"],
    ["rugbyleague_nrl_state_of_origin", "NRL State of Origin", "State of Origin", "5-7"],
  ]),
  ...group("Rugby Union", { canDraw: true, samePair: "weeks" }, [
    ["rugbyunion_six_nations", "Six Nations", "Six Nations Championship", "2-3"],
    ["rugbyunion_world_cup", "World Cup", "Rugby World Cup", "9-10"],
  ]),
  ...group("Soccer", { canDraw: true, samePair: "weeks" }, [
    ["soccer_africa_cup_of_nations", "Africa Cup of Nations", "Africa Cup of Nations", "12-2,6-7"],
    [
      "soccer_argentina_primera_division",
      "Primera División - Argentina",
      "Argentine Primera División",
      "1-12",
    ],
    ["soccer_australia_aleague", "A-League", "Aussie Soccer", "10-5"],
    ["soccer_austria_bundesliga", "Austrian Football Bundesliga", "Austrian Soccer", "7-12,2-5"],
    ["soccer_belgium_first_div", "Belgium First Div", "Belgian First Division A", "7-5"],
    ["soccer_brazil_campeonato", "Brazil Série A", "Brasileirão Série A", "1-12"],
    ["soccer_brazil_serie_b", "Brazil Série B", "Campeonato Brasileiro Série B", "3-11"],
    ["soccer_chile_campeonato", "Primera División - Chile", "Campeonato Chileno", "1-12"],
    ["soccer_china_superleague", "Super League - China", "Chinese Soccer", "2-11"],
    ["soccer_concacaf_gold_cup", "CONCACAF Gold Cup", "CONCACAF Gold Cup", "6-7"],
    ["soccer_concacaf_leagues_cup", "Leagues Cup", "CONCACAF Leagues Cup", "7-9"],
    ["soccer_conmebol_copa_america", "Copa América", "CONMEBOL Copa América", "6-7"],
    ["soccer_conmebol_copa_libertadores", "Copa Libertadores", "CONMEBOL Copa Libertadores", "2-11"],
    ["soccer_conmebol_copa_sudamericana", "Copa Sudamericana", "CONMEBOL Copa Sudamericana", "3-11"],
    ["soccer_denmark_superliga", "Denmark Superliga", "Danish Soccer", "7-12,2-6"],
    ["soccer_efl_champ", "Championship", "EFL Championship", "8-5"],
    ["soccer_england_efl_cup", "EFL Cup", "League Cup", "8-3"],
    ["soccer_england_league1", "League 1", "EFL League 1", "8-5"],
    ["soccer_england_league2", "League 2", "EFL League 2", "8-5"],
    ["soccer_epl", "EPL", "English Premier League", "8-5", listed],
    ["soccer_fa_cup", "FA Cup", "Football Association Challenge Cup", "11-5"],
    ["soccer_fifa_club_world_cup", "FIFA Club World Cup", "FIFA Club World Cup", "6-7"],
    ["soccer_fifa_world_cup", "FIFA World Cup", "FIFA World Cup", "6-7,11-12"],
    [
      "soccer_fifa_world_cup_qualifiers_europe",
      "FIFA World Cup Qualifiers - Europe",
      "FIFA World Cup Qualifiers - UEFA",
      "3,6,9-11",
    ],
    [
      "soccer_fifa_world_cup_qualifiers_south_america",
      "FIFA World Cup Qualifiers - South America",
      "FIFA World Cup Qualifiers - CONMEBOL",
      "3,6,9-11",
    ],
    ["soccer_fifa_world_cup_womens", "FIFA Women's World Cup", "FIFA Women's World Cup", "6-8", womens],
    ["soccer_finland_veikkausliiga", "Veikkausliiga - Finland", "Finnish Soccer", "4-11"],
    ["soccer_france_coupe_de_france", "Coupe de France", "Coupe de France", "11-5"],
    ["soccer_france_ligue_one", "Ligue 1 - France", "French Soccer", "8-5", listed],
    ["soccer_france_ligue_two", "Ligue 2 - France", "French Soccer", "8-5"],
    ["soccer_germany_bundesliga", "Bundesliga - Germany", "German Soccer", "8-5", listed],
    ["soccer_germany_bundesliga2", "Bundesliga 2 - Germany", "German Soccer", "8-5"],
    ["soccer_germany_dfb_pokal", "DFB-Pokal", "German Cup", "8-12,2-5"],
    ["soccer_germany_liga3", "3. Liga - Germany", "German Soccer", "8-5"],
    ["soccer_greece_super_league", "Super League - Greece", "Greek Soccer", "8-5"],
    ["soccer_italy_coppa_italia", "Coppa Italia", "Italian Cup", "8-5"],
    ["soccer_italy_serie_a", "Serie A - Italy", "Italian Soccer", "8-5", listed],
    ["soccer_italy_serie_b", "Serie B - Italy", "Italian Soccer", "8-5"],
    ["soccer_japan_j_league", "J League", "Japan Soccer League", "2-12"],
    ["soccer_korea_kleague1", "K League 1", "Korean Soccer", "2-12"],
    ["soccer_league_of_ireland", "League of Ireland", "Airtricity League Premier Division", "2-11"],
    ["soccer_mexico_ligamx", "Liga MX", "Mexican Soccer", "1-5,7-12"],
    ["soccer_netherlands_eredivisie", "Dutch Eredivisie", "Dutch Soccer", "8-5"],
    ["soccer_norway_eliteserien", "Eliteserien - Norway", "Norwegian Soccer", "3-12"],
    ["soccer_poland_ekstraklasa", "Ekstraklasa - Poland", "Polish Soccer", "7-12,2-5"],
    ["soccer_portugal_primeira_liga", "Primeira Liga - Portugal", "Portuguese Soccer", "8-5"],
    ["soccer_russia_premier_league", "Premier League - Russia", "Russian Soccer", "7-12,3-5"],
    ["soccer_saudi_arabia_pro_league", "Saudi Pro League", "Saudi Arabian Soccer", "8-5"],
    ["soccer_spain_copa_del_rey", "Copa del Rey", "Spanish Cup", "10-4"],
    ["soccer_spain_la_liga", "La Liga - Spain", "Spanish Soccer", "8-5", listed],
    ["soccer_spain_segunda_division", "La Liga 2 - Spain", "Spanish Soccer", "8-6"],
    ["soccer_spl", "Premiership - Scotland", "Scottish Premiership", "8-5"],
    ["soccer_sweden_allsvenskan", "Allsvenskan - Sweden", "Swedish Soccer", "3-11"],
    ["soccer_sweden_superettan", "Superettan - Sweden", "Swedish Soccer", "3-11"],
    ["soccer_switzerland_superleague", "Swiss Superleague", "Swiss Soccer", "7-5"],
    ["soccer_turkey_super_league", "Turkey Super League", "Turkish Soccer", "8-5"],
    ["soccer_uefa_champs_league", "UEFA Champions League", "European Champions League", "9-5"],
    [
      "soccer_uefa_champs_league_qualification",
      "UEFA Champions League Qualification",
      "European Champions League Qualification",
      "7-8",
    ],
    [
      "soccer_uefa_champs_league_women",
      "UEFA Champions League Women",
      "European Champions League Women",
      "8-5",
      womens,
    ],
    [
      "soccer_uefa_euro_qualification",
      "UEFA Euro Qualification",
      "European Championship Qualification",
      "3,6,9-11",
    ],
    [
      "soccer_uefa_europa_conference_league",
      "UEFA Europa Conference League",
      "UEFA Europa Conference League",
      "7-5",
    ],
    ["soccer_uefa_europa_league", "UEFA Europa League", "European Europa League", "7-5"],
    ["soccer_uefa_european_championship", "UEFA Euro", "UEFA European Championship", "6-7"],
    ["soccer_uefa_nations_league", "UEFA Nations League", "UEFA Nations League", "3,6,9-11"],
    ["soccer_usa_mls", "MLS", "Major League Soccer", "2-12", listed],
  ]),
];

/** Every covered league and tournament, ordered by key. Keys and titles are those of The Odds API. */
export const sports: readonly Sport[] = sportTable.toSorted((a, b) => compare(a.key, b.key));

const sportsByKey: ReadonlyMap<string, Sport> = new Map(sports.map((sport) => [sport.key, sport]));

/** The sport of a key; undefined if the sport is not covered. */
export const findSport = (key: string): Sport | undefined => sportsByKey.get(key);

/** Whether the sport is in season in the (UTC) month of `at`. */
export const isActive = (sport: Sport, at: Date): boolean =>
  sport.seasonMonths.includes(at.getUTCMonth() + 1);

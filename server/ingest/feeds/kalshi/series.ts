import type { GameFamily } from "@/server/domain/catalogue/market-families";
import type { Period } from "@/server/domain/catalogue/market-family";

/** The league whose games a series is about. */
export type League = {
  readonly key: string;
  /**
   * Maps the text in an event's `product_metadata.competition` to a sport's key. If no recording shows the text that Kalshi uses for the
   * league, the only entry is `*`, which stands for any text.
   */
  readonly sports: ReadonlyMap<string, string>;
  /** Whether "A vs B" lists the home team first. */
  readonly homeFirst: boolean;
  /** Whether the moneyline of a full game has a third leg, for the draw. A leg is one YES/NO market at Kalshi. */
  readonly hasDraw: boolean;
};

/** The bet of a series. A `prop` has one leg per player and line. */
export type SeriesFamily = "h2h" | "spreads" | "totals" | "team_totals" | "btts" | "prop";

export type Series = {
  readonly ticker: string;
  readonly league: League;
  readonly family: SeriesFamily;
  readonly period: Period;
  /** The catalogue's key of a prop. */
  readonly prop?: string;
};

const league = (
  key: string,
  sports: readonly (readonly [competition: string, sport: string])[],
  isSoccer = false,
): League => ({ key, sports: new Map(sports), homeFirst: isSoccer, hasDraw: isSoccer });

const usLeagues = [
  league("NFL", [
    ["Pro Football", "americanfootball_nfl"],
    ["Pro Football Preseason", "americanfootball_nfl_preseason"],
  ]),
  league("NCAAF", [
    ["NCAA Football", "americanfootball_ncaaf"],
    ["College Football Playoffs", "americanfootball_ncaaf"],
  ]),
  league("NCAAFCS", [["*", "americanfootball_ncaaf"]]),
  league("CFL", [["CFL", "americanfootball_cfl"]]),
  league("NBA", [["Pro Basketball (M)", "basketball_nba"]]),
  league("WNBA", [["Pro Basketball (W)", "basketball_wnba"]]),
  league("NCAAMB", [["*", "basketball_ncaab"]]),
  league("NHL", [["*", "icehockey_nhl"]]),
  league("MLB", [["Pro Baseball", "baseball_mlb"]]),
];

const soccerLeagues = [
  league("EPL", [["*", "soccer_epl"]], true),
  league("MLS", [["MLS", "soccer_usa_mls"]], true),
  league("LALIGA", [["*", "soccer_spain_la_liga"]], true),
  league("SERIEA", [["*", "soccer_italy_serie_a"]], true),
  league("BUNDESLIGA", [["*", "soccer_germany_bundesliga"]], true),
  league("LIGUE1", [["*", "soccer_france_ligue_one"]], true),
  league("LIGAMX", [["*", "soccer_mexico_ligamx"]], true),
  league("UCL", [["*", "soccer_uefa_champs_league"]], true),
  league("WC", [["*", "soccer_fifa_world_cup"]], true),
];

const fights = league("UFC", [["*", "mma_mixed_martial_arts"]]);

type Part = readonly [suffix: string, period: Period];

const fullGame: readonly Part[] = [["", "full"]];
const halves: readonly Part[] = [
  ["1H", "h1"],
  ["2H", "h2"],
];
const quarters: readonly Part[] = [
  ["1Q", "q1"],
  ["2Q", "q2"],
  ["3Q", "q3"],
  ["4Q", "q4"],
];

const partsOf = ({ key, hasDraw }: League): readonly Part[] => {
  if (key === "MLB") return [...fullGame, ["F5", "f5"]];
  if (key === "NHL") return fullGame;
  return hasDraw ? [...fullGame, ...halves] : [...fullGame, ...halves, ...quarters];
};

/**
 * The ticker suffix of a series of moneylines: GAME for a full game (KXMLBGAME), else the part (KXNFL1H). Halves in the WNBA add
 * WINNER (KXWNBA1HWINNER).
 */
const winnerSuffix = (key: string, part: string): string => {
  if (part === "") return "GAME";
  return key === "WNBA" && part.endsWith("H") ? `${part}WINNER` : part;
};

const gameSeries = (of: League): Series[] =>
  partsOf(of).flatMap(([part, period]) => {
    const one = (suffix: string, family: SeriesFamily & (GameFamily | "h2h")): Series => ({
      ticker: `KX${of.key}${suffix}`,
      league: of,
      family,
      period,
    });
    return [
      one(winnerSuffix(of.key, part), "h2h"),
      one(`${part}SPREAD`, "spreads"),
      one(`${part}TOTAL`, "totals"),
      one(`${part}TEAMTOTAL`, "team_totals"),
      ...(of.hasDraw ? [one(`${part}BTTS`, "btts")] : []),
    ];
  });

const props: Readonly<Record<"NBA" | "NFL" | "MLB", Readonly<Record<string, string>>>> = {
  NBA: {
    PTS: "player_points",
    REB: "player_rebounds",
    AST: "player_assists",
    "3PT": "player_threes",
    STL: "player_steals",
    BLK: "player_blocks",
  },
  NFL: {
    ANYTD: "player_anytime_td",
    FIRSTTD: "player_1st_td",
    "2TD": "player_tds_over",
    PASSYDS: "player_pass_yds",
    PASSTDS: "player_pass_tds",
    RSHYDS: "player_rush_yds",
    RECYDS: "player_reception_yds",
    REC: "player_receptions",
  },
  MLB: {
    HR: "batter_home_runs",
    HIT: "batter_hits",
    TB: "batter_total_bases",
    HRR: "batter_hits_runs_rbis",
    RBI: "batter_rbis",
    SB: "batter_stolen_bases",
    KS: "pitcher_strikeouts",
    OUTS: "pitcher_outs",
  },
};

const propSeries = usLeagues.flatMap((of): Series[] => {
  if (of.key !== "NBA" && of.key !== "NFL" && of.key !== "MLB") return [];
  return Object.entries(props[of.key]).map(([suffix, prop]) => ({
    ticker: `KX${of.key}${suffix}`,
    league: of,
    family: "prop",
    period: "full",
    prop,
  }));
});

const fightSeries: Series = { ticker: "KXUFCFIGHT", league: fights, family: "h2h", period: "full" };

/** Tickers are compared as a whole, because KXMLBHRDERBY begins with KXMLBHR but is another series. */
const seriesByTicker: ReadonlyMap<string, Series> = new Map(
  [...[...usLeagues, ...soccerLeagues].flatMap(gameSeries), ...propSeries, fightSeries].map((series) => [
    series.ticker,
    series,
  ]),
);

/** The series that has this ticker. Undefined for a series that is not about one game, or for which the catalogue has no market. */
export const findSeries = (ticker: string): Series | undefined => seriesByTicker.get(ticker);

export const seriesTickers: readonly string[] = [...seriesByTicker.keys()];

/** The keys of the sports that a league's games can belong to. */
export const sportsOf = ({ sports }: League): string[] => [...new Set(sports.values())];

/**
 * The sport of a game. Usually `competition` decides. `competition` is undefined if the game's markets were fetched without their event.
 * Then, in a league with several sports, `season` decides. `season` comes from the game's milestone (Kalshi's record of the game's start).
 * "REG" (the regular season) gives the league's first sport. Any other season gives undefined.
 */
export const sportOf = (
  { sports }: League,
  competition: string | undefined,
  season: string | undefined,
): string | undefined => {
  const any = sports.get("*");
  if (any !== undefined) return any;
  if (competition !== undefined) return sports.get(competition);
  const distinct = [...new Set(sports.values())];
  return distinct.length === 1 || season === "REG" ? distinct[0] : undefined;
};

import { findSport } from "@/server/catalogue/sports";
import * as clubs from "@/server/feeds/demo/club-teams";
import type { DemoTeam } from "@/server/feeds/demo/pro-teams";
import * as pros from "@/server/feeds/demo/pro-teams";
import { hashText } from "@/server/feeds/demo/random";

/**
 * How a league's results spread. `points`: many points, margin and total near a normal distribution. `goals`: few, counted one by one.
 * `total` is the mean of both teams together, `strength` how far one standard deviation of team strength moves the margin.
 */
type Scoring = {
  readonly kind: "points" | "goals";
  readonly total: number;
  readonly marginDeviation: number;
  readonly totalDeviation: number;
  readonly strength: number;
  readonly homeAdvantage: number;
};

/** Games that start together: the day of the round (from 0), UTC hour and minute, and how many. */
export type Slot = readonly [day: number, hour: number, minute: number, games: number];

/** How a league fills its calendar: rounds of `days`, in which every team plays at most one opponent, `repeats` days in a row. */
type Calendar = {
  readonly days: number;
  readonly repeats: number;
  /** How far ahead its fixtures are priced. */
  readonly listedHours: number;
  readonly slots: readonly Slot[];
};

export type DemoLeague = Calendar & {
  readonly key: string;
  readonly seed: number;
  readonly region: "america" | "europe" | "world";
  /** Its past is dense; the others' is thinner. */
  readonly principal: boolean;
  readonly scoring: Scoring;
  readonly teams: readonly DemoTeam[];
};

const points = (
  total: number,
  marginDeviation: number,
  totalDeviation: number,
  strength: number,
  homeAdvantage: number,
): Scoring => ({ kind: "points", total, marginDeviation, totalDeviation, strength, homeAdvantage });

const goals = (total: number, strength: number, homeAdvantage: number): Scoring => ({
  kind: "goals",
  total,
  marginDeviation: Math.sqrt(total),
  totalDeviation: Math.sqrt(total),
  strength,
  homeAdvantage,
});

const soccer = goals(2.7, 0.55, 0.35);
const baseball = goals(8.7, 0.7, 0.15);

const daily = (listedHours: number, slots: readonly Slot[]): Calendar => ({
  days: 1,
  repeats: 1,
  listedHours,
  slots,
});
/** Rounds begin on a Tuesday: weekday 0 is Tuesday, 4 Saturday, 5 Sunday. */
const weekly = (slots: readonly Slot[]): Calendar => ({ days: 7, repeats: 1, listedHours: 180, slots });
const series = (slots: readonly Slot[]): Calendar => ({ days: 3, repeats: 3, listedHours: 36, slots });

const weekend = (hour: number): Calendar =>
  weekly([
    [3, hour + 5, 0, 1],
    [4, hour, 0, 2],
    [4, hour + 3, 30, 2],
    [5, hour, 0, 2],
    [5, hour + 2, 30, 1],
    [6, hour + 5, 0, 1],
  ]);

type Row = readonly [
  key: string,
  region: DemoLeague["region"],
  scoring: Scoring,
  teams: readonly DemoTeam[],
  calendar: Calendar,
  principal?: "principal",
];

const table: readonly Row[] = [
  [
    "americanfootball_nfl",
    "america",
    points(44.5, 13, 13, 5, 1.8),
    pros.nflTeams,
    weekly([
      [3, 1, 15, 1],
      [5, 18, 0, 7],
      [5, 21, 25, 3],
      [6, 1, 20, 1],
      [7, 1, 15, 1],
    ]),
    "principal",
  ],
  [
    "basketball_nba",
    "america",
    points(228, 12.5, 18, 5, 2.4),
    pros.nbaTeams,
    daily(44, [
      [0, 20, 30, 1],
      [1, 0, 0, 2],
      [1, 0, 30, 1],
      [1, 3, 0, 2],
    ]),
    "principal",
  ],
  [
    "icehockey_nhl",
    "america",
    goals(6.1, 0.55, 0.2),
    pros.nhlTeams,
    daily(44, [
      [0, 18, 0, 1],
      [1, 0, 0, 3],
      [1, 2, 0, 1],
      [1, 3, 0, 1],
    ]),
    "principal",
  ],
  [
    "baseball_mlb",
    "america",
    baseball,
    pros.mlbTeams,
    series([
      [0, 17, 10, 1],
      [0, 23, 5, 3],
      [1, 2, 10, 1],
    ]),
    "principal",
  ],
  [
    "soccer_epl",
    "europe",
    soccer,
    clubs.eplTeams,
    weekly([
      [3, 20, 0, 1],
      [4, 12, 30, 1],
      [4, 15, 0, 4],
      [4, 17, 30, 1],
      [5, 14, 0, 2],
      [5, 16, 30, 1],
    ]),
    "principal",
  ],
  [
    "americanfootball_ncaaf",
    "america",
    points(53, 15, 15, 8, 2.8),
    clubs.collegeFootballTeams,
    weekly([
      [4, 1, 0, 1],
      [4, 17, 0, 3],
      [4, 20, 30, 4],
      [5, 0, 30, 2],
    ]),
  ],
  [
    "basketball_ncaab",
    "america",
    points(145, 11, 17, 6, 3.2),
    clubs.collegeBasketballTeams,
    daily(40, [
      [0, 23, 30, 2],
      [1, 2, 0, 2],
    ]),
  ],
  ["soccer_spain_la_liga", "europe", soccer, clubs.laLigaTeams, weekend(15)],
  ["soccer_italy_serie_a", "europe", soccer, clubs.serieATeams, weekend(14)],
  ["soccer_germany_bundesliga", "europe", goals(3.1, 0.6, 0.35), clubs.bundesligaTeams, weekend(13)],
  ["soccer_france_ligue_one", "europe", soccer, clubs.ligue1Teams, weekend(14)],
  [
    "basketball_wnba",
    "america",
    points(164, 11, 16, 5, 2.2),
    pros.wnbaTeams,
    daily(44, [
      [0, 23, 0, 1],
      [1, 2, 0, 1],
    ]),
    "principal",
  ],
  [
    "soccer_usa_mls",
    "america",
    goals(3, 0.45, 0.45),
    clubs.mlsTeams,
    weekly([
      [4, 23, 30, 4],
      [5, 0, 30, 2],
      [5, 2, 30, 2],
    ]),
  ],
  [
    "basketball_euroleague",
    "europe",
    points(162, 11, 16, 4.5, 3.4),
    clubs.euroleagueTeams,
    weekly([
      [2, 18, 0, 2],
      [2, 20, 5, 2],
      [3, 18, 0, 2],
      [3, 20, 5, 2],
    ]),
  ],
  [
    "icehockey_sweden_hockey_league",
    "europe",
    goals(5.4, 0.5, 0.3),
    clubs.shlTeams,
    weekly([
      [2, 18, 0, 3],
      [4, 14, 15, 4],
    ]),
  ],
  [
    "aussierules_afl",
    "world",
    points(166, 34, 27, 16, 6),
    clubs.aflTeams,
    weekly([
      [3, 9, 40, 1],
      [4, 4, 35, 3],
      [4, 9, 30, 1],
      [5, 5, 10, 2],
    ]),
  ],
  [
    "rugbyleague_nrl",
    "world",
    points(43, 15, 13, 5, 2.6),
    clubs.nrlTeams,
    weekly([
      [2, 9, 50, 1],
      [3, 10, 0, 1],
      [4, 7, 30, 2],
      [5, 4, 0, 2],
    ]),
  ],
  [
    "americanfootball_cfl",
    "america",
    points(50, 13, 13, 4, 2),
    pros.cflTeams,
    weekly([
      [3, 23, 0, 1],
      [4, 23, 0, 2],
    ]),
  ],
  [
    "soccer_japan_j_league",
    "world",
    goals(2.5, 0.35, 0.25),
    clubs.jLeagueTeams,
    weekly([
      [4, 5, 0, 4],
      [4, 10, 0, 2],
    ]),
  ],
  [
    "soccer_brazil_campeonato",
    "world",
    goals(2.4, 0.45, 0.5),
    clubs.brazilTeams,
    weekly([
      [4, 21, 30, 3],
      [5, 19, 0, 3],
    ]),
  ],
  ["soccer_sweden_allsvenskan", "europe", soccer, clubs.allsvenskanTeams, weekend(13)],
  ["soccer_norway_eliteserien", "europe", goals(3, 0.5, 0.4), clubs.eliteserienTeams, weekend(13)],
  [
    "baseball_npb",
    "world",
    goals(7, 0.55, 0.15),
    clubs.npbTeams,
    series([
      [0, 5, 0, 1],
      [0, 9, 0, 3],
    ]),
  ],
  ["baseball_kbo", "world", goals(9.4, 0.6, 0.15), clubs.kboTeams, series([[0, 9, 30, 4]])],
];

/** Every league of the simulator, the most wanted first. */
export const demoLeagues: readonly DemoLeague[] = table.map(
  ([key, region, scoring, teams, calendar, principal]) => ({
    ...calendar,
    key,
    seed: hashText(key),
    region,
    scoring,
    teams,
    principal: principal !== undefined,
  }),
);

/** Keeps the number of prices within what a laptop records without effort. */
const mostLeaguesAtOnce = 13;

const playedIn: readonly ReadonlySet<string>[] = Array.from({ length: 12 }, (_, month) => {
  const inSeason = demoLeagues.filter(({ key }) => findSport(key)?.seasonMonths.includes(month + 1));
  return new Set(inSeason.slice(0, mostLeaguesAtOnce).map(({ key }) => key));
});

/** Whether the simulator plays the league in the (UTC) month of `at` (ms): it is in season, and among the most wanted then. */
export const isPlayedAt = (league: DemoLeague, at: number): boolean =>
  playedIn[new Date(at).getUTCMonth()]?.has(league.key) ?? false;

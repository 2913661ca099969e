import type { PropsByGroup } from "@/server/domain/catalogue/player-props";
import { findSport, type Sport } from "@/server/domain/catalogue/sports";
import { leagueTeamsOf } from "@/server/domain/catalogue/team-lists";
import { hourMs } from "@/server/domain/durations";
import { hashText } from "@/server/ingest/feeds/demo/random";

/** The groups of the demo's sports: all groups that have player props. */
export type DemoGroup = keyof PropsByGroup;

export type DemoLeague = {
  readonly key: string;
  readonly seed: number;
  readonly sport: Sport;
  readonly group: DemoGroup;
  /** Mean points or goals of both teams together. */
  readonly total: number;
  readonly teams: readonly string[];
  /** One fixture starts at each of these UTC hours, every day. Hours from 24 on are on the next day. */
  readonly startHours: readonly number[];
};

/** How long before its start a fixture is listed for the first time. */
export const listedBeforeStartMs = 48 * hourMs;

const evenings = [17, 20, 23.5, 26];
const primeTimes = [18, 21.5, 25.25];
const european = [12.5, 15, 19.75];
const american = [16, 20, 23.5];
const asian = [4.5, 7, 9.5];

// The first divisions only: the catalogue's lists for England and Spain include lower divisions.
const eplTeams = `Arsenal, Aston Villa, Bournemouth, Brentford, Brighton and Hove Albion, Burnley, Chelsea, Crystal Palace, Everton,
  Fulham, Leeds United, Liverpool, Manchester City, Manchester United, Newcastle United, Nottingham Forest, Sunderland,
  Tottenham Hotspur, West Ham United, Wolverhampton Wanderers`;
const laLigaTeams = `Alavés, Athletic Bilbao, Atlético Madrid, Barcelona, CA Osasuna, Celta Vigo, Elche CF, Espanyol, Getafe, Girona,
  Levante, Mallorca, Oviedo, Rayo Vallecano, Real Betis, Real Madrid, Real Sociedad, Sevilla, Valencia, Villarreal`;

type LeagueRow = readonly [
  key: string,
  group: DemoGroup,
  total: number,
  startHours: readonly number[],
  /** Either how many teams to take from the start of the catalogue's list, or the names of the teams. */
  teams: number | string,
];

/** The most popular leagues first. */
const table: readonly LeagueRow[] = [
  ["americanfootball_nfl", "American Football", 44.5, primeTimes, 32],
  ["basketball_nba", "Basketball", 228, evenings, 30],
  ["icehockey_nhl", "Ice Hockey", 6.1, evenings, 32],
  ["baseball_mlb", "Baseball", 8.7, evenings, 30],
  ["soccer_epl", "Soccer", 2.8, european, eplTeams],
  ["basketball_wnba", "Basketball", 164, evenings, 14],
  ["americanfootball_ncaaf", "American Football", 53, primeTimes, 32],
  ["basketball_ncaab", "Basketball", 145, evenings, 32],
  ["soccer_spain_la_liga", "Soccer", 2.6, european, laLigaTeams],
  ["soccer_usa_mls", "Soccer", 3, american, 30],
  ["aussierules_afl", "Aussie Rules", 166, asian, 18],
  ["rugbyleague_nrl", "Rugby League", 43, asian, 18],
  ["baseball_npb", "Baseball", 7, asian, 12],
  ["baseball_kbo", "Baseball", 9.4, asian, 10],
  ["basketball_nbl", "Basketball", 175, asian, 10],
  ["soccer_japan_j_league", "Soccer", 2.5, asian, 20],
  ["soccer_brazil_campeonato", "Soccer", 2.4, american, 30],
  ["soccer_mexico_ligamx", "Soccer", 2.7, american, 18],
  ["soccer_argentina_primera_division", "Soccer", 2.2, american, 30],
  ["soccer_chile_campeonato", "Soccer", 2.6, american, 16],
];

/** Teams that the catalogue lists although they no longer play. The Utah Mammoth succeeded the Coyotes. */
const formerTeams = new Set(["Arizona Coyotes"]);

const teamsOf = (key: string, teams: number | string): readonly string[] =>
  typeof teams === "string"
    ? teams.split(/,\s+/)
    : Object.keys(leagueTeamsOf(key).teams)
        .filter((team) => !formerTeams.has(team))
        .slice(0, teams);

export const demoLeagues: readonly DemoLeague[] = table.flatMap(([key, group, total, startHours, teams]) => {
  const sport = findSport(key);
  if (sport === undefined) return [];
  let names: readonly string[] | undefined;
  const league: DemoLeague = {
    key,
    seed: hashText(key),
    sport,
    group,
    total,
    startHours,
    // Lazy, because loading the catalogue's teams takes 0.3 s.
    get teams() {
      names ??= teamsOf(key, teams);
      return names;
    },
  };
  return [league];
});

/** Limits how many prices the demo has, so that even a laptop can record them easily. */
const maxLeaguesAtOnce = 12;

const playedIn = Array.from({ length: 12 }, (_, month) => {
  const inSeason = demoLeagues.filter(({ sport }) => sport.seasonMonths.includes(month + 1));
  return new Set(inSeason.slice(0, maxLeaguesAtOnce));
});

/** Whether the demo has fixtures of the league in the UTC month of `at` (ms). */
export const isPlayedAt = (league: DemoLeague, at: number): boolean =>
  playedIn[new Date(at).getUTCMonth()]?.has(league) ?? false;

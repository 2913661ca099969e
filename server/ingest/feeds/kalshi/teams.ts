import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import type { KalshiEvent, KalshiMarket, KalshiMilestone } from "@/server/ingest/feeds/kalshi/schemas";
import { findSeries, type League } from "@/server/ingest/feeds/kalshi/series";

export type TeamSide = "home" | "away";

/**
 * The two teams of a game as Kalshi writes them, and their ids if a milestone (Kalshi's record of a game's start and status) states them.
 */
export type Teams = {
  readonly home: string;
  readonly away: string;
  readonly ids: { readonly home: string; readonly away: string } | undefined;
};

export type TeamsOfGame =
  | Teams
  | { readonly reason: "disagreement" | "unknown_teams"; readonly detail: string };

type Pair = { readonly home: string; readonly away: string };

const pairInTitle = /^(.+?) (at|vs\.?|v) (.+?)(?:: .*)?$/;
/** Example: "… in the New York Y vs Baltimore professional baseball game originally scheduled for …". */
const pairInRules = /.*\bthe (.+?) vs (.+?) professional baseball game originally scheduled/;

const readTitle = (title: string, homeFirst: boolean): Pair | undefined => {
  const match = pairInTitle.exec(title.trim());
  if (match === null) return undefined;
  const [, first = "", word = "", second = ""] = match;
  return homeFirst && word !== "at" ? { home: first, away: second } : { home: second, away: first };
};

const readRules = (rules: string): Pair | undefined => {
  const match = pairInRules.exec(rules);
  return match === null ? undefined : { home: match[2] ?? "", away: match[1] ?? "" };
};

const isSame = (a: string, b: string): boolean => normalizeName(a) === normalizeName(b);

/** Examples: "Reg Time: Houston", "Baltimore wins by over 3.5 runs", "Georgia over 30.5 1H points scored", "Georgia wins 1st Half". */
const legName = /^(?:Reg Time: )?(.+?)(?: wins\b.*| over \d.*| scores\b.*|: .*| \d+\+.*)?$/;

/** The team that a leg (one YES/NO market) names in its text. */
export const nameOfLeg = ({ yes_sub_title }: KalshiMarket): string =>
  legName.exec(yes_sub_title.trim())?.[1] ?? "";

/** Kalshi's id of the team that a leg is about. */
export const teamIdOfLeg = ({ custom_strike }: KalshiMarket): string | undefined => {
  const [id, ...others] = Object.entries(custom_strike ?? {})
    .filter(([key]) => key.endsWith("_team"))
    .map(([, value]) => value);
  return others.length === 0 && typeof id === "string" ? id : undefined;
};

/** Whether the leg wins if the game is a draw. */
export const isTieLeg = ({ ticker }: KalshiMarket): boolean => ticker.endsWith("-TIE");

type GameTexts = {
  readonly league: League;
  readonly events: readonly KalshiEvent[];
  readonly milestones: readonly KalshiMilestone[];
  readonly markets: readonly KalshiMarket[];
};

/**
 * Whether the event belongs to a series of one of the families, and is about the full game. Titles of other events, such as props, can
 * contain more than the names of the two teams.
 */
const isGameTitle = ({ series_ticker }: KalshiEvent, families: readonly string[]): boolean => {
  const series = findSeries(series_ticker);
  return series?.period === "full" && families.includes(series.family);
};

/**
 * The pairs of teams in the texts of a game. `sources` has the most reliable kind of text first. If several kinds of text have
 * pairs, only the pairs of the first such kind are returned.
 */
const pairsOf = ({ league, events, milestones, markets }: GameTexts): Pair[] => {
  const titled = (chosen: readonly { readonly title: string }[]) =>
    chosen.map(({ title }) => readTitle(title, league.homeFirst)).filter((pair) => pair !== undefined);
  const inRules = markets.map(({ rules_primary }) => readRules(rules_primary ?? ""));
  const sources = [
    titled(events.filter((event) => isGameTitle(event, ["h2h"]))),
    titled(events.filter((event) => isGameTitle(event, ["spreads", "totals", "team_totals", "btts"]))),
    titled(milestones),
    titled(events),
    league.key === "MLB" ? inRules.filter((pair) => pair !== undefined) : [],
  ];
  return sources.find((pairs) => pairs.length > 0) ?? [];
};

const idsOf = (milestones: readonly KalshiMilestone[]): Teams["ids"] | "disagreement" => {
  const stated = milestones.flatMap(({ details: { home_team_id: home, away_team_id: away } }) =>
    home && away ? [{ home, away }] : [],
  );
  const [first] = stated;
  const agree = stated.every(({ home, away }) => home === first?.home && away === first?.away);
  return agree && first?.home !== first?.away ? first : stated.length === 0 ? undefined : "disagreement";
};

/**
 * Whether the title's home team is the milestone's away team. Only a leg whose team name is in the title and whose team id is in the
 * milestone can decide this. Undefined if two such legs contradict each other. False if there is no such leg.
 */
const isReversed = (
  { home, away }: Pair,
  ids: NonNullable<Teams["ids"]>,
  markets: readonly KalshiMarket[],
) => {
  const votes = new Set<boolean>();
  for (const market of markets) {
    const id = teamIdOfLeg(market);
    if (id !== ids.home && id !== ids.away) continue;
    const name = nameOfLeg(market);
    if (isSame(name, home)) votes.add(id === ids.away);
    else if (isSame(name, away)) votes.add(id === ids.home);
  }
  return votes.size > 1 ? undefined : votes.has(true);
};

/**
 * The teams of a game. If a leg links the milestone's ids to the names in the title, the ids decide which team is home. Otherwise the order
 * in the title decides: US leagues list the away team first. Soccer leagues list the home team first, except in a title with "at".
 */
export const teamsOf = (game: GameTexts): TeamsOfGame => {
  const [pair, ...others] = pairsOf(game);
  if (pair === undefined || isSame(pair.home, pair.away))
    return { reason: "unknown_teams", detail: "no title with two teams" };
  const other = others.find(({ home, away }) => !isSame(home, pair.home) || !isSame(away, pair.away));
  if (other !== undefined)
    return { reason: "disagreement", detail: `${other.away} at ${other.home}, ${pair.away} at ${pair.home}` };
  const ids = idsOf(game.milestones);
  if (ids === "disagreement") return { reason: "disagreement", detail: "team ids of milestones" };
  if (ids === undefined) return { ...pair, ids };
  const reversed = isReversed(pair, ids, game.markets);
  if (reversed === undefined) return { reason: "disagreement", detail: "team ids and names of legs" };
  return reversed ? { home: pair.away, away: pair.home, ids } : { ...pair, ids };
};

/** The side of the team that a leg is about. Undefined if the game has no such team, or if the leg has one team's id and another's name. */
export const sideOfLeg = (market: KalshiMarket, { home, away, ids }: Teams): TeamSide | undefined => {
  const name = nameOfLeg(market);
  const isAway = isSame(name, away) ? "away" : undefined;
  const byName = isSame(name, home) ? "home" : isAway;
  const id = teamIdOfLeg(market);
  if (ids === undefined || id === undefined) return byName;
  const isAwayId = id === ids.away ? "away" : undefined;
  const byId = id === ids.home ? "home" : isAwayId;
  return byName === undefined || byName === byId ? byId : undefined;
};

import { isLegalFor, type Market, markets, type Period, periods } from "@/server/catalogue/markets";
import { ownValue } from "@/server/catalogue/own-value";
import type { Sport } from "@/server/catalogue/sports";
import { type Chances, countAbove } from "@/server/feeds/demo/chances";
import type { Depth } from "@/server/feeds/demo/demo-books";
import type { DemoLeague } from "@/server/feeds/demo/leagues";
import type { Side } from "@/server/prices/outcome";

/** A bet before it is priced. Bets of one group exclude each other and carry the margin together. */
type FairBet = {
  readonly side: Side;
  readonly probability: number;
  readonly point?: number;
  readonly team?: "home" | "away";
  readonly player?: string;
};
export type BetGroup = readonly FairBet[];

/** Bets outside are offered by nobody. */
const leastOffered = 0.07;
/** No team is a greater favourite than this on a moneyline: the leagues are balanced enough. */
const greatestFavourite = 0.94;

/** Ties of leagues with many points are rare, but never free. */
const leastDraw = 0.01;

const bounded = (probability: number): number =>
  Math.min(greatestFavourite, Math.max(1 - greatestFavourite, probability));

const offered = (probability: number): boolean =>
  probability >= leastOffered && probability <= 1 - leastOffered;

const twoWay = (
  sides: readonly [Side, Side],
  probability: number,
  rest: Omit<FairBet, "side" | "probability"> = {},
): BetGroup => [
  { side: sides[0], probability, ...rest },
  { side: sides[1], probability: 1 - probability, ...rest },
];

const overUnder = (probability: number, point: number, team?: "home" | "away"): BetGroup =>
  twoWay(["over", "under"], probability, team === undefined ? { point } : { point, team });

const handicap = (probability: number, point: number): BetGroup => [
  { side: "home", probability, point: point + 0 },
  { side: "away", probability: 1 - probability, point: 0 - point },
];

const toHalf = (value: number): number => Math.round(value * 2) / 2;
const toHook = (value: number): number => Math.floor(value) + 0.5;

/** The line whose chance is nearest to even, among those around the mean. */
const evenLine = (around: number, chance: (line: number) => number): number => {
  const first = toHook(around);
  return [first - 1, first, first + 1]
    .filter((line) => offered(chance(line)))
    .reduce(
      (best, line) => (Math.abs(chance(line) - 0.5) < Math.abs(chance(best) - 0.5) ? line : best),
      first,
    );
};

type Lines = {
  readonly spread: number;
  readonly total: number;
  readonly step: number;
  /** How many steps its alternate lines go either way. */
  readonly reach: number;
};

/** Alternate lines are many: those of a part of the game reach less far. */
const fullReach = 4;
const periodReach = 1;

const mainLines = (chances: Chances, { scoring, key }: DemoLeague, period: Period): Lines => {
  const reach = period === "full" ? fullReach : periodReach;
  if (scoring.kind === "points")
    return {
      spread: 0 - toHalf(chances.margin),
      total: toHalf(chances.total),
      step: Math.max(1, toHalf(scoring.marginDeviation / 9)),
      reach,
    };
  const fixedSpread = period === "full" && !key.startsWith("soccer_") ? 1.5 : undefined;
  const spread =
    fixedSpread === undefined
      ? evenLine(-chances.margin, chances.covers)
      : chances.margin > 0
        ? -fixedSpread
        : fixedSpread;
  return { spread, total: Math.max(0.5, evenLine(chances.total, chances.over)), step: 1, reach };
};

const ladderSteps = [-4, -3, -2, -1, 1, 2, 3, 4];

const rungs = (
  main: number,
  { step, reach }: Lines,
  lowest: number,
  chance: (line: number) => number,
): number[] =>
  ladderSteps
    .filter((count) => Math.abs(count) <= reach)
    .map((count) => main + count * step)
    .filter((line) => line >= lowest && offered(chance(line)));

const anyLine = Number.NEGATIVE_INFINITY;
const teams = ["home", "away"] as const;

const teamTotalLine = (chances: Chances, team: "home" | "away"): number =>
  Math.max(
    0.5,
    evenLine(chances.teamMean(team), (line) => chances.teamOver(team, line)),
  );

const results = ({ home, draw, away }: Chances): BetGroup => {
  const sides = [bounded(home), bounded(away), Math.max(leastDraw, draw)] as const;
  const sum = sides[0] + sides[1] + sides[2];
  return [
    { side: "home", probability: sides[0] / sum },
    { side: "away", probability: sides[1] / sum },
    { side: "draw", probability: sides[2] / sum },
  ];
};

const winner = ({ home, away }: Chances): BetGroup => twoWay(["home", "away"], bounded(home / (home + away)));

type Ask = {
  readonly sport: Sport;
  readonly chances: Chances;
  readonly lines: Lines;
  readonly league: DemoLeague;
};

const corners = { mean: 10.2, deviation: 3.3 };
const cards = { mean: 4.4, deviation: 2 };

const countLadder = ({ chances }: Ask, { mean, deviation }: typeof corners): BetGroup[] =>
  [-2, -1, 0, 1, 2]
    .map((step) => toHook(mean + chances.total / 10) + step)
    .map((line) => overUnder(countAbove(mean + chances.total / 10, deviation, line), line));

const countHandicap = ({ chances }: Ask, { deviation }: typeof corners): BetGroup[] =>
  [-1.5, -0.5, 0.5, 1.5].map((line) => handicap(countAbove(chances.margin * 1.2, deviation, -line), line));

/** How each family is filled; what a family's bets are is the catalogue's to say, and a test compares the two. */
const families: Readonly<Record<string, (ask: Ask) => BetGroup[]>> = {
  h2h: ({ sport, chances }) => [sport.canDraw ? results(chances) : winner(chances)],
  h2h_3_way: ({ chances }) => [results(chances)],
  draw_no_bet: ({ chances }) => [winner(chances)],
  spreads: ({ chances, lines }) => [handicap(bounded(chances.covers(lines.spread)), lines.spread)],
  totals: ({ chances, lines }) => [overUnder(bounded(chances.over(lines.total)), lines.total)],
  alternate_spreads: ({ chances, lines }) =>
    rungs(lines.spread, lines, anyLine, chances.covers).map((line) => handicap(chances.covers(line), line)),
  alternate_totals: ({ chances, lines }) =>
    rungs(lines.total, lines, 0.5, chances.over).map((line) => overUnder(chances.over(line), line)),
  team_totals: ({ chances }) =>
    teams.map((team) => {
      const line = teamTotalLine(chances, team);
      return overUnder(bounded(chances.teamOver(team, line)), line, team);
    }),
  alternate_team_totals: ({ chances, lines }) =>
    teams.flatMap((team) =>
      rungs(teamTotalLine(chances, team), lines, 0.5, (line) => chances.teamOver(team, line)).map((line) =>
        overUnder(chances.teamOver(team, line), line, team),
      ),
    ),
  btts: ({ chances }) => [twoWay(["yes", "no"], bounded(chances.bothScore))],
  alternate_totals_corners: (ask) => countLadder(ask, corners),
  alternate_spreads_corners: (ask) => countHandicap(ask, corners),
  alternate_totals_cards: (ask) => countLadder(ask, cards),
  alternate_spreads_cards: (ask) => countHandicap(ask, cards),
};

const mainFamilies = new Set(["h2h", "spreads", "totals"]);
const earlyPeriods = new Set<Period>(["full", "h1", "f5"]);

const isOfferedAt = (depth: Depth, { family, period, role }: Market): boolean => {
  if (mainFamilies.has(family) && period === "full") return true;
  if (depth === "main") return false;
  if (depth === "everything") return true;
  const simple = role === "main" || family === "btts" || family === "draw_no_bet";
  if (simple) return depth === "ladders" || earlyPeriods.has(period) || period === "q1";
  return depth === "ladders" && period === "full" && !/corners|cards/.test(family);
};

const offers = new Map<string, readonly Market[]>();

/** The game markets that a book of this depth has in the sport, those that it always has first. */
export const gameMarketsOf = (sport: Sport, depth: Depth): readonly Market[] => {
  const key = `${sport.key} ${depth}`;
  const known = offers.get(key);
  if (known !== undefined) return known;
  const offer = markets.filter(
    (market) => market.role !== "prop" && isLegalFor(market, sport) && isOfferedAt(depth, market),
  );
  offers.set(key, offer);
  return offer;
};

/** Whether a market is repriced with the moneyline of the full game. */
export const isMainMarket = ({ family, period }: Pick<Market, "family" | "period">): boolean =>
  mainFamilies.has(family) && period === "full";

/** The fair bets of some markets of one period, by market key. Markets without an offered line are left out. */
export const fairGameBets = (
  sport: Sport,
  league: DemoLeague,
  chances: Chances,
  asked: readonly Market[],
): Map<string, BetGroup[]> => {
  const bets = new Map<string, BetGroup[]>();
  const period = asked[0]?.period ?? periods[0];
  const ask = { sport, league, chances, lines: mainLines(chances, league, period) };
  for (const { key, family } of asked) {
    const groups = ownValue(families, family)?.(ask) ?? [];
    if (groups.length > 0) bets.set(key, groups);
  }
  return bets;
};

import type { GameFamily } from "@/server/domain/catalogue/market-families";
import type { Period } from "@/server/domain/catalogue/market-family";
import { isLegalFor, type Market, markets } from "@/server/domain/catalogue/markets";
import { ownValue } from "@/server/domain/catalogue/own-value";
import type { Side } from "@/server/domain/catalogue/sides";
import { getOrInsert } from "@/server/domain/collections";
import type { DemoBook } from "@/server/ingest/feeds/demo/demo-books";
import {
  chanceAbove,
  type Expectation,
  resultChances,
  teamMean,
} from "@/server/ingest/feeds/demo/expectation";
import type { DemoGroup, DemoLeague } from "@/server/ingest/feeds/demo/leagues";

/** A bet before it is priced. */
type FairBet = {
  readonly side: Side;
  readonly probability: number;
  readonly point?: number;
  readonly team?: "home" | "away";
  readonly player?: string;
};
/** Bets that exclude each other and share one margin. */
export type BetGroup = readonly FairBet[];

/**
 * Most sides that the simulated books quote have at least this probability. A ladder leaves out a line if one of its sides is less
 * probable. Most other markets raise the probability of such a side to this value.
 */
const minOffered = 0.07;
const isOffered = (probability: number): boolean =>
  probability >= minOffered && probability <= 1 - minOffered;
const bounded = (probability: number): number => Math.min(1 - minOffered, Math.max(minOffered, probability));

const twoWay = (sides: readonly [Side, Side], probability: number, team?: FairBet["team"]): BetGroup =>
  sides.map((side, index) => ({
    side,
    probability: index === 0 ? probability : 1 - probability,
    ...(team !== undefined && { team }),
  }));
const overUnder = (probability: number, point: number, team?: FairBet["team"]): BetGroup =>
  twoWay(["over", "under"], probability, team).map((bet) => ({ ...bet, point }));
const handicap = (probability: number, point: number): BetGroup =>
  twoWay(["home", "away"], probability).map((bet, index) => ({
    ...bet,
    point: (index === 0 ? point : -point) + 0,
  }));

/**
 * In sports that are scored in single goals or runs, the standard deviation of margins and totals is below this value. Lines in these
 * sports always end in .5.
 */
const maxGoalDeviation = 5;
const toLine = (mean: number, deviation: number): number =>
  deviation < maxGoalDeviation ? Math.floor(mean) + 0.5 : Math.round(mean * 2) / 2;

/** In these sports, the spread of a full game is always -1.5 or 1.5. */
const fixedSpreadGroups: ReadonlySet<DemoGroup> = new Set(["Baseball", "Ice Hockey"]);

type Quoting = { readonly league: DemoLeague; readonly period: Period; readonly expected: Expectation };

const spreadLine = ({ league, period, expected: { margin, deviation } }: Quoting): number => {
  if (period === "full" && fixedSpreadGroups.has(league.group)) return margin > 0 ? -1.5 : 1.5;
  return 0 - toLine(margin, deviation);
};
const totalLine = ({ expected: { total, deviation } }: Quoting): number => toLine(total, deviation);
const teamLine = ({ expected }: Quoting, team: "home" | "away"): number =>
  toLine(teamMean(expected, team), expected.deviation);

const coverChance = ({ margin, deviation }: Expectation, line: number): number =>
  chanceAbove(margin, deviation, -line);
const overChance = ({ total, deviation }: Expectation, line: number): number =>
  chanceAbove(total, deviation, line);
const teamOverChance = (expected: Expectation, team: "home" | "away", line: number): number =>
  chanceAbove(teamMean(expected, team), expected.deviation / Math.SQRT2, line);

/** The lines around the main line: up to six in a full game, and up to two in a part of a game. */
const ladder = (main: number, { period, expected }: Quoting, chance: (line: number) => number): number[] => {
  const step = Math.max(1, Math.round(expected.deviation / 4.5) / 2);
  const steps = period === "full" ? [-3, -2, -1, 1, 2, 3] : [-1, 1];
  return steps.map((count) => main + count * step).filter((line) => isOffered(chance(line)));
};

const results = ({ expected }: Quoting): BetGroup => {
  const { home, away, draw } = resultChances(expected);
  const sides = { home: bounded(home), away: bounded(away), draw };
  const sum = sides.home + sides.away + sides.draw;
  return (["home", "away", "draw"] as const).map((side) => ({ side, probability: sides[side] / sum }));
};
const moneyline = ({ expected }: Quoting): BetGroup => {
  const { home, away } = resultChances(expected);
  return twoWay(["home", "away"], bounded(home / (home + away)));
};

const corners = { mean: 10, deviation: 3.3 };
const cards = { mean: 4.4, deviation: 2 };
const countTotals = ({ mean, deviation }: typeof corners): BetGroup[] =>
  [-1, 0, 1].map((step) => {
    const line = Math.floor(mean) + 0.5 + step;
    return overUnder(chanceAbove(mean, deviation, line), line);
  });
const countSpreads = ({ expected }: Quoting, { deviation }: typeof corners): BetGroup[] =>
  [-1.5, -0.5, 0.5, 1.5].map((line) => handicap(chanceAbove(expected.margin, deviation, -line), line));

const teams = ["home", "away"] as const;

const families: Readonly<Record<GameFamily, (quoting: Quoting) => BetGroup[]>> = {
  h2h: (quoting) => [quoting.league.sport.canDraw ? results(quoting) : moneyline(quoting)],
  h2h_3_way: (quoting) => [results(quoting)],
  draw_no_bet: (quoting) => [moneyline(quoting)],
  spreads: (quoting) => {
    const line = spreadLine(quoting);
    return [handicap(bounded(coverChance(quoting.expected, line)), line)];
  },
  totals: (quoting) => {
    const line = totalLine(quoting);
    return [overUnder(bounded(overChance(quoting.expected, line)), line)];
  },
  alternate_spreads: (quoting) => {
    const chance = (line: number): number => coverChance(quoting.expected, line);
    return ladder(spreadLine(quoting), quoting, chance).map((line) => handicap(chance(line), line));
  },
  alternate_totals: (quoting) => {
    const chance = (line: number): number => overChance(quoting.expected, line);
    return ladder(totalLine(quoting), quoting, chance)
      .filter((line) => line > 0)
      .map((line) => overUnder(chance(line), line));
  },
  team_totals: (quoting) =>
    teams.map((team) => {
      const line = teamLine(quoting, team);
      return overUnder(bounded(teamOverChance(quoting.expected, team, line)), line, team);
    }),
  alternate_team_totals: (quoting) =>
    teams.flatMap((team) => {
      const chance = (line: number): number => teamOverChance(quoting.expected, team, line);
      return ladder(teamLine(quoting, team), quoting, chance)
        .filter((line) => line > 0)
        .map((line) => overUnder(chance(line), line, team));
    }),
  btts: ({ expected }) => {
    const [home, away] = teams.map((team) => 1 - Math.exp(-teamMean(expected, team)));
    return [twoWay(["yes", "no"], bounded((home ?? 0) * (away ?? 0)))];
  },
  alternate_totals_corners: () => countTotals(corners),
  alternate_spreads_corners: (quoting) => countSpreads(quoting, corners),
  alternate_totals_cards: () => countTotals(cards),
  alternate_spreads_cards: (quoting) => countSpreads(quoting, cards),
};

/** `main`: the main markets of the full game. `periods`: the main markets of every period. `all`: all game markets. */
const coversMarket = (breadth: DemoBook["breadth"], { role, period }: Market): boolean =>
  breadth === "all" || (role === "main" && (breadth === "periods" || period === "full"));

const offers = new Map<string, readonly Market[]>();

/** The game markets that a book of this breadth has in the league. */
export const gameMarketsOf = (league: DemoLeague, breadth: DemoBook["breadth"]): readonly Market[] => {
  const key = `${league.key} ${breadth}`;
  const offer = getOrInsert(offers, key, () =>
    markets.filter(
      (market) => market.role !== "prop" && isLegalFor(market, league.sport) && coversMarket(breadth, market),
    ),
  );
  return offer;
};

/** The fair bets of a game market; empty if no line is worth offering. */
export const fairGameBets = (league: DemoLeague, market: Market, expected: Expectation): BetGroup[] =>
  ownValue(families, market.family)?.({ league, period: market.period, expected }) ?? [];

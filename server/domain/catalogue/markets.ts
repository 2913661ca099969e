import { familyTable, moneylineFamily } from "@/server/domain/catalogue/market-families";
import {
  type DrawCondition,
  type MarketRole,
  type MarketShape,
  type Period,
  periods,
} from "@/server/domain/catalogue/market-family";
import type { Side } from "@/server/domain/catalogue/sides";
import type { Sport, SportGroup } from "@/server/domain/catalogue/sports";
import { compare } from "@/server/domain/collections";

const periodNames: Readonly<Record<Period, string>> = {
  full: "full game",
  h1: "first half",
  h2: "second half",
  q1: "first quarter",
  q2: "second quarter",
  q3: "third quarter",
  q4: "fourth quarter",
  f5: "first five innings",
};

/** One market key: a family in one period. */
export type Market = {
  readonly key: string;
  readonly family: string;
  readonly period: Period;
  readonly description: string;
  readonly role: MarketRole;
  readonly shape: MarketShape;
  readonly groups: readonly SportGroup[];
  readonly drawCondition: DrawCondition;
  readonly needsAllSides: boolean;
};

/** The key of a family in a period: a full-game market has no suffix. */
export const marketKey = (family: string, period: Period): string =>
  period === "full" ? family : `${family}_${period}`;

/** Every served market, props included, ordered by key. */
export const markets: readonly Market[] = familyTable
  .flatMap(
    ({ family, description, role, shape, availability, drawCondition = "any", needsAllSides = false }) =>
      periods.flatMap((period): Market[] => {
        const groups = availability
          .filter((where) => where.periods.includes(period))
          .map((where) => where.group);
        if (groups.length === 0) return [];
        const words = period === "full" ? description : `${description}, ${periodNames[period]}`;
        const key = marketKey(family, period);
        return [
          { key, family, period, description: words, role, shape, groups, drawCondition, needsAllSides },
        ];
      }),
  )
  .toSorted((a, b) => compare(a.key, b.key));

const marketsByKey: ReadonlyMap<string, Market> = new Map(markets.map((market) => [market.key, market]));

/** Finds a market by its key. Undefined if no served market has the key. */
export const findMarket = (key: string): Market | undefined => marketsByKey.get(key);

/** Whether the market exists in the sport. */
export const isLegalFor = (market: Market, sport: Sport): boolean =>
  market.groups.includes(sport.group) &&
  (market.drawCondition === "any" || market.drawCondition === (sport.canDraw ? "with_draw" : "without_draw"));

/**
 * The market to which a book's `h2h` prices belong: prices with a draw and prices without a draw are different bets. Undefined if the sport
 * has no market for the bet.
 */
export const moneylineOf = (sport: Sport, period: Period, hasDraw: boolean): Market | undefined => {
  const family = moneylineFamily(sport, hasDraw);
  const market = family === undefined ? undefined : findMarket(marketKey(family, period));
  return market !== undefined && isLegalFor(market, sport) ? market : undefined;
};

/** The sides of the market's outcomes in the sport, in their order of display. */
export const sidesOf = ({ shape }: Market, sport: Sport): readonly Side[] =>
  shape.addsDraw && sport.canDraw ? [...shape.sides, "draw"] : shape.sides;

const foreignSuffixes: readonly (readonly [foreign: string, period: Period])[] = [
  ["_1st_5_innings", "f5"],
  ["_1st_half", "h1"],
  ["_2nd_half", "h2"],
  ["_1st_quarter", "q1"],
  ["_2nd_quarter", "q2"],
  ["_3rd_quarter", "q3"],
  ["_4th_quarter", "q4"],
];

/** Our key for a market of The Odds API. Returns an unknown key unchanged. */
export const canonicalMarketKey = (foreign: string): string => {
  const match = foreignSuffixes.find(([suffix]) => foreign.endsWith(suffix));
  if (match === undefined) return foreign;
  const [suffix, period] = match;
  const key = marketKey(foreign.slice(0, -suffix.length), period);
  return marketsByKey.has(key) ? key : foreign;
};

import { familyTable } from "@/server/catalogue/market-families";
import type { Sport, SportGroup } from "@/server/catalogue/sports";
import type { Side } from "@/server/prices/outcome";

/** `f5` is baseball's first five innings. */
export const periods = ["full", "h1", "h2", "q1", "q2", "q3", "q4", "f5"] as const;
export type Period = (typeof periods)[number];

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

/** `main`: served for a whole sport at once. `other`: ladders, team totals and the like. `prop`: about one player. */
export type MarketRole = "main" | "other" | "prop";

export type MarketShape = {
  /** Of `h2h` without the draw, which depends on the sport. */
  readonly sides: readonly Side[];
  readonly point: "required" | "none";
  /** What an outcome is about besides its side. */
  readonly subject: "none" | "team" | "player";
};

export type Offer = { readonly group: SportGroup; readonly periods: readonly Period[] };

/** A family of markets and where it is offered. */
export type Family = {
  readonly family: string;
  readonly description: string;
  readonly role: MarketRole;
  readonly shape: MarketShape;
  readonly offers: readonly Offer[];
};

/** One market key: a family in one period. */
export type Market = {
  readonly key: string;
  readonly family: string;
  readonly period: Period;
  readonly description: string;
  readonly role: MarketRole;
  readonly shape: MarketShape;
  /** Groups of sports that it is offered in. */
  readonly groups: readonly SportGroup[];
};

/** The key of a family in a period: a full-game market has no suffix. */
export const marketKey = (family: string, period: Period): string =>
  period === "full" ? family : `${family}_${period}`;

/** Every served market, prop keys included, by key. */
export const markets: readonly Market[] = familyTable
  .flatMap(({ family, description, role, shape, offers }) =>
    periods.flatMap((period) => {
      const groups = offers.filter((offer) => offer.periods.includes(period)).map((offer) => offer.group);
      if (groups.length === 0) return [];
      const words = period === "full" ? description : `${description}, ${periodNames[period]}`;
      return [{ key: marketKey(family, period), family, period, description: words, role, shape, groups }];
    }),
  )
  .toSorted((a, b) => (a.key < b.key ? -1 : 1));

const marketsByKey: ReadonlyMap<string, Market> = new Map(markets.map((market) => [market.key, market]));

/** The market of a key; undefined for a key that is not served. */
export const findMarket = (key: string): Market | undefined => marketsByKey.get(key);

/** Whether the market exists in the sport. Where `h2h` has the draw, no second three-way market stands beside it. */
export const isLegalFor = (market: Market, sport: Sport): boolean => {
  if (!market.groups.includes(sport.group)) return false;
  if (market.family === "h2h_3_way") return !sport.canDraw;
  if (market.family === "draw_no_bet") return sport.canDraw;
  return true;
};

/**
 * In these groups books quote the winner both ways. A price without the draw returns the stake on a draw. Soccer is not one of them:
 * its books call that bet "draw no bet", so a `h2h` without a draw has lost it on its way here.
 */
const quotedBothWays: ReadonlySet<SportGroup> = new Set(["Cricket", "Handball", "Rugby Union"]);

const moneylineFamily = (sport: Sport, hasDraw: boolean): string | undefined => {
  if (hasDraw) return sport.canDraw ? "h2h" : "h2h_3_way";
  if (!sport.canDraw) return "h2h";
  return quotedBothWays.has(sport.group) ? "draw_no_bet" : undefined;
};

/**
 * The market that the prices under a book's `h2h` key are of: another bet with a draw among them than without. Undefined where the
 * sport has no market for them.
 */
export const moneylineOf = (sport: Sport, period: Period, hasDraw: boolean): Market | undefined => {
  const family = moneylineFamily(sport, hasDraw);
  const market = family === undefined ? undefined : findMarket(marketKey(family, period));
  return market !== undefined && isLegalFor(market, sport) ? market : undefined;
};

/** The sides that an outcome of the market can be for, in their order of display. */
export const sidesOf = (market: Market, sport: Sport): readonly Side[] =>
  market.family === "h2h" && sport.canDraw ? [...market.shape.sides, "draw"] : market.shape.sides;

const foreignSuffixes: readonly (readonly [foreign: string, period: Period])[] = [
  ["_1st_5_innings", "f5"],
  ["_1st_half", "h1"],
  ["_2nd_half", "h2"],
  ["_1st_quarter", "q1"],
  ["_2nd_quarter", "q2"],
  ["_3rd_quarter", "q3"],
  ["_4th_quarter", "q4"],
];

/** The key that a market of The Odds API has here. A key that is no market of ours is returned unchanged. */
export const canonicalMarketKey = (foreign: string): string => {
  const match = foreignSuffixes.find(([suffix]) => foreign.endsWith(suffix));
  if (match === undefined) return foreign;
  const [suffix, period] = match;
  const key = marketKey(foreign.slice(0, -suffix.length), period);
  return marketsByKey.has(key) ? key : foreign;
};

import type { MarketKind } from "@/server/ingest/feeds/polymarket/market-kinds";
import type { GammaMarket } from "@/server/ingest/feeds/polymarket/payload";
import type { Game, Rejection } from "@/server/ingest/feeds/polymarket/read-game";
import { depthOf, skewOf, type TopOfBook, takerPrices } from "@/server/ingest/feeds/polymarket/top-of-book";
import type { SnapshotOutcome } from "@/server/ingest/feeds/snapshot";
import { shown } from "@/server/ingest/feeds/untrusted";

/** One two-sided market: the bets on its first and second outcome. */
export type Line = {
  readonly point: number;
  /** Distance of the first outcome's mid price from 0.5, in millionths. Undefined if there is no bid or no ask. */
  readonly skew: number | undefined;
  /** The number of contracts at the best bid and the best ask together; 0 if sizes are unknown. */
  readonly depth: number;
  readonly outcomes: readonly SnapshotOutcome[];
};

type Bet = Pick<SnapshotOutcome, "side" | "point" | "player">;
type Bets = readonly [first: Bet, second: Bet];

const disagreement = (detail: string): Rejection => ({ reason: "disagreement", detail });

const numeral = "[+-]?\\d+(?:\\.\\d+)?";
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

const numberIn = (text: string, pattern: string): number | undefined => {
  const [, found] = new RegExp(`^${pattern}$`).exec(text.trim()) ?? [];
  return found === undefined ? undefined : Number(found);
};

/**
 * The number in the market's title. Returns `fallback` if there is no title. Returns undefined if the title does not match `pattern`.
 */
const statedIn = (title: string | null | undefined, pattern: string, fallback: number): number | undefined =>
  title ? numberIn(title, pattern) : fallback;

const sideOf = (name: string, { home, away }: Game): "home" | "away" | undefined => {
  if (name === home) return "home";
  return name === away ? "away" : undefined;
};

/** The sides of the two outcomes, by the teams' names; undefined unless both teams are named. */
const sidesOf = (
  { outcomes }: GammaMarket,
  game: Game,
): readonly ["home" | "away", "home" | "away"] | undefined => {
  const [first, second, ...others] = outcomes.map((name) => sideOf(name, game));
  return others.length > 0 || !first || !second || first === second ? undefined : [first, second];
};

const hasOutcomes = ({ outcomes }: GammaMarket, first: string, second: string): boolean =>
  outcomes.length === 2 && outcomes[0] === first && outcomes[1] === second;

/**
 * The rule of a first-half moneyline: if the half ends level, a bet on either team pays half of what a win pays. A market without this rule
 * is another kind of bet and is rejected.
 */
const splitsTies = /tied at half-?time[^.\n]*50-50/i;

const readMoneyline = (market: GammaMarket, { prefix }: MarketKind, game: Game): Bets | Rejection => {
  const sides = sidesOf(market, game);
  if (sides === undefined) return disagreement(`outcomes ${shown(market.outcomes)}`);
  if (prefix !== "" && !splitsTies.test(market.description ?? ""))
    return disagreement("the description does not say that a tie pays half");
  return [{ side: sides[0] }, { side: sides[1] }];
};

/** The slug of a spread also names the side of the first outcome: `…-spread-home-7pt5`. */
const slugSide = /-spread-(home|away)-/;

/** Reads the point from the question, because `line` has no sign for first halves. */
const readHandicap = (market: GammaMarket, { prefix }: MarketKind, game: Game): Bets | Rejection => {
  const { question, groupItemTitle, line, slug } = market;
  const [, name, number] =
    new RegExp(`^${prefix}Spread: (.+) \\((${numeral})\\)$`).exec(question.trim()) ?? [];
  const sides = sidesOf(market, game);
  if (name === undefined || number === undefined) return disagreement(`question ${shown(question)}`);
  if (sides === undefined || name !== market.outcomes[0])
    return disagreement(`outcomes ${shown(market.outcomes)} of ${shown(question)}`);
  const point = Number(number);
  const isSame = prefix === "" ? line === point : Math.abs(line ?? Number.NaN) === Math.abs(point);
  if (!isSame || statedIn(groupItemTitle, `${prefix}Spread (${numeral})`, point) !== point)
    return disagreement(`${shown(question)}, title ${shown(groupItemTitle)}, line ${shown(line)}`);
  const [, side = sides[0]] = slugSide.exec(slug ?? "") ?? [];
  if (side !== sides[0]) return disagreement(`${shown(question)} in ${shown(slug)}`);
  return [
    { side: sides[0], point },
    { side: sides[1], point: -point },
  ];
};

const overUnder = (point: number, player?: string): Bets => [
  { side: "over", point, ...(player !== undefined && { player }) },
  { side: "under", point, ...(player !== undefined && { player }) },
];

const readTotal = (market: GammaMarket, { prefix }: MarketKind, game: Game): Bets | Rejection => {
  const { question, groupItemTitle, line } = market;
  const point = numberIn(question, `${escaped(game.title)}: ${prefix}O/U (${numeral})`);
  if (
    point === undefined ||
    line !== point ||
    statedIn(groupItemTitle, `${prefix}O/U (${numeral})`, point) !== point
  )
    return disagreement(`${shown(question)}, title ${shown(groupItemTitle)}, line ${shown(line)}`);
  return hasOutcomes(market, "Over", "Under")
    ? overUnder(point)
    : disagreement(`outcomes ${shown(market.outcomes)}`);
};

/** In a prop, Yes means over. */
const readProp = (market: GammaMarket, { stat = "" }: MarketKind): Bets | Rejection => {
  const { question, groupItemTitle, line } = market;
  const [, player, number] =
    new RegExp(`^(.+): ${stat} (?:Over|O/U) (${numeral})$`).exec(question.trim()) ?? [];
  const point = Number(number);
  if (
    player === undefined ||
    line !== point ||
    statedIn(groupItemTitle, `${stat} O/U (${numeral})`, point) !== point
  )
    return disagreement(`${shown(question)}, title ${shown(groupItemTitle)}, line ${shown(line)}`);
  return hasOutcomes(market, "Yes", "No")
    ? overUnder(point, player)
    : disagreement(`outcomes ${shown(market.outcomes)}`);
};

const readBets: Readonly<
  Record<MarketKind["shape"], (market: GammaMarket, kind: MarketKind, game: Game) => Bets | Rejection>
> = { moneyline: readMoneyline, handicap: readHandicap, over_under: readTotal, player: readProp };

/** The bets of a two-sided market at a taker's prices. The market's texts and numbers must agree on every bet. */
export const readLine = (
  market: GammaMarket,
  kind: MarketKind,
  game: Game,
  top: TopOfBook,
): Line | Rejection => {
  const bets = readBets[kind.shape](market, kind, game);
  if ("reason" in bets) return bets;
  const prices = takerPrices(top);
  const outcomes = bets.flatMap((bet, index): SnapshotOutcome[] => {
    const price = prices[index];
    return price === undefined ? [] : [{ ...bet, ...price }];
  });
  return { point: bets[0].point ?? 0, skew: skewOf(top), depth: depthOf(top), outcomes };
};

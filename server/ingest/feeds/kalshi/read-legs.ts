import { findMarket, marketKey } from "@/server/domain/catalogue/markets";
import type { Side } from "@/server/domain/catalogue/sides";
import { getOrInsert } from "@/server/domain/collections";
import { type Quote, quoteOf, type TakerPrice } from "@/server/ingest/feeds/kalshi/quote";
import type { KalshiMarket, KalshiOrderBook } from "@/server/ingest/feeds/kalshi/schemas";
import type { Series } from "@/server/ingest/feeds/kalshi/series";
import { isTieLeg, sideOfLeg, type TeamSide, type Teams } from "@/server/ingest/feeds/kalshi/teams";
import { chooseMainLine } from "@/server/ingest/feeds/main-line";
import { type RejectedItem, rejectedItem } from "@/server/ingest/feeds/reader";
import type { SnapshotOutcome } from "@/server/ingest/feeds/snapshot";

/** A leg is one YES/NO market of an event, with its order book if fetched. */
export type Leg = { readonly market: KalshiMarket; readonly book: KalshiOrderBook | undefined };

/** The outcomes of one series in one game, under the catalogue's keys. */
export type ReadSeries = {
  readonly outcomes: readonly { readonly key: string; readonly outcome: SnapshotOutcome }[];
  readonly rejected: readonly RejectedItem[];
  /** Whether a leg could not be read. If so, the series may offer more bets under its keys than `outcomes` contains. */
  readonly isDamaged: boolean;
};

/** A bet without its price. */
type Bet = {
  readonly side: Side;
  readonly point?: number;
  readonly team?: TeamSide;
  readonly player?: string;
};
/** The team or player that a ladder is about. A game total has neither. */
type Subject = Pick<Bet, "team" | "player">;

type Kept = { readonly leg: Leg; readonly quote: Quote };

/**
 * The number of prices that are read from a leg. Usually both YES and NO are read. In a moneyline, only YES is read, because NO may
 * include the draw.
 */
export const pricesPerLeg = ({ family }: Series): number => (family === "h2h" ? 1 : 2);

/** The catalogue's market keys of a series. A ladder has one key for its main line and one for its other lines. */
export const keysOf = (
  { family, period, prop }: Series,
  moneyline: string | undefined,
): readonly string[] => {
  const keys: Readonly<Record<Series["family"], readonly (string | undefined)[]>> = {
    h2h: [moneyline],
    spreads: [marketKey("spreads", period), marketKey("alternate_spreads", period)],
    totals: [marketKey("totals", period), marketKey("alternate_totals", period)],
    team_totals: [marketKey("team_totals", period), marketKey("alternate_team_totals", period)],
    btts: [marketKey("btts", period)],
    prop: prop === undefined ? [] : [prop, `${prop}_alternate`],
  };
  return keys[family].filter((key) => key !== undefined).filter((key) => findMarket(key) !== undefined);
};

const onlyInPart = /only points scored during the (?:2nd half|4th quarter) of play/i;

/**
 * Kalshi's markets on a second half or fourth quarter include overtime, unless their rules exclude it. The catalogue's markets on these
 * periods exclude overtime.
 */
const mayHaveOvertime = ({ period }: Series, { rules_secondary }: KalshiMarket): boolean => {
  if (period !== "h2" && period !== "q4") return false;
  const rules = rules_secondary ?? "";
  return !onlyInPart.test(rules) || /overtime/i.test(rules);
};

const isHalf = (line: number): boolean => Math.abs(line * 2) % 2 === 1;

/** The line of a leg. The line always ends in .5: "more than 8" has the line 8.5, and "at least 8" has the line 7.5. */
const lineOf = ({ strike_type, floor_strike, cap_strike }: KalshiMarket): number | undefined => {
  if (floor_strike == null || cap_strike != null || floor_strike < 0) return undefined;
  if (isHalf(floor_strike)) return floor_strike;
  if (!Number.isInteger(floor_strike)) return undefined;
  if (strike_type === "greater") return floor_strike + 0.5;
  return strike_type === "greater_or_equal" && floor_strike > 0 ? floor_strike - 0.5 : undefined;
};

const overInText = /\bover (\d+(?:\.\d+)?)\b/i;
const atLeastInText = /(?:^|[\s:])(\d+)\+(?:\s|$)/;

/** The line in the text of a leg: "over 3.5" or "2+". */
const lineInText = (text: string): number | undefined => {
  const over = overInText.exec(text)?.[1];
  if (over !== undefined) return Number(over);
  const atLeast = atLeastInText.exec(text)?.[1];
  return atLeast === undefined ? undefined : Number(atLeast) - 0.5;
};

type Sink = {
  rejected: RejectedItem[];
  isDamaged: boolean;
  outcomes: { key: string; outcome: SnapshotOutcome }[];
};

const refuse = (sink: Sink, reason: string, leg: Leg, detail: string, prices: number): void => {
  sink.isDamaged = true;
  sink.rejected.push(rejectedItem(reason, `${leg.market.ticker}: ${detail}`, prices));
};

/** Adds an outcome. A side on which nothing is offered is rejected. */
const add = (sink: Sink, key: string, leg: Leg, price: TakerPrice | undefined, bet: Bet) => {
  if (price === undefined) sink.rejected.push(rejectedItem("empty_side", `${leg.market.ticker} ${bet.side}`));
  else sink.outcomes.push({ key, outcome: { ...bet, ...price } });
};

/** Returns the legs that are open, have consistent prices, and exclude overtime where the catalogue does. Rejects the other legs. */
const usableLegs = (series: Series, legs: readonly Leg[], sink: Sink): Kept[] =>
  legs.flatMap((leg) => {
    const prices = pricesPerLeg(series);
    if (leg.market.status !== "active") {
      sink.rejected.push(rejectedItem("not_open", `${leg.market.ticker} ${leg.market.status}`, prices));
      return [];
    }
    if (mayHaveOvertime(series, leg.market)) {
      sink.rejected.push(rejectedItem("includes_overtime", leg.market.ticker, prices));
      return [];
    }
    const quote = quoteOf(leg.market, leg.book);
    if (typeof quote !== "string") return [{ leg, quote }];
    refuse(sink, "disagreement", leg, quote, prices);
    return [];
  });

/** Moneylines on a part of the game, and all moneylines of soccer, have a third leg for the draw. */
const hasTie = ({ league, period }: Series): boolean => league.hasDraw || period !== "full";

/**
 * Reads the YES price of each leg. The prices are accepted only if every side has exactly one usable leg with a YES price, and no other leg
 * is usable. Otherwise all prices are rejected. Without the draw's price, for example, home and away would look like a bet without a draw.
 */
const readMoneyline = (
  series: Series,
  key: string,
  kept: readonly Kept[],
  teams: Teams,
  sink: Sink,
): void => {
  const bySide = new Map<Side, Kept[]>();
  for (const one of kept) {
    const isTie = isTieLeg(one.leg.market);
    const side: Side | undefined = isTie ? "draw" : sideOfLeg(one.leg.market, teams);
    if (side === undefined || (isTie && !hasTie(series)))
      refuse(sink, "unknown_outcome", one.leg, `"${one.leg.market.yes_sub_title.slice(0, 60)}"`, 1);
    else bySide.set(side, [...(bySide.get(side) ?? []), one]);
  }
  const sides: readonly Side[] = hasTie(series) ? ["home", "away", "draw"] : ["home", "away"];
  const complete = sides.every((side) => bySide.get(side)?.length === 1);
  const offered = kept.filter(({ quote }) => quote.yes !== undefined);
  const isWhole = complete && offered.length === sides.length && kept.length === sides.length;
  for (const [side, listed] of bySide)
    for (const { leg, quote } of listed) {
      if (quote.yes === undefined || isWhole) add(sink, key, leg, quote.yes, { side });
      else
        sink.rejected.push(
          rejectedItem(
            "side_missing",
            `${leg.market.ticker}: the legs are not exactly one per side, each with a price`,
          ),
        );
    }
};

type Rung = Kept & { readonly point: number; readonly yes: Bet; readonly no: Bet };

/** Adds the main line of a ladder under the first key, and its other lines under the second key. */
const readLadder = (keys: readonly string[], rungs: readonly Rung[], sink: Sink): void => {
  const [mainKey = "", otherKey] = keys;
  // Without a key for other lines, all lines are under the first key.
  const main =
    otherKey === undefined
      ? undefined
      : chooseMainLine(rungs, ({ point, quote: { skew, depth } }) => ({ point, skew, depth }));
  for (const rung of rungs) {
    const key = rung === main || otherKey === undefined ? mainKey : otherKey;
    add(sink, key, rung.leg, rung.quote.yes, rung.yes);
    add(sink, key, rung.leg, rung.quote.no, rung.no);
  }
};

const withLine = (kept: readonly Kept[], sink: Sink): (Kept & { readonly point: number })[] =>
  kept.flatMap((one) => {
    const point = lineOf(one.leg.market);
    const stated = lineInText(one.leg.market.yes_sub_title);
    if (point !== undefined && (stated === undefined || stated === point || stated + 0.5 === point))
      return [{ ...one, point }];
    const { floor_strike, yes_sub_title } = one.leg.market;
    const reason = point === undefined ? "malformed_market" : "disagreement";
    refuse(sink, reason, one.leg, `floor_strike ${floor_strike}, "${yes_sub_title.slice(0, 60)}"`, 2);
    return [];
  });

const readSpreads = (keys: readonly string[], kept: readonly Kept[], teams: Teams, sink: Sink): void => {
  const rungs = withLine(kept, sink).flatMap((one): Rung[] => {
    const side = sideOfLeg(one.leg.market, teams);
    if (side === undefined) {
      refuse(sink, "unknown_outcome", one.leg, `"${one.leg.market.yes_sub_title.slice(0, 60)}"`, 2);
      return [];
    }
    const other = side === "home" ? "away" : "home";
    return [{ ...one, yes: { side, point: -one.point }, no: { side: other, point: one.point } }];
  });
  readLadder(keys, rungs, sink);
};

const overUnder = (one: Kept & { readonly point: number }, subject: Subject): Rung => ({
  ...one,
  yes: { side: "over", point: one.point, ...subject },
  no: { side: "under", point: one.point, ...subject },
});

/** Reads the ladders of several subjects, such as the two teams or the players. Each ladder has its own main line. */
const readLadders = (
  keys: readonly string[],
  kept: readonly Kept[],
  subjectOf: (market: KalshiMarket) => Subject | undefined,
  sink: Sink,
): void => {
  const ladders = new Map<string, Rung[]>();
  for (const one of withLine(kept, sink)) {
    const subject = subjectOf(one.leg.market);
    if (subject === undefined) {
      refuse(sink, "unknown_outcome", one.leg, `"${one.leg.market.yes_sub_title.slice(0, 60)}"`, 2);
      continue;
    }
    const key = JSON.stringify(subject);
    getOrInsert(ladders, key, () => []).push(overUnder(one, subject));
  }
  for (const rungs of ladders.values()) readLadder(keys, rungs, sink);
};

/** The player of a leg; undefined for "No touchdown", which is listed among the scorers. */
const playerOf = ({ yes_sub_title }: KalshiMarket): { readonly player: string } | undefined => {
  const player = yes_sub_title.split(": ", 1)[0]?.trim() ?? "";
  return player === "" || /^no\b/i.test(player) ? undefined : { player };
};

const readYesNo = (key: string, kept: readonly Kept[], isOfPlayer: boolean, sink: Sink): void => {
  for (const { leg, quote } of kept) {
    const player = playerOf(leg.market);
    const { floor_strike: line } = leg.market;
    if ((isOfPlayer && player === undefined) || (line != null && line !== 0.5)) {
      refuse(sink, "unknown_outcome", leg, `"${leg.market.yes_sub_title.slice(0, 60)}"`, 2);
      continue;
    }
    const subject = isOfPlayer ? player : {};
    add(sink, key, leg, quote.yes, { side: "yes", ...subject });
    add(sink, key, leg, quote.no, { side: "no", ...subject });
  }
};

/** The outcomes of a series in one game. @param keys from `keysOf`. */
export const readLegs = (
  series: Series,
  keys: readonly string[],
  legs: readonly Leg[],
  teams: Teams,
): ReadSeries => {
  const sink: Sink = { outcomes: [], rejected: [], isDamaged: false };
  const kept = usableLegs(series, legs, sink);
  const [key = ""] = keys;
  const isYesNo = findMarket(key)?.shape.sides.includes("yes") === true;
  if (series.family === "h2h") readMoneyline(series, key, kept, teams, sink);
  else if (isYesNo) readYesNo(key, kept, series.family === "prop", sink);
  else if (series.family === "spreads") readSpreads(keys, kept, teams, sink);
  else if (series.family === "totals") readLadders(keys, kept, () => ({}), sink);
  else if (series.family === "prop") readLadders(keys, kept, playerOf, sink);
  else
    readLadders(
      keys,
      kept,
      (market) => {
        const team = sideOfLeg(market, teams);
        return team && { team };
      },
      sink,
    );
  return sink;
};

import {
  findMarket,
  isLegalFor,
  type Market,
  moneylineOf,
  markets as servedMarkets,
  sidesOf,
} from "@/server/catalogue/markets";
import type { Sport } from "@/server/catalogue/sports";
import { checkOutcome, type RefusedOutcome } from "@/server/feeds/check-outcome";
import { parseTime } from "@/server/feeds/parse-time";
import type { RejectionReason } from "@/server/feeds/rejection-reasons";
import {
  type RejectionDetail,
  type RejectionTally,
  reject,
  rejectUnseen,
} from "@/server/feeds/rejection-tally";
import { settleOutcomes } from "@/server/feeds/settle-outcomes";
import { isAbsent, isObject, shown } from "@/server/feeds/untrusted";
import { sides as allSides, type Outcome, type Side } from "@/server/prices/outcome";

export type CheckedMarket = {
  readonly key: string;
  /** The market's own fetch time in ms; null when it states that none is measured, undefined when the book's counts. */
  readonly fetchedAt: number | null | undefined;
  /** At least one, in canonical order; sides are the book's own. */
  readonly outcomes: readonly Outcome[];
};

export type CheckedMarkets = {
  readonly markets: readonly CheckedMarket[];
  /** Keys of markets that were listed and hold nothing readable: what the book offers there is not known, so they are not withdrawn. */
  readonly unread: ReadonlySet<string>;
};

/** Of the snapshot whose markets are checked. Times are in ms since the epoch. */
export type Situation = {
  readonly sport: Sport;
  readonly recordedAt: number;
  readonly fetchedAt: number | null;
  readonly scope: ReadonlySet<string> | null;
  readonly tally: RejectionTally;
  /** Collects the keys of markets whose prices came under another key: the snapshot speaks for these too. */
  readonly moved: Set<string>;
};

type Gathered = {
  readonly market: Market;
  readonly fetchedAt: (number | null | undefined)[];
  readonly outcomes: Outcome[];
  readonly refused: RefusedOutcome[];
  hasDraw: boolean;
  /** Something was listed of which not even the side is known. */
  hasUnknown: boolean;
};

/** Everything that one event lists, by market key. `isDamaged`: a market whose key cannot be read, and which may be any. */
type Gathering = { readonly markets: Map<string, Gathered>; isDamaged: boolean };

/** How far ahead of ours the clock of a source may be. */
const sourceSkewMs = 60_000;

const refuse = (reason: RejectionReason, detail: string): RejectionDetail => ({ reason, detail });

/** Whether a price can have been fetched at that time, given when it was recorded. */
export const isPossibleFetch = (fetchedAt: number | null, recordedAt: number): boolean =>
  fetchedAt === null || fetchedAt <= recordedAt + sourceSkewMs;

/** How many prices a market holds, readable or not. */
export const countMarket = (market: unknown): number =>
  isObject(market) && Array.isArray(market.outcomes) ? market.outcomes.length : 1;

/** A key under which sources list two bets: who wins, and who wins with the draw as a third way. */
const isWinner = ({ family }: Market): boolean => family === "h2h";
const isMoneyline = ({ family }: Market): boolean => family === "h2h" || family === "h2h_3_way";

const gatheredOf = ({ markets }: Gathering, market: Market): Gathered => {
  const known = markets.get(market.key);
  if (known !== undefined) return known;
  const made: Gathered = {
    market,
    fetchedAt: [],
    outcomes: [],
    refused: [],
    hasDraw: false,
    hasUnknown: false,
  };
  markets.set(market.key, made);
  return made;
};

const gatherOutcome = (outcome: unknown, into: Gathered, allowed: readonly Side[]): RefusedOutcome | null => {
  const side = isObject(outcome) ? allSides.find((known) => known === outcome.side) : undefined;
  if (side === undefined) into.hasUnknown = true;
  if (side === "draw") into.hasDraw = true;
  const checked = checkOutcome(outcome, into.market.shape, allowed);
  if ("value" in checked) {
    into.outcomes.push(checked.value);
    return null;
  }
  into.refused.push(checked);
  return checked;
};

const gatherMarket = (
  market: unknown,
  { sport, recordedAt, scope, tally }: Situation,
  gathering: Gathering,
  event: string,
): void => {
  const prices = countMarket(market);
  if (!isObject(market) || typeof market.key !== "string") {
    gathering.isDamaged = true;
    rejectUnseen(tally, refuse("malformed_market", shown(market)), prices, event);
    return;
  }
  const subject = `${event} ${shown(market.key)}`;
  const known = findMarket(market.key);
  if (known === undefined || !isLegalFor(known, sport)) {
    rejectUnseen(tally, refuse("unknown_market", `not a market of ${sport.key}`), prices, subject);
    return;
  }
  if (scope !== null && !scope.has(known.key)) {
    rejectUnseen(tally, refuse("out_of_scope", "the snapshot does not speak for it"), prices, subject);
    return;
  }
  const into = gatheredOf(gathering, known);
  if (!Array.isArray(market.outcomes)) {
    into.hasUnknown = true;
    rejectUnseen(tally, refuse("malformed_market", shown(market)), prices, event);
    return;
  }
  const given = market.fetched_at;
  const fetchedAt = isAbsent(given) ? given : parseTime(given);
  if (!isPossibleFetch(fetchedAt ?? null, recordedAt)) {
    into.hasUnknown = true;
    rejectUnseen(tally, refuse("unusable_time", `fetched_at ${shown(given)}`), prices, subject);
    return;
  }
  into.fetchedAt.push(fetchedAt);
  tally.seen += market.outcomes.length;
  const allowed: readonly Side[] = isWinner(known) ? [...known.shape.sides, "draw"] : sidesOf(known, sport);
  for (const outcome of market.outcomes) {
    const refused = gatherOutcome(outcome, into, allowed);
    if (refused !== null) reject(tally, refused, 1, subject);
  }
};

/** A market listed in parts is as old as its oldest part, and not measured if one is not. */
const mergeTimes = (times: readonly (number | null | undefined)[], ofBook: number | null) => {
  const [first] = times;
  if (times.every((time) => time === first)) return first;
  const known = times.map((time) => (time === undefined ? ofBook : time));
  return known.includes(null) ? null : Math.min(...known.filter((time) => time !== null));
};

/** The markets that a listing under a winner's key may be of: several only where not all of it could be read. */
const candidatesOf = (
  { market, hasDraw, hasUnknown, outcomes, refused }: Gathered,
  sport: Sport,
): Market[] => {
  const withDraw = moneylineOf(sport, market.period, true);
  const without = moneylineOf(sport, market.period, false);
  // Where draws are usual, a listing that lost something may have lost the draw.
  const mayHaveLostDraw = hasUnknown || (sport.canDraw && refused.length > 0);
  if (!hasDraw && mayHaveLostDraw) return [withDraw, without].filter((one) => one !== undefined);
  // One side alone says nothing, not even which bet it is: the market that it came under rejects it.
  const isAlone = new Set(outcomes.map(({ side }) => side)).size < 2;
  const unlessDrawn = isAlone ? market : without;
  const target = hasDraw ? withDraw : unlessDrawn;
  return target === undefined ? [] : [target];
};

/**
 * Hands what is listed under a winner's key to the market that it is of. It is judged whole, whatever parts it came in: with a draw
 * among them, the prices of home and away are of another bet.
 * @returns keys of the markets that it may be of, where that cannot be told.
 */
const moveWinner = (
  listed: Gathered,
  situation: Situation,
  gathering: Gathering,
  event: string,
): string[] => {
  const { market, fetchedAt, outcomes, refused, hasDraw, hasUnknown } = listed;
  const candidates = candidatesOf(listed, situation.sport);
  const [target] = candidates;
  if (target === market && candidates.length === 1 && !hasUnknown) return [];
  gathering.markets.delete(market.key);
  if (target !== undefined && candidates.length === 1 && !hasUnknown) {
    situation.moved.add(target.key);
    const into = gatheredOf(gathering, target);
    into.fetchedAt.push(...fetchedAt);
    into.outcomes.push(...outcomes);
    into.refused.push(...refused);
    return [];
  }
  const homeless = hasDraw
    ? refuse("side_not_allowed", `${situation.sport.key} has no market with the draw`)
    : refuse("draw_missing", "home and away without the draw");
  const why = target === undefined ? homeless : refuse("line_rejected", "not all of it can be read");
  if (outcomes.length > 0) reject(situation.tally, why, outcomes.length, `${event} ${market.key}`);
  return candidates.map(({ key }) => key);
};

const settle = (
  { market, fetchedAt, outcomes, refused, hasUnknown }: Gathered,
  { sport, tally, fetchedAt: ofBook }: Situation,
  event: string,
): CheckedMarket | "unread" | "not offered" => {
  const listed = { market, sides: sidesOf(market, sport), outcomes, refused };
  const settled = settleOutcomes(listed, isMoneyline(market), tally, `${event} ${market.key}`);
  if (settled.outcomes.length === 0) return hasUnknown || settled.isDamaged ? "unread" : "not offered";
  return { key: market.key, fetchedAt: mergeTimes(fetchedAt, ofBook), outcomes: settled.outcomes };
};

/**
 * The markets of one event, each by the key of the bet that its prices are.
 *
 * Under `h2h`, and each period's, sources list two bets:
 *
 * | the sport's `h2h` | listed | becomes |
 * |---|---|---|
 * | two-way | home, away | `h2h` |
 * | two-way | a draw among them, in whatever part | `h2h_3_way`, together with what is listed there |
 * | three-way | home, away, draw | `h2h` |
 * | three-way | home, away | `draw_no_bet` where books quote both ways, else rejected: draw_missing |
 * | either | something of which the side cannot be told | rejected: line_rejected |
 *
 * A book that listed the one bet and now lists the other offers the first no more: its market is withdrawn. Where it cannot be told
 * which of them is listed, neither is.
 *
 * @param lost keys of markets that the reader could not read, or not all of.
 */
export const checkMarkets = (
  markets: readonly unknown[],
  lost: readonly string[],
  situation: Situation,
  event: string,
): CheckedMarkets => {
  const gathering: Gathering = { markets: new Map(), isDamaged: false };
  for (const key of lost) {
    const known = findMarket(key);
    if (known !== undefined) gatheredOf(gathering, known).hasUnknown = true;
  }
  for (const market of markets) gatherMarket(market, situation, gathering, event);

  const unread = new Set<string>();
  for (const listed of [...gathering.markets.values()].filter(({ market }) => isWinner(market)))
    for (const key of moveWinner(listed, situation, gathering, event)) unread.add(key);
  const checked: CheckedMarket[] = [];
  for (const listed of gathering.markets.values()) {
    const settled = settle(listed, situation, event);
    if (settled === "unread") unread.add(listed.market.key);
    else if (settled !== "not offered") checked.push(settled);
  }
  if (gathering.isDamaged)
    for (const market of servedMarkets)
      if (isLegalFor(market, situation.sport) && !gathering.markets.has(market.key)) unread.add(market.key);
  for (const { key } of checked) unread.delete(key);
  return { markets: checked, unread };
};

import {
  findMarket,
  isLegalFor,
  type Market,
  moneylineOf,
  markets as servedMarkets,
  sidesOf,
} from "@/server/domain/catalogue/markets";
import { sides as allSides, type Side } from "@/server/domain/catalogue/sides";
import type { Sport } from "@/server/domain/catalogue/sports";
import { minuteMs } from "@/server/domain/durations";
import type { Outcome } from "@/server/domain/prices/outcome";
import { checkOutcome, type RejectedOutcome } from "@/server/ingest/feeds/check-outcome";
import { judgeOutcomes } from "@/server/ingest/feeds/judge-outcomes";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import type { RejectionReason } from "@/server/ingest/feeds/rejection-reasons";
import {
  countAndReject,
  type RejectionDetail,
  type RejectionTally,
  reject,
} from "@/server/ingest/feeds/rejection-tally";
import { ladderOf, splitLadder } from "@/server/ingest/feeds/split-ladder";
import { isAbsent, isObject, shown } from "@/server/ingest/feeds/untrusted";
import type { Steps } from "@/server/ingest/matching/steps";

export type CheckedMarket = {
  readonly key: string;
  /** In ms; null if the source states that the market has no fetch time, undefined if the book's fetch time applies. */
  readonly fetchedAt: number | null | undefined;
  /** At least one outcome, in canonical order. Home and away are as the book lists them. */
  readonly outcomes: readonly Outcome[];
};

export type CheckedMarkets = {
  readonly markets: readonly CheckedMarket[];
  /**
   * Keys of markets that have no accepted price, but to which an unusable part of the listing may belong. The book may still offer these
   * markets, so they are not withdrawn.
   */
  readonly unread: ReadonlySet<string>;
};

/** Facts about the snapshot whose markets are checked. Times are in ms since the epoch. */
export type Situation = {
  readonly sport: Sport;
  readonly recordedAt: number;
  readonly fetchedAt: number | null;
  readonly scope: ReadonlySet<string> | null;
  readonly tally: RejectionTally;
  /** Collects the keys of markets whose prices were listed under another key. The snapshot covers these markets too. */
  readonly moved: Set<string>;
};

type Gathered = {
  readonly market: Market;
  readonly fetchedAt: (number | null | undefined)[];
  readonly outcomes: Outcome[];
  readonly rejected: RejectedOutcome[];
  hasDraw: boolean;
  /** Whether a part of the listing could not be read. That part may be a price of any side. */
  hasUnknown: boolean;
};

/** The listings of one event, by market key. `isDamaged`: a listing has no readable key, so it may be of any market. */
type Gathering = { readonly markets: Map<string, Gathered>; isDamaged: boolean };

/** The most players that a book may list for one event. The largest squads of two teams have 170 players. */
export const maxPlayersPerEvent = 300;

/** How far the clock of a source may be ahead of ours. */
export const sourceSkewMs = minuteMs;

const rejection = (reason: RejectionReason, detail: string): RejectionDetail => ({ reason, detail });

/** Whether a price recorded at `recordedAt` could have been fetched at `fetchedAt`. */
export const isPossibleFetch = (fetchedAt: number | null, recordedAt: number): boolean =>
  fetchedAt === null || fetchedAt <= recordedAt + sourceSkewMs;

/** The number of prices in a market, readable or not. */
export const countMarket = (market: unknown): number =>
  isObject(market) && Array.isArray(market.outcomes) ? market.outcomes.length : 1;

/** Whether sources use the market's key for two bets: the winner without a draw, and the result with a draw. */
const isWinner = ({ family }: Market): boolean => family === "h2h";

const gatheredOf = ({ markets }: Gathering, market: Market): Gathered => {
  const existing = markets.get(market.key);
  if (existing !== undefined) return existing;
  const created: Gathered = {
    market,
    fetchedAt: [],
    outcomes: [],
    rejected: [],
    hasDraw: false,
    hasUnknown: false,
  };
  markets.set(market.key, created);
  return created;
};

/** Some books list whether a player scores as over or under 0.5. That is the same bet as yes or no. */
const asYesOrNo = (outcome: unknown, { shape }: Market): unknown => {
  if (shape.subject !== "player" || shape.point !== "none" || !shape.sides.includes("yes")) return outcome;
  if (!isObject(outcome) || outcome.point !== 0.5) return outcome;
  const { point: _, side, ...rest } = outcome;
  if (side === "over") return { ...rest, side: "yes" };
  return side === "under" ? { ...rest, side: "no" } : outcome;
};

const gatherOutcome = (listed: unknown, into: Gathered, allowed: readonly Side[]): RejectedOutcome | null => {
  const outcome = asYesOrNo(listed, into.market);
  const side = isObject(outcome) ? allSides.find((candidate) => candidate === outcome.side) : undefined;
  if (side === undefined) into.hasUnknown = true;
  if (side === "draw") into.hasDraw = true;
  const checked = checkOutcome(outcome, into.market.shape, allowed);
  if ("value" in checked) {
    into.outcomes.push(checked.value);
    return null;
  }
  into.rejected.push(checked);
  return checked;
};

/** Checking so many prices takes less than 1 ms. */
const pricesPerStep = 100;

/** One listing of a market: its prices, the sides that they may have, and the market that they are gathered into. */
type Listing = {
  readonly into: Gathered;
  readonly outcomes: readonly unknown[];
  readonly allowed: readonly Side[];
  readonly subject: string;
};

/** Reads what a listing states about its market. @returns undefined if its prices are rejected, which are then counted. */
const openListing = (
  market: unknown,
  { sport, recordedAt, scope, tally }: Situation,
  gathering: Gathering,
  event: string,
): Listing | undefined => {
  const prices = countMarket(market);
  const rejectAll = (why: RejectionDetail, about: string): undefined => {
    countAndReject(tally, why, prices, about);
  };
  if (!isObject(market) || typeof market.key !== "string") {
    gathering.isDamaged = true;
    return rejectAll(rejection("malformed_market", shown(market)), event);
  }
  const subject = `${event} ${shown(market.key)}`;
  const catalogueMarket = findMarket(market.key);
  if (catalogueMarket === undefined || !isLegalFor(catalogueMarket, sport))
    return rejectAll(rejection("unknown_market", `not a market of ${sport.key}`), subject);
  if (scope !== null && !scope.has(catalogueMarket.key))
    return rejectAll(rejection("out_of_scope", "outside the snapshot's scope"), subject);
  const into = gatheredOf(gathering, catalogueMarket);
  if (!Array.isArray(market.outcomes)) {
    into.hasUnknown = true;
    return rejectAll(rejection("malformed_market", shown(market)), event);
  }
  const given = market.fetched_at;
  const fetchedAt = isAbsent(given) ? given : parseTime(given);
  if (!isPossibleFetch(fetchedAt ?? null, recordedAt)) {
    into.hasUnknown = true;
    return rejectAll(rejection("unusable_time", `fetched_at ${shown(given)}`), subject);
  }
  into.fetchedAt.push(fetchedAt);
  tally.seen += market.outcomes.length;
  const allowed: readonly Side[] = isWinner(catalogueMarket)
    ? [...catalogueMarket.shape.sides, "draw"]
    : sidesOf(catalogueMarket, sport);
  return { into, outcomes: market.outcomes, allowed, subject };
};

function* gatherListings(
  markets: readonly unknown[],
  situation: Situation,
  gathering: Gathering,
  event: string,
): Steps<void> {
  let done = 0;
  for (const market of markets) {
    const listing = openListing(market, situation, gathering, event);
    if (listing === undefined) {
      // The detail of the rejection was cut from all of the listing's JSON, which may be long.
      yield;
      continue;
    }
    if (++done % pricesPerStep === 0) yield;
    const { into, outcomes, allowed, subject } = listing;
    for (const outcome of outcomes) {
      const rejected = gatherOutcome(outcome, into, allowed);
      if (rejected !== null) reject(situation.tally, rejected, 1, subject);
      if (++done % pricesPerStep === 0) yield;
    }
  }
}

/**
 * The fetch time of a market that may be listed in parts: the oldest of the parts' fetch times, or null if one of these times is unknown.
 * @param times one entry per part. Null: the source states that the part has no fetch time. Undefined: the source states nothing, so the
 * book's fetch time applies to the part.
 * @returns undefined if no part has its own fetch time. The book's fetch time then applies.
 */
const mergeTimes = (times: readonly (number | null | undefined)[], ofBook: number | null) => {
  const [first] = times;
  if (times.every((time) => time === first)) return first;
  const ownTimes = times.map((time) => (time === undefined ? ofBook : time));
  return ownTimes.includes(null) ? null : Math.min(...ownTimes.filter((time) => time !== null));
};

/**
 * The markets to which a listing under a moneyline key may belong. If an unusable part of the listing may be the draw, these are the
 * sport's markets with and without a draw. Empty if the sport has no market for the bet.
 */
const candidatesOf = (
  { market, hasDraw, hasUnknown, outcomes, rejected }: Gathered,
  sport: Sport,
): Market[] => {
  const withDraw = moneylineOf(sport, market.period, true);
  const without = moneylineOf(sport, market.period, false);
  // In sports with draws, a listing with a rejected price is faulty, so its draw may be missing by mistake.
  const mayHaveLostDraw = hasUnknown || (sport.canDraw && rejected.length > 0);
  if (!hasDraw && mayHaveLostDraw) return [withDraw, without].filter((market) => market !== undefined);
  // A single side does not show which bet it belongs to. It stays under the listed key, where it is rejected.
  const isAlone = new Set(outcomes.map(({ side }) => side)).size < 2;
  const unlessDrawn = isAlone ? market : without;
  const target = hasDraw ? withDraw : unlessDrawn;
  return target === undefined ? [] : [target];
};

/**
 * Moves prices to the market of their own bet if they are listed under another bet's key. If one key is listed in several parts, the parts
 * are judged together, because a draw in one part changes the bet of all parts.
 * @returns the keys of the markets that a rejected listing may belong to; empty if the listing is not rejected.
 */
const moveWinner = (
  listed: Gathered,
  situation: Situation,
  gathering: Gathering,
  event: string,
): string[] => {
  const { market, fetchedAt, outcomes, rejected, hasDraw, hasUnknown } = listed;
  const candidates = candidatesOf(listed, situation.sport);
  const [target] = candidates;
  if (target === market && candidates.length === 1 && !hasUnknown) return [];
  gathering.markets.delete(market.key);
  if (target !== undefined && candidates.length === 1 && !hasUnknown) {
    situation.moved.add(target.key);
    const into = gatheredOf(gathering, target);
    into.fetchedAt.push(...fetchedAt);
    into.outcomes.push(...outcomes);
    into.rejected.push(...rejected);
    return [];
  }
  const noMarket = hasDraw
    ? rejection("side_not_allowed", `${situation.sport.key} has no market with the draw`)
    : rejection("draw_missing", "home and away without a draw");
  const why =
    target === undefined ? noMarket : rejection("line_rejected", "a part of the market is unreadable");
  if (outcomes.length > 0) reject(situation.tally, why, outcomes.length, `${event} ${market.key}`);
  return candidates.map(({ key }) => key);
};

/**
 * Moves the lines of a ladder that is listed under a main market to the market of alternate lines. If the snapshot does not cover that
 * market, the lines are rejected instead: no later snapshot of the same scope could withdraw them.
 */
const moveLadder = (listed: Gathered, situation: Situation, gathering: Gathering, event: string): void => {
  const { market, outcomes, rejected, fetchedAt } = listed;
  const target = ladderOf(market);
  const isRejectedWhole = rejected.some(({ rejectedLines }) => rejectedLines === null);
  const split = target === undefined || isRejectedWhole ? undefined : splitLadder(outcomes, market);
  if (target === undefined || split === undefined) return;
  gathering.markets.set(market.key, { ...listed, outcomes: [...split.main] });
  const { scope, tally } = situation;
  if (scope !== null && !scope.has(target.key)) {
    const detail = `a ladder under a main market, and ${target.key} is out of scope`;
    reject(tally, rejection("not_main_line", detail), split.others.length, `${event} ${market.key}`);
    return;
  }
  const into = gatheredOf(gathering, target);
  into.fetchedAt.push(...fetchedAt);
  into.outcomes.push(...split.others);
  into.rejected.push(...rejected.filter(({ rejectedLines }) => rejectedLines?.length !== 0));
};

const judgeMarket = (
  { market, fetchedAt, outcomes, rejected, hasUnknown }: Gathered,
  { sport, tally, fetchedAt: ofBook }: Situation,
  event: string,
): CheckedMarket | "unread" | "not offered" => {
  const listed = { market, sides: sidesOf(market, sport), outcomes, rejected };
  const judged = judgeOutcomes(listed, market.needsAllSides, tally, `${event} ${market.key}`);
  if (judged.outcomes.length === 0) return hasUnknown || judged.isDamaged ? "unread" : "not offered";
  return { key: market.key, fetchedAt: mergeTimes(fetchedAt, ofBook), outcomes: judged.outcomes };
};

/**
 * If an event lists too many players, rejects all its markets with players.
 * @returns the keys of the rejected markets.
 */
const rejectCrowd = ({ markets }: Gathering, { tally }: Situation, event: string): string[] => {
  const listed = [...markets.values()].filter(({ market }) => market.shape.subject === "player");
  const players = new Set(listed.flatMap(({ outcomes }) => outcomes.map(({ player }) => player)));
  if (players.size <= maxPlayersPerEvent) return [];
  const why = rejection("too_many_players", `${players.size} players`);
  for (const { market, outcomes } of listed) {
    if (outcomes.length > 0) reject(tally, why, outcomes.length, `${event} ${market.key}`);
    markets.delete(market.key);
  }
  return listed.map(({ market }) => market.key);
};

/**
 * Checks the markets of one event, and lists each price under the key of its bet.
 *
 * Under `h2h`, sources list either of two bets: the winner without a draw, or the result with a draw. They use the key of a period, such as
 * `h2h_h1`, in the same way. The table shows what a listing under `h2h` becomes:
 *
 * | the sport's `h2h` | listed | becomes |
 * |---|---|---|
 * | two-way | home, away | `h2h` |
 * | two-way | a draw in any part | merged into `h2h_3_way` if the sport has this market, else rejected: side_not_allowed |
 * | three-way | home, away, draw | `h2h` |
 * | three-way | home, away | `draw_no_bet` if books of the sport list both bets under `h2h`, else rejected: draw_missing |
 * | either | an outcome with an unknown side | rejected: line_rejected |
 *
 * A main market of spreads or totals has one line. If it lists a ladder, the line whose two prices are nearest to each other stays, and the
 * others become alternate lines.
 *
 * If a book lists one of the two bets and later the other, the market of the first bet is withdrawn. If the listed bet is ambiguous,
 * neither market is withdrawn.
 *
 * @param lost keys of markets that the reader could not read completely.
 */
export function* checkMarkets(
  markets: readonly unknown[],
  lost: readonly string[],
  situation: Situation,
  event: string,
): Steps<CheckedMarkets> {
  const gathering: Gathering = { markets: new Map(), isDamaged: false };
  for (const key of lost) {
    const catalogueMarket = findMarket(key);
    if (catalogueMarket !== undefined) gatheredOf(gathering, catalogueMarket).hasUnknown = true;
  }
  yield* gatherListings(markets, situation, gathering, event);

  const unread = new Set(rejectCrowd(gathering, situation, event));
  for (const listed of [...gathering.markets.values()].filter(({ market }) => isWinner(market)))
    for (const key of moveWinner(listed, situation, gathering, event)) unread.add(key);
  for (const listed of [...gathering.markets.values()]) moveLadder(listed, situation, gathering, event);
  const checked: CheckedMarket[] = [];
  let sinceStep = 0;
  for (const listed of gathering.markets.values()) {
    sinceStep += 1 + listed.outcomes.length;
    if (sinceStep >= pricesPerStep) {
      sinceStep = 0;
      yield;
    }
    const judged = judgeMarket(listed, situation, event);
    if (judged === "unread") unread.add(listed.market.key);
    else if (judged !== "not offered") checked.push(judged);
  }
  if (gathering.isDamaged)
    for (const market of servedMarkets)
      if (isLegalFor(market, situation.sport) && !gathering.markets.has(market.key)) unread.add(market.key);
  for (const { key } of checked) unread.delete(key);
  return { markets: checked, unread };
}

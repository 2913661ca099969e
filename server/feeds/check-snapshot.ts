import { findMarket, isLegalFor, markets as servedMarkets, sidesOf } from "@/server/catalogue/markets";
import { findSport, type Sport } from "@/server/catalogue/sports";
import { checkOutcome } from "@/server/feeds/check-outcome";
import { parseTime } from "@/server/feeds/parse-time";
import {
  createTally,
  type RejectionDetail,
  type RejectionTally,
  reject,
  rejectUnseen,
} from "@/server/feeds/rejection-tally";
import { settleOutcomes } from "@/server/feeds/settle-outcomes";
import type { BookSnapshot } from "@/server/feeds/snapshot";
import { isAbsent, isObject, readText, shown, type UntrustedObject } from "@/server/feeds/untrusted";
import type { Outcome } from "@/server/prices/outcome";

export type CheckedMarket = {
  readonly key: string;
  /** The market's own fetch time in ms; null when it states that none is measured, undefined when the book's counts. */
  readonly fetchedAt: number | null | undefined;
  /** At least one, in canonical order; sides are the book's own. */
  readonly outcomes: readonly Outcome[];
};

export type CheckedEvent = {
  readonly ref?: string;
  /** ms since the epoch. */
  readonly commenceTime: number;
  readonly home: string;
  readonly away: string;
  /** It had started when it was recorded: it has no markets then, but its start is information. */
  readonly inPlay: boolean;
  readonly markets: readonly CheckedMarket[];
  /** Keys of markets that were listed and hold nothing readable: what the book offers there is not known, so they are not withdrawn. */
  readonly unread: ReadonlySet<string>;
};

export type CheckedSnapshot = {
  readonly book: string;
  readonly sport: string;
  /** ms since the epoch. */
  readonly fetchedAt: number | null;
  readonly scope: ReadonlySet<string> | null;
  /** False also when an event could not be read, since that event may be any. */
  readonly complete: boolean;
  readonly events: readonly CheckedEvent[];
  readonly eventsSeen: number;
  /** Events in play included. */
  readonly rejectedEvents: number;
  /** Accepted + repeated + the sum of `rejected`. */
  readonly pricesSeen: number;
  readonly pricesRepeated: number;
  /** Reason -> prices. */
  readonly rejected: ReadonlyMap<string, number>;
  readonly details: readonly RejectionDetail[];
};

/** All in ms since the epoch. `recordedAt` is NaN where no usable time of recording is known. */
export type SnapshotClock = {
  readonly recordedAt: number;
  readonly now: number;
  readonly archiveFrom: number;
};

const clockSkewMs = 60_000;
/** No league announces a kick-off further ahead, and no recording is of one further back. */
const furthestStartMs = 2 * 366 * 24 * 3_600_000;
const bookKey = /^[a-z0-9_]{1,40}$/;
const longestName = 100;
const longestRef = 200;

const refuse = (reason: string, detail: string): RejectionDetail => ({ reason, detail });

const countMarket = (market: unknown): number =>
  isObject(market) && Array.isArray(market.outcomes) ? market.outcomes.length : 1;

const countEvent = (event: unknown): number =>
  isObject(event) && Array.isArray(event.markets)
    ? event.markets.reduce((sum: number, market) => sum + countMarket(market), 0)
    : 1;

type Heading = Pick<CheckedSnapshot, "fetchedAt" | "scope" | "complete"> & { readonly sport: Sport };

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

const checkHeading = (snapshot: UntrustedObject, clock: SnapshotClock): Heading | RejectionDetail => {
  const { book, sport: sportKey, scope, complete } = snapshot;
  if (typeof book !== "string" || !bookKey.test(book))
    return refuse("malformed_snapshot", `book ${shown(book)} is not ${bookKey.source}`);
  if (!isAbsent(scope) && !isListOfTexts(scope))
    return refuse("malformed_snapshot", `scope ${shown(scope)} is no list of market keys`);
  if (!isAbsent(complete) && typeof complete !== "boolean")
    return refuse("malformed_snapshot", `complete ${shown(complete)} is neither true nor false`);
  const sport = typeof sportKey === "string" ? findSport(sportKey) : undefined;
  if (sport === undefined) return refuse("unknown_sport", `sport ${shown(sportKey)}`);

  const { recordedAt, now, archiveFrom } = clock;
  if (!Number.isFinite(recordedAt)) return refuse("unusable_time", "no time of recording");
  if (recordedAt > now + clockSkewMs) return refuse("unusable_time", "recorded in the future");
  const fetchedAt = isAbsent(snapshot.fetched_at) ? null : parseTime(snapshot.fetched_at);
  if (!isPossibleFetch(fetchedAt, recordedAt))
    return refuse("unusable_time", `fetched_at ${shown(snapshot.fetched_at)}`);
  if (recordedAt < archiveFrom)
    return refuse("before_archive", `recorded ${new Date(recordedAt).toISOString()}`);
  return {
    sport,
    fetchedAt,
    scope: isAbsent(scope) ? null : new Set(scope.filter((key) => findMarket(key) !== undefined)),
    complete: complete === true,
  };
};

const isPossibleFetch = (fetchedAt: number | null, recordedAt: number): boolean =>
  fetchedAt === null || fetchedAt <= recordedAt + clockSkewMs;

type Situation = {
  readonly sport: Sport;
  readonly recordedAt: number;
  readonly fetchedAt: number | null;
  readonly scope: ReadonlySet<string> | null;
  readonly tally: RejectionTally;
};

type GatheredMarket = {
  readonly fetchedAt: (number | null | undefined)[];
  readonly outcomes: Outcome[];
  /** Something was listed that could not be read. */
  isDamaged: boolean;
};

/** Everything that one event lists, by market key. `isDamaged`: a market whose key cannot be read, and which may be any. */
type Gathering = { readonly markets: Map<string, GatheredMarket>; isDamaged: boolean };

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
  const into = gathering.markets.get(known.key) ?? { fetchedAt: [], outcomes: [], isDamaged: false };
  gathering.markets.set(known.key, into);
  if (!Array.isArray(market.outcomes)) {
    into.isDamaged = true;
    rejectUnseen(tally, refuse("malformed_market", shown(market)), prices, event);
    return;
  }
  const given = market.fetched_at;
  const fetchedAt = isAbsent(given) ? given : parseTime(given);
  if (!isPossibleFetch(fetchedAt ?? null, recordedAt)) {
    into.isDamaged = true;
    rejectUnseen(tally, refuse("unusable_time", `fetched_at ${shown(given)}`), prices, subject);
    return;
  }
  const sides = sidesOf(known, sport);
  into.fetchedAt.push(fetchedAt);
  tally.seen += market.outcomes.length;
  for (const outcome of market.outcomes) {
    const checked = checkOutcome(outcome, known.shape, sides);
    if ("reason" in checked) {
      into.isDamaged = true;
      reject(tally, checked, 1, subject);
    } else into.outcomes.push(checked.value);
  }
};

/** A market listed in parts is as old as its oldest part, and not measured if one is not. */
const mergeTimes = (times: readonly (number | null | undefined)[], ofBook: number | null) => {
  const [first] = times;
  if (times.every((time) => time === first)) return first;
  const known = times.map((time) => (time === undefined ? ofBook : time));
  return known.includes(null) ? null : Math.min(...known.filter((time) => time !== null));
};

const checkMarkets = (
  markets: readonly unknown[],
  lost: readonly string[],
  situation: Situation,
  event: string,
): Pick<CheckedEvent, "markets" | "unread"> => {
  const gathering: Gathering = { markets: new Map(), isDamaged: false };
  for (const key of lost)
    if (findMarket(key) !== undefined)
      gathering.markets.set(key, { fetchedAt: [], outcomes: [], isDamaged: true });
  for (const market of markets) gatherMarket(market, situation, gathering, event);
  const checked: CheckedMarket[] = [];
  const unread = new Set<string>();
  for (const [key, { fetchedAt, outcomes, isDamaged }] of gathering.markets) {
    const family = findMarket(key)?.family ?? key;
    const settled = settleOutcomes(outcomes, family, situation.tally, `${event} ${key}`);
    if (settled.outcomes.length > 0)
      checked.push({
        key,
        fetchedAt: mergeTimes(fetchedAt, situation.fetchedAt),
        outcomes: settled.outcomes,
      });
    else if (isDamaged || settled.hasConflict) unread.add(key);
  }
  if (gathering.isDamaged)
    for (const market of servedMarkets)
      if (isLegalFor(market, situation.sport) && !gathering.markets.has(market.key)) unread.add(market.key);
  return { markets: checked, unread };
};

const checkEvent = (event: unknown, situation: Situation): CheckedEvent | null => {
  const { recordedAt, tally } = situation;
  const prices = countEvent(event);
  const lost = isObject(event) ? (event.unread ?? []) : [];
  if (!isObject(event) || !Array.isArray(event.markets) || !isListOfTexts(lost)) {
    rejectUnseen(tally, refuse("malformed_event", shown(event)), prices, "event");
    return null;
  }
  const subject = `${shown(event.home)} - ${shown(event.away)}`;
  const home = readText(event.home, longestName);
  const away = readText(event.away, longestName);
  const ref = isAbsent(event.ref) ? undefined : readText(event.ref, longestRef);
  if (home === null || away === null || ref === null) {
    const what = ref === null ? `ref ${shown(event.ref)}` : "a team without a usable name";
    rejectUnseen(tally, refuse("malformed_event", what), prices, subject);
    return null;
  }
  // The wire shows whole seconds; a start between two could not be asked for.
  const commenceTime = Math.floor(parseTime(event.commence_time) / 1000) * 1000;
  if (!(Math.abs(commenceTime - recordedAt) <= furthestStartMs)) {
    const detail = `commence_time ${shown(event.commence_time)}`;
    rejectUnseen(tally, refuse("unusable_time", detail), prices, subject);
    return null;
  }
  const inPlay = commenceTime <= recordedAt;
  if (inPlay) {
    const detail = `commence_time ${shown(event.commence_time)}`;
    rejectUnseen(tally, refuse("in_play", detail), prices, subject);
  }
  return {
    ...(ref !== undefined && { ref }),
    commenceTime,
    home,
    away,
    inPlay,
    ...(inPlay ? { markets: [], unread: new Set() } : checkMarkets(event.markets, lost, situation, subject)),
  };
};

const finish = (
  heading: Pick<CheckedSnapshot, "book" | "sport" | "fetchedAt" | "scope" | "complete">,
  events: readonly CheckedEvent[],
  eventsSeen: number,
  tally: RejectionTally,
): CheckedSnapshot => ({
  ...heading,
  events,
  eventsSeen,
  rejectedEvents: eventsSeen - events.filter(({ inPlay }) => !inPlay).length,
  pricesSeen: tally.seen,
  pricesRepeated: tally.repeated,
  rejected: tally.rejected,
  details: tally.details,
});

/**
 * The border that every snapshot crosses: whatever a feed or a file delivered goes in, and what can be recorded comes out. Nothing is
 * thrown; what cannot be used is counted by reason, price by price, and takes nothing else with it. A snapshot without a usable
 * heading (book, sport, times) comes back without events and speaks for nothing.
 *
 * Reasons of whole snapshots: malformed_snapshot, unknown_sport, unusable_time, before_archive; of events: malformed_event,
 * unusable_time, in_play; of markets: malformed_market, unknown_market, out_of_scope, unusable_time; of prices: malformed_outcome,
 * side_not_allowed, price_not_finite, price_out_of_range, point_missing, point_not_allowed, point_not_finite, point_out_of_range,
 * team_missing, team_not_allowed, player_missing, player_not_allowed, conflicting_prices, one_sided.
 */
export const checkSnapshot = (untrusted: BookSnapshot, clock: SnapshotClock): CheckedSnapshot => {
  const snapshot: unknown = untrusted;
  const tally = createTally();
  const given = isObject(snapshot) ? snapshot : {};
  const names = {
    book: typeof given.book === "string" ? given.book : "",
    sport: typeof given.sport === "string" ? given.sport : "",
  };
  const events: readonly unknown[] = Array.isArray(given.events) ? given.events : [];
  const heading = Array.isArray(given.events)
    ? checkHeading(given, clock)
    : refuse("malformed_snapshot", "needs a list of events");
  if ("reason" in heading) {
    const prices = events.reduce<number>((sum, event) => sum + countEvent(event), 0);
    rejectUnseen(tally, heading, prices, `${names.book} ${names.sport}`);
    return finish({ ...names, fetchedAt: null, scope: null, complete: false }, [], events.length, tally);
  }

  const { sport, fetchedAt, scope, complete } = heading;
  const situation: Situation = { sport, recordedAt: clock.recordedAt, fetchedAt, scope, tally };
  const checked = events.map((event) => checkEvent(event, situation));
  const readable = checked.filter((event) => event !== null);
  const allReadable = readable.length === checked.length;
  return finish(
    { ...names, fetchedAt, scope, complete: complete && allReadable },
    readable,
    events.length,
    tally,
  );
};

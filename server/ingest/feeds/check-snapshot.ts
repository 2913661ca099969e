import { isAhead } from "@/server/clock/clock-skew";
import { bookKeyForm } from "@/server/domain/catalogue/books";
import { findMarket } from "@/server/domain/catalogue/markets";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import { findSport, type Sport } from "@/server/domain/catalogue/sports";
import { dayMs } from "@/server/domain/durations";
import {
  type CheckedMarkets,
  checkMarkets,
  countMarket,
  isPossibleFetch,
  type Situation,
} from "@/server/ingest/feeds/check-markets";
import { isLink } from "@/server/ingest/feeds/is-link";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import type { RejectionReason } from "@/server/ingest/feeds/rejection-reasons";
import {
  addTally,
  countAndReject,
  createTally,
  type RejectionDetail,
  type RejectionTally,
} from "@/server/ingest/feeds/rejection-tally";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { isAbsent, isObject, readText, shown, type UntrustedObject } from "@/server/ingest/feeds/untrusted";
import { finish as finishSteps, type Steps } from "@/server/ingest/matching/steps";

export type CheckedEvent = {
  readonly ref?: string;
  readonly bookEventId?: string;
  readonly link?: string;
  /** ms since the epoch. */
  readonly commenceTime: number;
  readonly home: string;
  readonly away: string;
  /** Whether the event had started when it was recorded. If so, its markets are dropped, but its start is kept. */
  readonly inPlay: boolean;
} & CheckedMarkets;

export type CheckedSnapshot = {
  readonly book: string;
  readonly sport: string;
  /** ms since the epoch. */
  readonly fetchedAt: number | null;
  /** Market keys that the snapshot covers. Null means all. */
  readonly scope: ReadonlySet<string> | null;
  /**
   * Whether the snapshot lists all of the book's events of the sport. If so, unlisted events are withdrawn. If an unusable event was
   * dropped, the value is false: the book still lists that event, so the event must not be withdrawn.
   */
  readonly complete: boolean;
  readonly events: readonly CheckedEvent[];
  readonly eventsSeen: number;
  /** Includes events in play. */
  readonly rejectedEvents: number;
  /** Accepted + repeated + the sum of `rejected`. */
  readonly pricesSeen: number;
  readonly pricesRepeated: number;
  /** Links that were dropped because they are unusable. Their events and prices are kept. */
  readonly droppedLinks: number;
  /** Number of rejected prices by reason. */
  readonly rejected: ReadonlyMap<string, number>;
  readonly details: readonly RejectionDetail[];
};

/** Times in ms since the epoch. `now` is by the database's clock. `recordedAt` is NaN if there is no usable recording time. */
export type SnapshotClock = {
  readonly recordedAt: number;
  readonly now: number;
  readonly archiveFrom: number;
};

/** The longest accepted time between a recording and a start. No league announces a start further ahead. */
const maxStartDistanceMs = 2 * 366 * dayMs;
const maxReadLength = 100;
const maxRefLength = 200;
/**
 * The maximum size of a team's name, in characters, in characters of its normalized form and in words. The longest spelling of the
 * catalogue has 72 characters and 10 words.
 */
export const maxName = { characters: 80, normalized: 100, words: 12 } as const;
/** The maximum number of events in a snapshot: ten times a large slate. */
export const maxEvents = 1_000;
/** The maximum number of prices, and of markets, in an event: ten times as many as any book in the recordings lists for a game. */
export const maxPricesPerEvent = 5_000;

const rejection = (reason: RejectionReason, detail: string): RejectionDetail => ({ reason, detail });

/**
 * The number of prices of an event, including unreadable prices. An event without a list of markets counts as one price. So does a market
 * without a list of outcomes.
 */
export const countEvent = (event: unknown): number =>
  isObject(event) && Array.isArray(event.markets)
    ? event.markets.reduce((sum: number, market) => sum + countMarket(market), 0)
    : 1;

type Heading = Pick<CheckedSnapshot, "fetchedAt" | "scope" | "complete"> & { readonly sport: Sport };

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

const checkHeading = (snapshot: UntrustedObject, clock: SnapshotClock): Heading | RejectionDetail => {
  const { book, sport: sportKey, scope, complete } = snapshot;
  if (typeof book !== "string" || !bookKeyForm.test(book))
    return rejection("malformed_snapshot", `book ${shown(book)} is not ${bookKeyForm.source}`);
  if (!isAbsent(scope) && !isListOfTexts(scope))
    return rejection("malformed_snapshot", `scope ${shown(scope)} is not a list of market keys`);
  if (!isAbsent(complete) && typeof complete !== "boolean")
    return rejection("malformed_snapshot", `complete ${shown(complete)} is neither true nor false`);
  const sport = typeof sportKey === "string" ? findSport(sportKey) : undefined;
  if (sport === undefined) return rejection("unknown_sport", `sport ${shown(sportKey)}`);

  const { recordedAt, now, archiveFrom } = clock;
  if (!Number.isFinite(recordedAt)) return rejection("unusable_time", "no recording time");
  if (isAhead(recordedAt, now)) return rejection("unusable_time", "recorded in the future");
  const fetchedAt = isAbsent(snapshot.fetched_at) ? null : parseTime(snapshot.fetched_at);
  if (!isPossibleFetch(fetchedAt, recordedAt))
    return rejection("unusable_time", `fetched_at ${shown(snapshot.fetched_at)}`);
  if (recordedAt < archiveFrom)
    return rejection("before_archive", `recorded ${new Date(recordedAt).toISOString()}`);
  return {
    sport,
    fetchedAt,
    scope: isAbsent(scope) ? null : new Set(scope.filter((key) => findMarket(key) !== undefined)),
    complete: complete === true,
  };
};

/** The book's own id of an event, as responses show it. An unusable id is left out, because it concerns no price. */
const readBookEventId = (event: UntrustedObject, ref: string | undefined) => {
  if (event.book_event_id === undefined) return ref === undefined ? {} : { bookEventId: ref };
  const bookEventId = readText(event.book_event_id, maxRefLength);
  return bookEventId === null ? {} : { bookEventId };
};

/** The event's link. An unusable link is dropped and counted. It never rejects prices. */
const readLink = ({ link }: UntrustedObject, tally: RejectionTally) => {
  if (isAbsent(link)) return {};
  if (isLink(link)) return { link };
  tally.droppedLinks += 1;
  return {};
};

/** One character can be normalized to a whole phrase, so the normalized form has a limit of its own. */
const isTooLong = (name: string): boolean => {
  if (name.length > maxName.characters) return true;
  const normalized = normalizeName(name);
  return normalized.length > maxName.normalized || normalized.split(" ").length > maxName.words;
};

function* checkEvent(event: unknown, situation: Situation): Steps<CheckedEvent | null> {
  const { recordedAt, tally } = situation;
  const prices = countEvent(event);
  const lost = isObject(event) ? (event.unread ?? []) : [];
  if (!isObject(event) || !Array.isArray(event.markets) || !isListOfTexts(lost)) {
    countAndReject(tally, rejection("malformed_event", shown(event)), prices, "event");
    return null;
  }
  const subject = `${shown(event.home)} - ${shown(event.away)}`;
  if (event.markets.length > maxPricesPerEvent || prices > maxPricesPerEvent) {
    const detail = `more than ${maxPricesPerEvent} prices or markets`;
    countAndReject(tally, rejection("too_many_prices", detail), prices, subject);
    return null;
  }
  const home = readText(event.home, maxReadLength);
  const away = readText(event.away, maxReadLength);
  const ref = isAbsent(event.ref) ? undefined : readText(event.ref, maxRefLength);
  if (home === null || away === null || ref === null) {
    const what = ref === null ? `ref ${shown(event.ref)}` : "a team without a usable name";
    countAndReject(tally, rejection("malformed_event", what), prices, subject);
    return null;
  }
  if (isTooLong(home) || isTooLong(away)) {
    const detail = `a team's name has more than ${maxName.characters} characters or ${maxName.words} words`;
    countAndReject(tally, rejection("name_too_long", detail), prices, subject);
    return null;
  }
  // The API shows times in whole seconds. A start with a fraction of a second would differ from the start that clients see.
  const commenceTime = Math.floor(parseTime(event.commence_time) / 1000) * 1000;
  if (!(Math.abs(commenceTime - recordedAt) <= maxStartDistanceMs)) {
    const detail = `commence_time ${shown(event.commence_time)}`;
    countAndReject(tally, rejection("unusable_time", detail), prices, subject);
    return null;
  }
  const inPlay = commenceTime <= recordedAt;
  if (inPlay) {
    const detail = `commence_time ${shown(event.commence_time)}`;
    countAndReject(tally, rejection("in_play", detail), prices, subject);
  }
  const ofEvent = inPlay
    ? { markets: [], unread: new Set<string>() }
    : yield* checkMarkets(event.markets, lost, situation, subject);
  return {
    ...(ref !== undefined && { ref }),
    ...readBookEventId(event, ref),
    ...readLink(event, tally),
    commenceTime,
    home,
    away,
    inPlay,
    ...ofEvent,
  };
}

/** If our own code throws on an event, only that event is rejected. */
function* readEvent(event: unknown, situation: Situation): Steps<CheckedEvent | null> {
  const own = { ...situation, tally: createTally(), moved: new Set<string>() };
  try {
    const checked = yield* checkEvent(event, own);
    addTally(situation.tally, own.tally);
    for (const key of own.moved) situation.moved.add(key);
    return checked;
  } catch (error) {
    countAndReject(
      situation.tally,
      rejection("unreadable", shown(String(error))),
      countEvent(event),
      "event",
    );
    return null;
  }
}

/**
 * Adds the keys in `moved` to the scope that the source states. A source can list prices under the wrong moneyline key.
 * `checkMarkets` then moves the prices to the right key, which the stated scope may lack.
 */
const widen = (scope: ReadonlySet<string> | null, moved: ReadonlySet<string>): ReadonlySet<string> | null =>
  scope === null ? null : new Set([...scope, ...moved]);

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
  droppedLinks: tally.droppedLinks,
  rejected: tally.rejected,
  details: tally.details,
});

/**
 * Checks a snapshot before it is recorded. The function never throws. Unusable prices are counted by reason. A snapshot that is rejected
 * as a whole is returned without events.
 *
 * What is rejected, and the reasons for it:
 *
 * - a whole snapshot: malformed_snapshot, unknown_sport, unusable_time, before_archive
 * - an event: malformed_event, name_too_long, too_many_prices, unusable_time, in_play, and unreadable if our own code fails. Of more than
 *   `maxEvents` events, those after the first `maxEvents`: too_many_events
 * - a market: malformed_market, unknown_market, out_of_scope, unusable_time
 * - a price: malformed_outcome, side_not_allowed, price_not_finite, price_out_of_range, point_missing, point_not_allowed,
 *   point_not_finite, point_out_of_range, team_missing, team_not_allowed, player_missing, player_not_allowed,
 *   player_name_too_long
 * - all prices of players of an event: too_many_players
 * - a line: conflicting_prices, impossible_margin, points_do_not_meet, not_main_line, one_sided, draw_missing, side_missing
 * - a price that is rejected only because another part of its market is unusable: line_rejected
 */
export function* checkSnapshotInSteps(untrusted: BookSnapshot, clock: SnapshotClock): Steps<CheckedSnapshot> {
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
    : rejection("malformed_snapshot", "events is not a list");
  if ("reason" in heading) {
    const prices = events.reduce<number>((sum, event) => sum + countEvent(event), 0);
    countAndReject(tally, heading, prices, `${names.book} ${names.sport}`);
    return finish({ ...names, fetchedAt: null, scope: null, complete: false }, [], events.length, tally);
  }

  const { sport, fetchedAt, scope, complete } = heading;
  const moved = new Set<string>();
  const situation: Situation = { sport, recordedAt: clock.recordedAt, fetchedAt, scope, tally, moved };
  const readable: CheckedEvent[] = [];
  for (const event of events.slice(0, maxEvents)) {
    const checked = yield* readEvent(event, situation);
    if (checked !== null) readable.push(checked);
    yield;
  }
  for (const event of events.slice(maxEvents)) {
    const detail = `more than ${maxEvents} events`;
    countAndReject(tally, rejection("too_many_events", detail), countEvent(event), names.sport);
  }
  const allReadable = readable.length === events.length;
  return finish(
    { ...names, fetchedAt, scope: widen(scope, moved), complete: complete && allReadable },
    readable,
    events.length,
    tally,
  );
}

/** Like `checkSnapshotInSteps`, without pauses. */
export const checkSnapshot = (untrusted: BookSnapshot, clock: SnapshotClock): CheckedSnapshot =>
  finishSteps(checkSnapshotInSteps(untrusted, clock));

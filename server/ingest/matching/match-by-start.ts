import { hourMs } from "@/server/domain/durations";
import type { KnownFixture } from "@/server/ingest/matching/match-input";
import {
  byDistance,
  candidatesByDate,
  eventOf,
  isSingleSourced,
  type Matchup,
  type MatchupEvent,
  mergePlacements,
  type Placement,
  type Placements,
  placedEvents,
  repeatedEvent,
  startGapMs,
  uncertainFixture,
} from "@/server/ingest/matching/matchup";
import { isRematch } from "@/server/ingest/matching/rematch";
import { isClearlyNearer, sameStartMs } from "@/server/ingest/matching/windows";

/**
 * In ms. Applies if a pair has two fixtures near an event's start. If the nearer fixture starts more than this time before or after the
 * event, the start decides only if the event and this fixture have the same home team.
 */
const orderMattersFromMs = 2 * hourMs;

const minDistance = (event: MatchupEvent, fixtures: readonly KnownFixture[]): number =>
  fixtures.reduce((min, fixture) => Math.min(min, startGapMs(event, fixture)), Number.POSITIVE_INFINITY);

/**
 * Of several events within `sameMs` of each other, keeps one. A placed event is preferred, then an event whose `respelled` is false, then
 * the event nearest to a fixture. The others are repeats.
 */
const separateRepeats = (
  matchup: Matchup,
  placed: Placements,
): { readonly repeats: Placements; readonly remaining: readonly MatchupEvent[] } => {
  const { sameMs } = matchup.windows;
  const bestFirst = matchup.events
    .filter((event) => !placed.has(event))
    .map((event) => ({ event, distance: minDistance(event, matchup.fixtures) }))
    .sort((a, b) => {
      if (a.event.respelled !== b.event.respelled) return a.event.respelled ? 1 : -1;
      return a.distance === b.distance ? 0 : a.distance - b.distance;
    });
  const kept = placedEvents(placed);
  const repeats = new Map<MatchupEvent, Placement>();
  const remaining: MatchupEvent[] = [];
  for (const { event } of bestFirst) {
    if (kept.some((other) => Math.abs(other.start - event.start) <= sameMs)) {
      repeats.set(event, repeatedEvent());
      continue;
    }
    kept.push(event);
    remaining.push(event);
  }
  return { repeats, remaining };
};

const sameOrder = (event: MatchupEvent, fixture: KnownFixture): boolean => event.home === fixture.homeTeam;

/** Whether a date without a time may fit several matches. In sports in which a pair meets only weeks apart, a date identifies the match. */
const isBareDateAmbiguous = ({ windows }: Matchup): boolean => windows.sameMs < windows.nearMs;

/** The fixture that fits the start. Undefined if none is near; `"unclear"` if the start does not decide. */
const findByStart = (event: MatchupEvent, matchup: Matchup): KnownFixture | "unclear" | undefined => {
  const { sameMs, otherMs, nearMs } = matchup.windows;
  const [nearest, second] = byDistance(event, matchup.fixtures);
  if (isBareDateAmbiguous(matchup) && candidatesByDate(event, matchup).length > 0) return "unclear";
  if (nearest === undefined || nearest.distance >= otherMs) return undefined;
  if (nearest.distance > sameMs) return "unclear";
  if (second === undefined) return nearest.fixture;
  if (!isClearlyNearer(nearest.distance, second.distance, matchup.windows)) return "unclear";
  const orderFitsSecond =
    nearest.distance > orderMattersFromMs &&
    second.distance <= Math.max(otherMs, nearMs) &&
    !sameOrder(event, nearest.fixture);
  return orderFitsSecond ? "unclear" : nearest.fixture;
};

/**
 * Matches each fixture to the event whose start fits it. If several events fit, the nearest is matched, but only if it is clearly nearest.
 */
const matchNearStarts = (
  remaining: readonly MatchupEvent[],
  matchup: Matchup,
  placed: Placements,
): Placements => {
  const claims = remaining.flatMap((event) => {
    const fixture = findByStart(event, matchup);
    return fixture === undefined || fixture === "unclear"
      ? []
      : [{ event, fixture, distance: startGapMs(event, fixture) }];
  });
  const matched = new Map<MatchupEvent, Placement>();
  for (const fixture of new Set(claims.map((claim) => claim.fixture))) {
    if (eventOf(fixture, placed) !== undefined) continue;
    const [best, second] = claims
      .filter((claim) => claim.fixture === fixture)
      .sort((a, b) => a.distance - b.distance);
    if (best === undefined) continue;
    if (second === undefined || isClearlyNearer(best.distance, second.distance, matchup.windows))
      matched.set(best.event, { kind: "fixture", fixture });
  }
  return matched;
};

/** Fixtures that the event's start alone does not exclude. */
const fixturesAround = (event: MatchupEvent, matchup: Matchup): KnownFixture[] => {
  const byDate = isBareDateAmbiguous(matchup) ? candidatesByDate(event, matchup) : [];
  return matchup.fixtures.filter(
    (fixture) => startGapMs(event, fixture) < matchup.windows.otherMs || byDate.includes(fixture),
  );
};

/** Whether another event of the snapshot was placed on the fixture, and the two events start too far apart to be one match. */
const isListedSeparately = (
  event: MatchupEvent,
  fixture: KnownFixture,
  separateMs: number,
  placed: Placements,
): boolean => {
  const other = eventOf(fixture, placed);
  return other !== undefined && Math.abs(other.start - event.start) >= separateMs;
};

/**
 * Whether the event may become a new fixture despite the nearby fixtures. Each nearby fixture must be single-sourced (see
 * `isSingleSourced`), and the event's start must not identify one of them. The start of a single-sourced fixture may be wrong. If such a
 * fixture always kept the event from becoming new, other books could not create a fixture with the correct start.
 */
const canIgnoreSingleSourced = (
  event: MatchupEvent,
  nearby: readonly KnownFixture[],
  matchup: Matchup,
): boolean =>
  nearby.every((fixture) => isSingleSourced(fixture, matchup)) &&
  ((nearby.length > 1 && !matchup.bareDates) ||
    nearby.every((fixture) => startGapMs(event, fixture) > matchup.windows.sameMs));

/**
 * The nearby fixture for which another book states the event's start. Undefined if the choice is unclear, or if another event of this
 * snapshot was placed on the fixture. While books disagree, a fixture's agreed start may be wrong by more than `sameMs`. So the event's
 * start is compared with the start that each of the other books states.
 */
const statedByOthers = (
  event: MatchupEvent,
  nearby: readonly KnownFixture[],
  matchup: Matchup,
  placed: Placements,
): KnownFixture | undefined => {
  const [stated, ...more] = nearby.filter((fixture) =>
    matchup.startsOfOthers(fixture)?.some((start) => Math.abs(start - event.start) <= sameStartMs),
  );
  const isClear =
    more.length === 0 &&
    !matchup.bareDates &&
    nearby.every((fixture) => fixture === stated || startGapMs(event, fixture) > matchup.windows.sameMs);
  return stated !== undefined && isClear && eventOf(stated, placed) === undefined ? stated : undefined;
};

/**
 * Places an event whose start alone identifies no fixture. If another book states the same start for a fixture, the event is placed on this
 * fixture. Otherwise the event is new or uncertain.
 */
const placeRemaining = (event: MatchupEvent, matchup: Matchup, placed: Placements): Placement => {
  const { separateMs } = matchup.windows;
  const nearby = fixturesAround(event, matchup);
  const stated = statedByOthers(event, nearby, matchup, placed);
  if (stated !== undefined) return { kind: "fixture", fixture: stated };
  const [only, ...others] = nearby;
  const isOther =
    only === undefined ||
    (others.length === 0 && isRematch(event, only, matchup, placed)) ||
    canIgnoreSingleSourced(event, nearby, matchup) ||
    nearby.every((fixture) => isListedSeparately(event, fixture, separateMs, placed));
  const isCrowded = placedEvents(placed).some((other) => Math.abs(other.start - event.start) < separateMs);
  return isOther && !isCrowded ? { kind: "new" } : uncertainFixture(nearby);
};

/**
 * Places the events that were not placed by their references: compares their starts with the starts of the fixtures. Call this only for
 * sports in which a pair plays at most once a day.
 * @returns the placements of these events only.
 */
export const matchByStart = (matchup: Matchup, bySourceId: Placements): Placements => {
  const { repeats, remaining } = separateRepeats(matchup, bySourceId);
  const matchedByStart = matchNearStarts(remaining, matchup, bySourceId);
  const undecided = remaining.filter((event) => !matchedByStart.has(event)).sort((a, b) => a.start - b.start);
  const inTurn = new Map<MatchupEvent, Placement>();
  for (const event of undecided)
    inTurn.set(event, placeRemaining(event, matchup, mergePlacements(bySourceId, matchedByStart, inTurn)));
  return mergePlacements(repeats, matchedByStart, inTurn);
};

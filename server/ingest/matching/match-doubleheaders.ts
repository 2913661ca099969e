import { hourMs } from "@/server/domain/durations";
import type { KnownFixture } from "@/server/ingest/matching/match-input";
import {
  byDistance,
  candidatesByDate,
  eventOf,
  hasOtherRef,
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
import { isClearlyNearer, oneMatchMs, sameStartMs } from "@/server/ingest/matching/windows";

/**
 * Until the start of a doubleheader's second game is announced, some sources state a time on the next morning instead. That time is
 * assumed to be at most `maxPlaceholderMs` after the real start.
 */
const maxPlaceholderMs = 12 * hourMs;

const gapMs = (a: MatchupEvent, b: MatchupEvent): number => Math.abs(a.start - b.start);

/**
 * Marks an event as repeated if another event starts less than `sameStartMs` away. Such events may be one game or two, so time cannot place
 * them.
 */
const setAsideSimultaneous = (
  matchup: Matchup,
  placed: Placements,
): { readonly simultaneous: Placements; readonly remaining: readonly MatchupEvent[] } => {
  const undecided = matchup.events.filter((event) => !placed.has(event));
  const all = [...placedEvents(placed), ...undecided];
  const isSimultaneous = (event: MatchupEvent): boolean =>
    all.some((other) => other !== event && gapMs(other, event) < sameStartMs);
  return {
    simultaneous: new Map(undecided.filter(isSimultaneous).map((event) => [event, repeatedEvent()])),
    remaining: undecided.filter((event) => !isSimultaneous(event)),
  };
};

/**
 * Whether the event's start identifies the fixture. All of these must be true:
 * - The event states a time, not only a date, and the time is within `windows.sameMs` of the fixture's start.
 * - The fixture is clearly nearer to the event than all other fixtures.
 * - The event is clearly nearer to the fixture than all other remaining events.
 * - If the book knows the fixture only by references other than the event's, the two starts differ by at most `sameStartMs`.
 */
const identifiesByStart = (
  event: MatchupEvent,
  { fixture, distance }: { fixture: KnownFixture; distance: number },
  remaining: readonly MatchupEvent[],
  matchup: Matchup,
): boolean => {
  const { windows } = matchup;
  if (distance > windows.sameMs || candidatesByDate(event, matchup).length > 0) return false;
  const second = byDistance(event, matchup.fixtures)[1];
  if (second !== undefined && !isClearlyNearer(distance, second.distance, windows)) return false;
  const isNearestEvent = remaining.every(
    (other) => other === event || isClearlyNearer(distance, startGapMs(other, fixture), windows),
  );
  return isNearestEvent && (distance <= sameStartMs || !hasOtherRef(event, fixture, matchup));
};

const matchNearStarts = (
  remaining: readonly MatchupEvent[],
  matchup: Matchup,
  placed: Placements,
): Placements =>
  new Map(
    remaining.flatMap((event) => {
      const [nearest] = byDistance(event, matchup.fixtures);
      if (nearest === undefined || eventOf(nearest.fixture, placed) !== undefined) return [];
      if (!identifiesByStart(event, nearest, remaining, matchup)) return [];
      return [[event, { kind: "fixture", fixture: nearest.fixture }] as const];
    }),
  );

type GameDay = { readonly events: readonly MatchupEvent[]; readonly fixtures: readonly KnownFixture[] };

/**
 * The events that start less than `otherMs` from the given event, and the fixtures that start less than `otherMs` from any of these
 * events.
 */
const dayOf = (event: MatchupEvent, matchup: Matchup): GameDay => {
  const { otherMs } = matchup.windows;
  const events = matchup.events.filter((other) => gapMs(other, event) < otherMs);
  const fixtures = matchup.fixtures
    .filter((fixture) => events.some((other) => startGapMs(other, fixture) < otherMs))
    .sort((a, b) => a.commenceTime - b.commenceTime);
  return { events, fixtures };
};

/** Pairs two events and two fixtures of one day in chronological order, unless other evidence contradicts that order. */
const matchDayInOrder = (event: MatchupEvent, matchup: Matchup, placed: Placements): Placements => {
  const { events, fixtures } = dayOf(event, matchup);
  const [first, second] = events;
  const [firstFixture, secondFixture] = fixtures;
  if (events.length !== 2 || fixtures.length !== 2) return new Map();
  if (!first || !second || !firstFixture || !secondFixture) return new Map();
  const pairs = [
    { event: first, fixture: firstFixture },
    { event: second, fixture: secondFixture },
  ];
  const undecided = pairs.filter((pair) => !placed.has(pair.event));
  const agrees = pairs.every((pair) => {
    const placement = placed.get(pair.event);
    return (
      placement === undefined || (placement.kind === "fixture" && placement.fixture.id === pair.fixture.id)
    );
  });
  // If one game is already placed, the other's time may be a placeholder.
  const maxGapMs = undecided.length === 1 ? maxPlaceholderMs : matchup.windows.sameMs;
  const allPossible = undecided.every(
    (pair) =>
      startGapMs(pair.event, pair.fixture) <= maxGapMs &&
      eventOf(pair.fixture, placed) === undefined &&
      !hasOtherRef(pair.event, pair.fixture, matchup) &&
      candidatesByDate(pair.event, matchup).length === 0,
  );
  if (!agrees || !allPossible) return new Map();
  return new Map(undecided.map((pair) => [pair.event, { kind: "fixture", fixture: pair.fixture }]));
};

/**
 * Whether the two events are two games: their starts are too far apart for one game, or both have references and start at least
 * `sameStartMs` apart.
 */
const areTwoGames = (event: MatchupEvent, other: MatchupEvent, matchup: Matchup): boolean => {
  if (gapMs(event, other) >= matchup.windows.separateMs) return true;
  return event.ref !== undefined && other.ref !== undefined && gapMs(event, other) >= sameStartMs;
};

/** Places an event that no earlier rule has placed: as a new fixture, or as unmatched (repeated or uncertain). */
const placeRemaining = (event: MatchupEvent, matchup: Matchup, placed: Placements): Placement => {
  const { sameMs, otherMs } = matchup.windows;
  const byDate = candidatesByDate(event, matchup);
  const nearby = matchup.fixtures.filter(
    (fixture) => startGapMs(event, fixture) < otherMs || byDate.includes(fixture),
  );
  const sameDay = placedEvents(placed).filter((other) => gapMs(other, event) < otherMs);
  // The book already lists this game.
  if (sameDay.some((other) => !areTwoGames(event, other, matchup))) return repeatedEvent(nearby);
  // Two starts less than `oneMatchMs` apart may belong to one delayed game.
  const nearbyMayBeErrors = nearby.every(
    (fixture) => isSingleSourced(fixture, matchup) && startGapMs(event, fixture) >= oneMatchMs,
  );
  // The book lists no other game nearby, and every fixture nearby may be an error.
  if (nearbyMayBeErrors && sameDay.length === 0 && byDate.length === 0) return { kind: "new" };
  const [only] = nearby;
  // Several events or fixtures are near, so the start does not show which game this is.
  if (sameDay.length > 1 || nearby.length > 1) return uncertainFixture(nearby);
  // There is no fixture nearby.
  if (only === undefined) return { kind: "new" };
  // The only fixture nearby is the day's other game.
  if (eventOf(only, placed) !== undefined && sameDay.length === 1) return { kind: "new" };
  const isAnotherGame =
    sameDay.length === 0 && hasOtherRef(event, only, matchup) && startGapMs(event, only) > sameMs;
  return isAnotherGame && byDate.length === 0 ? { kind: "new" } : uncertainFixture(nearby);
};

/**
 * Uses the starts to place the events that no reference has placed. This function is for sports in which the same two teams may play twice
 * on one day, and again on the next day. The first rule that applies wins: reference, nearly simultaneous events of the book, nearest start,
 * order within the day, then new or unmatched.
 * @returns the placements of all events, including those by reference.
 */
export const matchDoubleheaders = (matchup: Matchup, bySourceId: Placements): Placements => {
  const { simultaneous, remaining } = setAsideSimultaneous(matchup, bySourceId);
  let placed = mergePlacements(bySourceId, simultaneous, matchNearStarts(remaining, matchup, bySourceId));
  for (const event of remaining) placed = mergePlacements(placed, matchDayInOrder(event, matchup, placed));
  for (const event of remaining)
    if (!placed.has(event))
      placed = mergePlacements(placed, new Map([[event, placeRemaining(event, matchup, placed)]]));
  return placed;
};

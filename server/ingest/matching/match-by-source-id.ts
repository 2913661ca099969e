import type { KnownFixture } from "@/server/ingest/matching/match-input";
import {
  hasOtherRef,
  type Matchup,
  type MatchupEvent,
  mergePlacements,
  type Placement,
  type Placements,
  repeatedEvent,
  startGapMs,
  uncertainFixture,
} from "@/server/ingest/matching/matchup";
import { isClearlyNearer, sameStartMs } from "@/server/ingest/matching/windows";

/** An event and the fixture that its reference belonged to in earlier snapshots. */
type Bound = { readonly event: MatchupEvent; readonly fixture: KnownFixture };

const boundEvents = (matchup: Matchup): Bound[] =>
  matchup.events.flatMap((event) => {
    const id = event.ref === undefined ? undefined : matchup.refs.get(event.ref);
    const fixture = matchup.fixtures.find((candidate) => candidate.id === id);
    if (fixture === undefined) return [];
    const { sameMs, refReachMs } = matchup.windows;
    const reachMs = event.refRecurs || event.respelled ? sameMs : refReachMs;
    return startGapMs(event, fixture) <= reachMs ? [{ event, fixture }] : [];
  });

/** Evidence that the event is another game of the two teams, not the fixture with a new start. */
type Contradictions = {
  /** Other fixtures of the same two teams that start near the event, except fixtures for which the book clearly lists another event. */
  readonly fixtures: KnownFixture[];
  /** The book's other events that start near the fixture, except events whose own reference belongs to a known fixture. */
  readonly events: MatchupEvent[];
};

const contradictions = (
  { event, fixture }: Bound,
  bound: readonly Bound[],
  matchup: Matchup,
  twiceADay: boolean,
): Contradictions => {
  const { sameMs } = matchup.windows;
  if (startGapMs(event, fixture) <= sameMs) return { fixtures: [], events: [] };
  const fixtures = matchup.fixtures.filter((other) => {
    if (other.id === fixture.id || startGapMs(event, other) > sameMs) return false;
    const isListedElsewhere = bound.some(
      (entry) =>
        entry.fixture.id === other.id &&
        Math.abs(entry.event.start - event.start) > (twiceADay ? sameStartMs : sameMs),
    );
    return !isListedElsewhere && !(twiceADay && hasOtherRef(event, other, matchup));
  });
  const events = matchup.events.filter(
    (other) =>
      other !== event &&
      startGapMs(other, fixture) <= sameMs &&
      !bound.some((entry) => entry.event === other),
  );
  return { fixtures, events };
};

/**
 * The fixture to which the book clearly moved the event's reference, if any. The move is not clear while another book still lists the
 * previous fixture.
 */
const newFixtureOf = (
  { event, fixture }: Bound,
  against: Contradictions,
  matchup: Matchup,
): KnownFixture | undefined => {
  const [other, ...more] = against.fixtures;
  if (other === undefined || more.length > 0 || against.events.length > 0) return undefined;
  return matchup.startsOfOthers(fixture)?.length === 0 && startGapMs(event, other) <= sameStartMs
    ? other
    : undefined;
};

/** Places the events whose references belong to the fixture. Of several events, the nearest joins the fixture if the choice is clear. */
const placeOnFixture = (
  fixture: KnownFixture,
  bound: readonly Bound[],
  matchup: Matchup,
  twiceADay: boolean,
): Placements => {
  const claimants = bound
    .filter((entry) => entry.fixture.id === fixture.id)
    .map(({ event }) => ({ event, distance: startGapMs(event, fixture) }))
    .sort((a, b) => a.distance - b.distance || a.event.start - b.event.start);
  const [best, second] = claimants;
  if (best === undefined) return new Map();
  const isClear =
    second === undefined ||
    isClearlyNearer(best.distance, second.distance, matchup.windows) ||
    (!twiceADay && second.distance <= matchup.windows.sameMs);
  const placementOfBest: Placement = isClear ? { kind: "fixture", fixture } : uncertainFixture([fixture]);
  const placementOfOthers = twiceADay ? uncertainFixture([fixture]) : repeatedEvent([fixture]);
  return new Map(
    claimants.map(({ event }) => [event, event === best.event ? placementOfBest : placementOfOthers]),
  );
};

/**
 * Places each event whose reference belonged to a fixture of the same two teams in earlier snapshots. The event stays with that fixture
 * if their starts are at most `refReachMs` apart. If the event's `refRecurs` or `respelled` is true, the starts must be at most
 * `sameMs` apart. If there are `Contradictions`, the event and the contradicting events are uncertain, unless the book clearly moved the
 * reference to another fixture.
 */
export const matchBySourceId = (matchup: Matchup, twiceADay: boolean): Placements => {
  const bound = boundEvents(matchup);
  const contradicted = new Map<MatchupEvent, Placement>();
  const sound: Bound[] = [];
  for (const entry of bound) {
    const against = contradictions(entry, bound, matchup, twiceADay);
    if (against.fixtures.length === 0 && against.events.length === 0) {
      sound.push(entry);
      continue;
    }
    const fixture = newFixtureOf(entry, against, matchup);
    if (fixture !== undefined) {
      sound.push({ event: entry.event, fixture });
      continue;
    }
    contradicted.set(entry.event, uncertainFixture([entry.fixture, ...against.fixtures]));
    for (const event of against.events) contradicted.set(event, uncertainFixture([entry.fixture]));
  }
  const placed = matchup.fixtures.map((fixture) => placeOnFixture(fixture, sound, matchup, twiceADay));
  return mergePlacements(...placed, contradicted);
};

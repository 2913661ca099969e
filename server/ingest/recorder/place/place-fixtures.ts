import type { Queryable } from "@/db/connect";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import { findSport } from "@/server/domain/catalogue/sports";
import type { CheckedEvent } from "@/server/ingest/feeds/check-snapshot";
import { fixtureIdBase } from "@/server/ingest/matching/fixture-id";
import type { EventMatch } from "@/server/ingest/matching/match-events";
import type { UnmatchedReason } from "@/server/ingest/matching/unmatched-reasons";
import { pauseIfDue } from "@/server/ingest/recorder/in-slices";
import { placeholderId } from "@/server/ingest/recorder/place/events-in-doubt";
import { addMergesOfMoved, type MatchedEvent } from "@/server/ingest/recorder/place/find-merges";
import {
  applyHiding,
  type HiddenPlace,
  type Judgement,
  judgeLookAlikes,
} from "@/server/ingest/recorder/place/judge-look-alikes";
import { createNewNamesBudget, limitNewNames } from "@/server/ingest/recorder/place/limit-new-names";
import { matchWithStarts } from "@/server/ingest/recorder/place/match-recording";
import type { PlacedEvent, PlacedSnapshot, WithdrawnFixture } from "@/server/ingest/recorder/place/placed";
import {
  bindRef,
  createFixture,
  learnName,
  noteNewNames,
  noteQuoted,
  type SportState,
} from "@/server/ingest/recorder/place/sport-state";
import { addStarts, type StartReport } from "@/server/ingest/recorder/place/update-starts";
import type { Recording } from "@/server/ingest/recorder/recording";
import { loadTakenIds, takeFixtureNumbers } from "@/server/ingest/recorder/state/load-state";
import type { Changes } from "@/server/ingest/recorder/write/changes";

/**
 * The greatest suffix of an id. If no team's name has a Latin letter or digit, all fixtures of a league on one day share one base id. Even
 * then, 99 ids suffice, because no league has more than 99 fixtures on one day.
 */
const maxSuffix = 99;

const idCandidates = (base: string): string[] => [
  base,
  ...Array.from({ length: maxSuffix - 1 }, (_, index) => `${base}-${index + 2}`),
];

/** How many base ids are looked up with their suffixes in one query. */
const basesPerQuery = 10;

type FixtureKeys = { readonly id: string; readonly number: number };

type NewFixture = {
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly learned: readonly string[];
};

/** The new fixture of an event; undefined if the event creates none. */
const newFixtureOf = (
  match: EventMatch | undefined,
  place: HiddenPlace | undefined,
): NewFixture | undefined => {
  if (match?.kind === "new") return match;
  if (place === undefined || place.fixtureId !== undefined) return undefined;
  return place;
};

/**
 * Creates the id and the number of each new fixture. The keys of the returned map are the indexes of the fixtures' events. The second
 * fixture with the same base id gets the suffix `-2`.
 */
const createIds = async (
  tx: Queryable,
  state: SportState,
  events: readonly CheckedEvent[],
  { matches, hiddenPlaces }: Judgement,
): Promise<Map<number, FixtureKeys>> => {
  const newFixtures = matches.flatMap((match, index) => {
    const event = events[index];
    const fixture = newFixtureOf(match, hiddenPlaces.get(index));
    if (fixture === undefined || event === undefined) return [];
    const base = fixtureIdBase(state.sport.key, fixture.awayTeam, fixture.homeTeam, event.commenceTime);
    return [{ index, start: event.commenceTime, base }];
  });
  if (newFixtures.length === 0) return new Map();
  const bases = new Map<string, number>();
  for (const { base } of newFixtures) bases.set(base, (bases.get(base) ?? 0) + 1);
  const [taken, numbers] = await Promise.all([
    loadTakenIds(tx, [...bases.keys()]),
    takeFixtureNumbers(tx, newFixtures.length),
  ]);
  // Suffixes are looked up only for the few bases that need one. For 1,000 events, all suffixes would be a list of 99,000 ids.
  const needSuffix = [...bases].flatMap(([base, uses]) =>
    uses > 1 || taken.has(base) || state.fixtures.has(base) ? [base] : [],
  );
  for (let from = 0; from < needSuffix.length; from += basesPerQuery) {
    await pauseIfDue();
    const candidates = needSuffix.slice(from, from + basesPerQuery).flatMap(idCandidates);
    for (const id of await loadTakenIds(tx, candidates)) taken.add(id);
  }
  const ids = new Map<number, FixtureKeys>();
  const inOrder = newFixtures.sort((a, b) => a.start - b.start || a.index - b.index);
  for (const [position, { index, base }] of inOrder.entries()) {
    const id = idCandidates(base).find(
      (candidate) => !taken.has(candidate) && !state.fixtures.has(candidate),
    );
    const number = numbers[position];
    if (id === undefined || number === undefined) continue;
    taken.add(id);
    ids.set(index, { id, number });
  }
  return ids;
};

const countRefs = (events: readonly CheckedEvent[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { ref } of events) if (ref !== undefined) counts.set(ref, (counts.get(ref) ?? 0) + 1);
  return counts;
};

const candidatesByEvent = (
  events: readonly CheckedEvent[],
  matches: readonly EventMatch[],
  ids: ReadonlyMap<number, FixtureKeys>,
): Map<number, string[]> => {
  const candidates = new Map<number, string[]>();
  matches.forEach((match, index) => {
    if (match.kind !== "unmatched" || events[index]?.inPlay) return;
    const newIds = match.candidateNewEvents.flatMap((other) => ids.get(other)?.id ?? []);
    candidates.set(index, [...match.candidateFixtures, ...newIds]);
  });
  return candidates;
};

/** The event's home and away name, normalized, one per line. `BookCheck.listedAs` stores under which names a book listed a fixture. */
export const listedAs = ({ home, away }: Pick<CheckedEvent, "home" | "away">): string =>
  `${normalizeName(home)}\n${normalizeName(away)}`;

/** The book's spellings of the fixture's home and away team. Null if the sport has only teams of the catalogue. */
export const spellingsOf = (
  { sport }: Pick<Recording, "sport">,
  { event: { home, away }, swapped }: PlacedEvent,
): readonly [string, string] | null => {
  if (findSport(sport)?.names !== "open") return null;
  return swapped ? [away, home] : [home, away];
};

/**
 * The fixtures at which the book's prices are withdrawn because one of its unmatched events may be the fixture. `uncertain_fixture` alone
 * withdraws nothing, because the event may be another game of the same teams, unless the event's reference is bound to the fixture.
 */
const withdrawnByUnmatched = (
  state: SportState,
  { book, events }: Recording,
  matches: readonly EventMatch[],
  placedIds: ReadonlySet<string>,
): WithdrawnFixture[] =>
  matches.flatMap((match, index) => {
    const event = events[index];
    if (event === undefined || event.inPlay || match.kind !== "unmatched") return [];
    const bound = event.ref === undefined ? undefined : state.refs.get(book)?.get(event.ref);
    return match.candidateFixtures
      .filter((id) => !placedIds.has(id) && (id === bound || match.reason !== "uncertain_fixture"))
      .map((fixtureId) => ({ fixtureId, listedAs: fixtureId === bound ? null : listedAs(event) }));
  });

const addFixture = (
  state: SportState,
  { id, number }: FixtureKeys,
  { homeTeam, awayTeam, learned }: NewFixture,
  { commenceTime, inPlay }: CheckedEvent,
  changes: Changes,
): void => {
  for (const name of learned) learnName(state, name, changes);
  // If the fixture is to be hidden, `applyHiding` does it.
  const notHidden = { replacedBy: null, lookAlike: false };
  createFixture(
    state,
    { id, number, homeTeam, awayTeam, commenceTime, listed: !inPlay, ...notHidden },
    changes,
  );
};

/** Whether the book's home team is the away team of the hidden fixture. */
const isSwappedAt = (state: SportState, fixtureId: string, place: HiddenPlace | undefined): boolean => {
  const homeTeam = state.fixtures.get(fixtureId)?.homeTeam ?? "";
  return place !== undefined && normalizeName(homeTeam) !== normalizeName(place.homeTeam);
};

/** What has become of a snapshot's events. */
type Placement = {
  readonly beforeStart: readonly PlacedEvent[];
  readonly inPlay: readonly PlacedEvent[];
  /** The ids of all fixtures that got an event. */
  readonly placedIds: ReadonlySet<string>;
  /** Those of `placedIds` that got an event of `hiddenPlaces`. */
  readonly hiddenIds: ReadonlySet<string>;
  /** The fixtures from which events took their reference away. */
  readonly unbound: readonly WithdrawnFixture[];
  readonly startReports: readonly StartReport[];
  /** The events that are not hidden. */
  readonly matchedEvents: readonly MatchedEvent[];
};

/**
 * Gives each fixture its event, and creates new fixtures. Several events may be matched to one fixture. Then the first one gets it, and the
 * others become unmatched in `matches`.
 */
const placeEvents = async (
  state: SportState,
  { book, events }: Recording,
  { matches, hiddenPlaces }: Judgement,
  ids: ReadonlyMap<number, FixtureKeys>,
  changes: Changes,
): Promise<Placement> => {
  const leaveUnmatched = (
    index: number,
    reason: UnmatchedReason,
    candidateFixtures: readonly string[],
  ): void => {
    matches[index] = { kind: "unmatched", reason, candidateFixtures, candidateNewEvents: [] };
  };
  const refCounts = countRefs(events);
  const beforeStart: PlacedEvent[] = [];
  const inPlay: PlacedEvent[] = [];
  const placedIds = new Set<string>();
  const hiddenIds = new Set<string>();
  const unbound: WithdrawnFixture[] = [];
  const startReports: StartReport[] = [];
  const matchedEvents: MatchedEvent[] = [];
  for (const [index, event] of events.entries()) {
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
    const match = matches[index];
    const place = hiddenPlaces.get(index);
    if (match === undefined || (match.kind === "unmatched" && place === undefined)) continue;
    const created = ids.get(index);
    const fixtureId = match.kind === "fixture" ? match.fixtureId : (place?.fixtureId ?? created?.id);
    if (fixtureId === undefined || placedIds.has(fixtureId)) {
      if (place !== undefined) continue;
      if (fixtureId === undefined) leaveUnmatched(index, "uncertain_fixture", []);
      else leaveUnmatched(index, "repeated_event", [fixtureId]);
      continue;
    }
    placedIds.add(fixtureId);
    noteQuoted(state, book, fixtureId);
    // A reference that two events share identifies neither event.
    const isOwnRef = event.ref !== undefined && refCounts.get(event.ref) === 1;
    const ref = isOwnRef ? event.ref : undefined;
    const refBefore =
      ref === undefined ? undefined : bindRef(state, { book, ref, fixture: fixtureId }, changes);
    if (refBefore !== undefined) unbound.push({ fixtureId: refBefore, listedAs: null });
    const teams = newFixtureOf(match, place);
    if (teams !== undefined && created !== undefined) addFixture(state, created, teams, event, changes);
    if (place !== undefined) hiddenIds.add(fixtureId);
    startReports.push({ fixtureId, event });
    const swapped = match.kind === "fixture" ? match.swapped : isSwappedAt(state, fixtureId, place);
    (event.inPlay ? inPlay : beforeStart).push({ event, fixtureId, swapped });
    if (place === undefined) matchedEvents.push({ event, fixtureId, swapped, refBefore });
  }
  return { beforeStart, inPlay, placedIds, hiddenIds, unbound, startReports, matchedEvents };
};

const allOf = async (idsByEvent: ReadonlyMap<number, readonly string[]>): Promise<Set<string>> => {
  const all = new Set<string>();
  for (const ids of idsByEvent.values()) {
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
    for (const id of ids) all.add(id);
  }
  return all;
};

/** Matches a snapshot's events to fixtures, creates new fixtures, and updates the agreed starts of known fixtures. */
export const placeFixtures = async (
  tx: Queryable,
  state: SportState,
  recording: Recording,
  changes: Changes,
): Promise<PlacedSnapshot> => {
  const { book, events, recordedAt, complete } = recording;
  const found = await matchWithStarts(tx, state, recording);
  const budget = createNewNamesBudget(state, recording);
  const limited = await limitNewNames(budget, recording, found);
  const judgement = await judgeLookAlikes(tx, state, recording, limited, budget);
  const { matches, hiddenBehind } = judgement;
  const newNames = budget.taken();
  if (newNames !== undefined) noteNewNames(state, book, newNames, changes);
  const ids = await createIds(tx, state, events, judgement);
  const placement = await placeEvents(state, recording, judgement, ids, changes);
  const { beforeStart, inPlay, placedIds, hiddenIds, unbound } = placement;
  await addStarts(tx, state, recording, placement.startReports, changes);
  await addMergesOfMoved(tx, state, book, placement.matchedEvents, placedIds, changes);
  const idOf = new Map([...ids].map(([index, { id }]) => [placeholderId(index), id]));
  await applyHiding(tx, state, hiddenBehind, (id) => idOf.get(id) ?? id, changes);

  const startOf = (id: string) => state.fixtures.get(id)?.commenceTime ?? Number.NEGATIVE_INFINITY;
  const candidates = candidatesByEvent(events, matches, ids);
  const unmatchedFixtures = await allOf(candidates);
  const isAbsent = (id: string): boolean => !placedIds.has(id) && !unmatchedFixtures.has(id);
  const missingFixtures = complete
    ? [...state.fixtures.keys()].filter((id) => startOf(id) > recordedAt && isAbsent(id))
    : [];
  const covered = [...beforeStart.map(({ fixtureId }) => fixtureId), ...missingFixtures];
  return {
    matches,
    events: beforeStart,
    hidden: hiddenIds,
    inPlay,
    started: new Set(inPlay.flatMap(({ fixtureId }) => (startOf(fixtureId) > recordedAt ? [] : [fixtureId]))),
    withdrawn: [
      // A complete snapshot withdraws these as missing fixtures.
      ...(complete ? [] : unbound.filter(({ fixtureId }) => isAbsent(fixtureId))),
      ...withdrawnByUnmatched(state, recording, matches, placedIds),
    ],
    candidates,
    unmatchedFixtures,
    missingFixtures,
    excludedFixtures: new Set([...inPlay.map(({ fixtureId }) => fixtureId), ...unmatchedFixtures]),
    latestStart: covered.map(startOf).reduce((a, b) => Math.max(a, b), recordedAt),
  };
};

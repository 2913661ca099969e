import type { Queryable } from "@/db/connect";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import { findSport } from "@/server/domain/catalogue/sports";
import type { CheckedEvent } from "@/server/ingest/feeds/check-snapshot";
import { fixtureIdBase } from "@/server/ingest/matching/fixture-id";
import type { EventMatch } from "@/server/ingest/matching/match-events";
import type { UnmatchedReason } from "@/server/ingest/matching/unmatched-reasons";
import { pauseIfDue } from "@/server/ingest/recorder/in-slices";
import { addMergesOfMoved, type MatchedEvent } from "@/server/ingest/recorder/place/find-merges";
import {
  applyMarks,
  type HiddenPlace,
  judgeLookAlikes,
  newId,
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
  hidden: HiddenPlace | undefined,
): NewFixture | undefined => {
  if (match?.kind === "new") return match;
  if (hidden === undefined || hidden.fixtureId !== undefined) return undefined;
  return hidden;
};

/**
 * Creates the id and the number of each new fixture. The keys of the returned map are the indexes of the fixtures' events. The second
 * fixture with the same base id gets the suffix `-2`.
 */
const createIds = async (
  tx: Queryable,
  state: SportState,
  events: readonly CheckedEvent[],
  matches: readonly EventMatch[],
  hidden: ReadonlyMap<number, HiddenPlace>,
): Promise<Map<number, FixtureKeys>> => {
  const newFixtures = matches.flatMap((match, index) => {
    const event = events[index];
    const fixture = newFixtureOf(match, hidden.get(index));
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
  // Few bases need a suffix. The suffixes of all bases would be a list of 99,000 ids.
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

/** The names of an event in the form of `BookCheck.listedAs`. */
export const listedAs = ({ home, away }: Pick<CheckedEvent, "home" | "away">): string =>
  `${normalizeName(home)}\n${normalizeName(away)}`;

/** The book's spellings of the fixture's home and away team, if the sport is open. */
export const spellingsOf = (
  { sport }: Pick<Recording, "sport">,
  { event: { home, away }, swapped }: PlacedEvent,
): readonly [string, string] | null => {
  if (findSport(sport)?.names !== "open") return null;
  return swapped ? [away, home] : [home, away];
};

/**
 * The fixtures at which the book's prices are withdrawn because an unmatched event may belong to them. An event with the reason
 * `uncertain_fixture` may be another game of the same teams. For such an event, the result contains only the fixture to which the event's
 * reference is bound.
 */
const withdrawnByUnmatched = (
  state: SportState,
  { book, events }: Recording,
  matches: readonly EventMatch[],
  listed: ReadonlySet<string>,
): WithdrawnFixture[] =>
  matches.flatMap((match, index) => {
    const event = events[index];
    if (event === undefined || event.inPlay || match.kind !== "unmatched") return [];
    const bound = event.ref === undefined ? undefined : state.refs.get(book)?.get(event.ref);
    return match.candidateFixtures
      .filter((id) => !listed.has(id) && (id === bound || match.reason !== "uncertain_fixture"))
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
  const unmarked = { listed: !inPlay, replacedBy: null, lookAlike: false };
  createFixture(state, { id, number, homeTeam, awayTeam, commenceTime, ...unmarked }, changes);
};

/** Whether the book's home team is the away team of the hidden fixture. */
const isSwappedAt = (state: SportState, fixtureId: string, place: HiddenPlace | undefined): boolean => {
  const homeTeam = state.fixtures.get(fixtureId)?.homeTeam ?? "";
  return place !== undefined && normalizeName(homeTeam) !== normalizeName(place.homeTeam);
};

/** Matches a snapshot's events to fixtures, creates new fixtures, and updates the agreed starts of known fixtures. */
export const placeFixtures = async (
  tx: Queryable,
  state: SportState,
  recording: Recording,
  changes: Changes,
): Promise<PlacedSnapshot> => {
  const { book, events, recordedAt } = recording;
  const found = await matchWithStarts(tx, state, recording);
  const budget = createNewNamesBudget(state, recording);
  const limited = await limitNewNames(budget, recording, found);
  const { matches, hidden, marks } = await judgeLookAlikes(tx, state, recording, limited, budget);
  const newNames = budget.taken();
  if (newNames !== undefined) noteNewNames(state, book, newNames, changes);
  const ids = await createIds(tx, state, events, matches, hidden);
  const leaveUnmatched = (
    index: number,
    reason: UnmatchedReason,
    candidateFixtures: readonly string[],
  ): void => {
    matches[index] = { kind: "unmatched", reason, candidateFixtures, candidateNewEvents: [] };
  };
  const refCounts = countRefs(events);
  const startReports: StartReport[] = [];
  const placed: PlacedEvent[] = [];
  const inPlay: PlacedEvent[] = [];
  const unbound: WithdrawnFixture[] = [];
  const matchedEvents: MatchedEvent[] = [];
  const listed = new Set<string>();
  const hiddenFixtures = new Set<string>();
  for (const [index, event] of events.entries()) {
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
    const match = matches[index];
    const place = hidden.get(index);
    if (match === undefined || (match.kind === "unmatched" && place === undefined)) continue;
    const created = ids.get(index);
    const fixtureId = match.kind === "fixture" ? match.fixtureId : (place?.fixtureId ?? created?.id);
    if (fixtureId === undefined || listed.has(fixtureId)) {
      if (place !== undefined) continue;
      if (fixtureId === undefined) leaveUnmatched(index, "uncertain_fixture", []);
      else leaveUnmatched(index, "repeated_event", [fixtureId]);
      continue;
    }
    listed.add(fixtureId);
    noteQuoted(state, book, fixtureId);
    // A reference that two events share identifies neither event.
    const isOwnRef = event.ref !== undefined && refCounts.get(event.ref) === 1;
    const ref = isOwnRef ? event.ref : undefined;
    const refBefore =
      ref === undefined ? undefined : bindRef(state, { book, ref, fixture: fixtureId }, changes);
    if (refBefore !== undefined) unbound.push({ fixtureId: refBefore, listedAs: null });
    const teams = newFixtureOf(match, place);
    if (teams !== undefined && created !== undefined) addFixture(state, created, teams, event, changes);
    if (place !== undefined) hiddenFixtures.add(fixtureId);
    startReports.push({ fixtureId, event });
    const swapped = match.kind === "fixture" ? match.swapped : isSwappedAt(state, fixtureId, place);
    (event.inPlay ? inPlay : placed).push({ event, fixtureId, swapped });
    if (place === undefined) matchedEvents.push({ event, fixtureId, swapped, refBefore });
  }
  const idOf = new Map([...ids].map(([index, { id }]) => [newId(index), id]));
  await addStarts(tx, state, recording, startReports, changes);
  await addMergesOfMoved(tx, state, book, matchedEvents, listed, changes);
  await applyMarks(tx, state, marks, (id) => idOf.get(id) ?? id, changes);

  const startOf = (id: string) => state.fixtures.get(id)?.commenceTime ?? Number.NEGATIVE_INFINITY;
  const candidates = candidatesByEvent(events, matches, ids);
  const unmatchedFixtures = new Set<string>();
  for (const ofEvent of candidates.values()) {
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
    for (const id of ofEvent) unmatchedFixtures.add(id);
  }
  const missingFixtures = recording.complete
    ? [...state.fixtures.keys()].filter(
        (id) => startOf(id) > recordedAt && !listed.has(id) && !unmatchedFixtures.has(id),
      )
    : [];
  const covered = [...placed.map(({ fixtureId }) => fixtureId), ...missingFixtures];
  const withdrawn = [
    ...unbound.filter(({ fixtureId }) => !listed.has(fixtureId) && !unmatchedFixtures.has(fixtureId)),
    ...withdrawnByUnmatched(state, recording, matches, listed),
  ];
  return {
    matches,
    events: placed,
    hidden: hiddenFixtures,
    inPlay,
    started: new Set(inPlay.flatMap(({ fixtureId }) => (startOf(fixtureId) > recordedAt ? [] : [fixtureId]))),
    withdrawn: recording.complete
      ? withdrawn.filter(({ fixtureId }) => unmatchedFixtures.has(fixtureId))
      : withdrawn,
    candidates,
    unmatchedFixtures,
    missingFixtures,
    excludedFixtures: new Set([...inPlay.map(({ fixtureId }) => fixtureId), ...unmatchedFixtures]),
    latestStart: covered.map(startOf).reduce((a, b) => Math.max(a, b), recordedAt),
  };
};

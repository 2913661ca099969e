import type { Queryable } from "@/db/connect";
import { getOrInsert } from "@/server/domain/collections";
import type { CheckedEvent } from "@/server/ingest/feeds/check-snapshot";
import { areSideBySide, isSwapped, pairOf, startTogether } from "@/server/ingest/matching/look-alikes";
import { refRecurs } from "@/server/ingest/matching/resolve-events";
import { pauseIfDue } from "@/server/ingest/recorder/in-slices";
import { votersOf } from "@/server/ingest/recorder/place/judge-look-alikes";
import { underListedNames } from "@/server/ingest/recorder/place/match-recording";
import type { PlacedRecording } from "@/server/ingest/recorder/place/placed";
import { type SportState, teamsOf } from "@/server/ingest/recorder/place/sport-state";
import { loadStarts } from "@/server/ingest/recorder/place/start-state";
import type { RecordedFixture } from "@/server/ingest/recorder/state/load-state";
import { addMerge, type Changes } from "@/server/ingest/recorder/write/changes";

/*
 * Finds fixtures of open sports that turned out to be one game. Similar names alone are never enough.
 */

/** An event that was matched to a fixture. `refBefore`: the fixture to which its reference was bound before. */
export type MatchedEvent = {
  readonly event: CheckedEvent;
  readonly fixtureId: string;
  readonly swapped: boolean;
  readonly refBefore: string | undefined;
};

/** Groups fixtures by their two names. */
const groupByPair = async (
  fixtures: Iterable<RecordedFixture>,
  keyOf: (fixture: RecordedFixture) => string,
): Promise<ReadonlyMap<string, readonly RecordedFixture[]>> => {
  const groups = new Map<string, RecordedFixture[]>();
  for (const fixture of fixtures) {
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
    const key = keyOf(fixture);
    getOrInsert(groups, key, () => []).push(fixture);
  }
  return groups;
};

const orientation = (
  state: SportState,
  from: RecordedFixture,
  into: RecordedFixture,
  { event, swapped }: MatchedEvent,
): boolean | undefined => {
  if (pairOf(from) !== pairOf({ homeTeam: event.home, awayTeam: event.away }))
    return isSwapped(state.sport, from, into);
  const isReversed =
    pairOf({ homeTeam: event.home, awayTeam: "" }) !== pairOf({ homeTeam: from.homeTeam, awayTeam: "" });
  return isReversed !== swapped;
};

/**
 * Merges hidden look-alikes whose books have moved to the listed fixture: a book's own event, known by its reference or its exact names and
 * its start, is now matched to the listed fixture. All other books of the hidden fixture must have moved before.
 * @param listed ids of all fixtures with an event of the snapshot.
 */
export const addMergesOfMoved = async (
  tx: Queryable,
  state: SportState,
  book: string,
  matched: readonly MatchedEvent[],
  listed: ReadonlySet<string>,
  changes: Changes,
): Promise<void> => {
  const hidden = await groupByPair(
    [...state.fixtures.values()].filter(({ id, lookAlike }) => lookAlike && !listed.has(id)),
    pairOf,
  );
  if (hidden.size === 0) return;
  for (const match of matched) {
    await pauseIfDue();
    const { event, fixtureId, refBefore } = match;
    const into = state.fixtures.get(fixtureId);
    if (into === undefined) continue;
    const before = refBefore === undefined ? undefined : state.fixtures.get(refBefore);
    const isBound = before?.lookAlike === true && !listed.has(before.id) && !refRecurs(event);
    const named = hidden.get(pairOf({ homeTeam: event.home, awayTeam: event.away })) ?? [];
    for (const from of new Set(isBound ? [before, ...named] : named)) {
      if (from.id === fixtureId || changes.merges.has(from.id) || !startTogether(from, into)) continue;
      const swapped = orientation(state, from, into, match);
      if (swapped === undefined) continue;
      await loadStarts(tx, state.starts, [from.id, into.id]);
      const voters = votersOf(state.starts, from.id);
      const moved = votersOf(state.starts, into.id);
      const hasMoved = ([other, { lastStatedAt }]: readonly [string, { lastStatedAt: number }]): boolean =>
        (moved.get(other)?.lastStatedAt ?? Number.NEGATIVE_INFINITY) > lastStatedAt;
      if (voters.has(book) && [...voters].every(hasMoved))
        addMerge(changes, { from: from.id, into: into.id, swapped });
    }
  }
};

/** The order of the ids that stay: the fixture of more sources, then the older one. */
const staysBefore = (state: SportState, a: RecordedFixture, b: RecordedFixture): boolean => {
  if (a.lookAlike !== b.lookAlike) return b.lookAlike;
  const sources = ({ id }: RecordedFixture): number =>
    new Set([...votersOf(state.starts, id).values()].map(({ source }) => source)).size;
  return sources(a) === sources(b) ? a.number < b.number : sources(a) > sources(b);
};

/**
 * Merges fixtures of the same two teams with the same start, after a change of names or starts. They are one game, unless a book lists both
 * in one snapshot, or the sport has doubleheaders.
 */
export const addMergesOfSamePairs = async (
  tx: Queryable,
  state: SportState,
  recordings: readonly PlacedRecording[],
  changes: Changes,
): Promise<void> => {
  if (state.sport.names !== "open" || state.sport.samePair === "hours") return;
  const touched = new Set(
    recordings.flatMap(({ placed }) => placed.events.map(({ fixtureId }) => fixtureId)),
  );
  const teams = await teamsOf(state);
  const byPair = await groupByPair(state.fixtures.values(), (fixture) =>
    pairOf(underListedNames(fixture, teams)),
  );
  for (const group of byPair.values())
    for (const a of group)
      for (const b of touched.has(a.id) ? group : []) {
        const pause = pauseIfDue();
        if (pause !== undefined) await pause;
        if (a === b || !startTogether(a, b)) continue;
        if (changes.merges.has(a.id) || changes.merges.has(b.id)) continue;
        await loadStarts(tx, state.starts, [a.id, b.id]);
        const contender = (fixture: RecordedFixture) => ({
          fixture,
          voters: votersOf(state.starts, fixture.id),
        });
        if (areSideBySide(contender(a), contender(b))) continue;
        const [into, from] = staysBefore(state, a, b) ? [a, b] : [b, a];
        const swapped = underListedNames(from, teams).homeTeam !== underListedNames(into, teams).homeTeam;
        addMerge(changes, { from: from.id, into: into.id, swapped });
      }
};

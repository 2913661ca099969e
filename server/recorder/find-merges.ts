import type { Queryable } from "@/db/connect";
import type { CheckedEvent } from "@/server/feeds/check-snapshot";
import { areSideBySide, isSwapped, pairOf, startTogether } from "@/server/matching/look-alikes";
import { refRecurs } from "@/server/matching/resolve-events";
import type { Changes } from "@/server/recorder/changes";
import type { PlacedRecording } from "@/server/recorder/fixture-updates";
import { votersOf } from "@/server/recorder/judge-look-alikes";
import type { RecordedFixture } from "@/server/recorder/load-state";
import { type SportState, teamsOf, underListedNames } from "@/server/recorder/match-recording";
import { loadStarts } from "@/server/recorder/update-starts";

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
 * Finds hidden look-alikes whose books have moved to the listed fixture: a book's own event, known by its reference or its exact names and
 * its start, is now matched to the listed fixture. All other books of the hidden fixture must have moved before.
 * @param listed ids of all fixtures with an event of the snapshot.
 */
export const findMoved = async (
  tx: Queryable,
  state: SportState,
  book: string,
  matched: readonly MatchedEvent[],
  listed: ReadonlySet<string>,
  changes: Changes,
): Promise<void> => {
  const hidden = [...state.fixtures.values()].filter(({ id, lookAlike }) => lookAlike && !listed.has(id));
  if (hidden.length === 0) return;
  for (const match of matched) {
    const { event, fixtureId, refBefore } = match;
    const into = state.fixtures.get(fixtureId);
    if (into === undefined) continue;
    const names = pairOf({ homeTeam: event.home, awayTeam: event.away });
    for (const from of hidden) {
      const isOwn = (refBefore === from.id && !refRecurs(event)) || pairOf(from) === names;
      if (!isOwn || from.id === fixtureId || changes.merges.has(from.id) || !startTogether(from, into))
        continue;
      const swapped = orientation(state, from, into, match);
      if (swapped === undefined) continue;
      await loadStarts(tx, state.starts, [from.id, into.id]);
      const voters = votersOf(state.starts, from.id);
      const moved = votersOf(state.starts, into.id);
      const hasMoved = ([other, { lastStatedAt }]: readonly [string, { lastStatedAt: number }]): boolean =>
        (moved.get(other)?.lastStatedAt ?? Number.NEGATIVE_INFINITY) > lastStatedAt;
      if (voters.has(book) && [...voters].every(hasMoved))
        changes.merges.set(from.id, { from: from.id, into: into.id, swapped });
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
 * Finds fixtures of the same two teams with the same start, after a change of names or starts. They are one game, unless a book lists both
 * in one snapshot, or the sport has doubleheaders.
 */
export const findSamePairs = async (
  tx: Queryable,
  state: SportState,
  recordings: readonly PlacedRecording[],
  changes: Changes,
): Promise<void> => {
  if (state.sport.names !== "open" || state.sport.samePair === "hours") return;
  const touched = new Set(
    recordings.flatMap(({ placed }) => placed.events.map(({ fixtureId }) => fixtureId)),
  );
  const teams = teamsOf(state);
  const byPair = new Map<string, RecordedFixture[]>();
  for (const fixture of state.fixtures.values()) {
    const key = pairOf(underListedNames(fixture, teams));
    byPair.set(key, [...(byPair.get(key) ?? []), fixture]);
  }
  for (const group of byPair.values())
    for (const [at, a] of group.entries())
      for (const b of group.slice(at + 1)) {
        if (!(touched.has(a.id) || touched.has(b.id)) || !startTogether(a, b)) continue;
        if (changes.merges.has(a.id) || changes.merges.has(b.id)) continue;
        await loadStarts(tx, state.starts, [a.id, b.id]);
        const contender = (fixture: RecordedFixture) => ({
          fixture,
          voters: votersOf(state.starts, fixture.id),
        });
        if (areSideBySide(contender(a), contender(b))) continue;
        const [into, from] = staysBefore(state, a, b) ? [a, b] : [b, a];
        const swapped = underListedNames(from, teams).homeTeam !== underListedNames(into, teams).homeTeam;
        changes.merges.set(from.id, { from: from.id, into: into.id, swapped });
      }
};

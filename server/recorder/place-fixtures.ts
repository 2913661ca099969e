import type { Queryable } from "@/db/connect";
import type { Sport } from "@/server/catalogue/sports";
import type { CheckedEvent } from "@/server/feeds/check-snapshot";
import { fixtureIdBase } from "@/server/matching/fixture-id";
import type { EventMatch } from "@/server/matching/match-events";
import { type KnownStart, loadNewestSightings, loadTakenIds } from "@/server/recorder/load-known";
import type { Recording } from "@/server/recorder/record-snapshot";
import type { Changes } from "@/server/recorder/write-changes";

/** An event with the fixture that it belongs to. `swapped`: the book's home is the fixture's away. */
export type PlacedEvent = {
  readonly event: CheckedEvent;
  readonly fixtureId: string;
  readonly commenceTime: number;
  readonly swapped: boolean;
};

export type PlacedEvents = {
  /** Not in play, one a fixture. */
  readonly events: readonly PlacedEvent[];
  /** Fixtures that an event of this snapshot might have meant. */
  readonly noted: ReadonlySet<string>;
  /** Known fixtures of the sport that have not started and that the snapshot does not name. */
  readonly unnamed: readonly string[];
};

const highestSuffix = 9;

const idCandidates = (base: string): string[] => [
  base,
  ...Array.from({ length: highestSuffix - 1 }, (_, index) => `${base}-${index + 2}`),
];

/** Ids for the events that are new fixtures, by their index. The second of a day gets `-2`. */
const makeIds = async (
  tx: Queryable,
  sport: Sport,
  events: readonly CheckedEvent[],
  matches: readonly EventMatch[],
): Promise<Map<number, string>> => {
  const fresh = matches.flatMap((match, index) => {
    const event = events[index];
    if (match.kind !== "new" || event === undefined) return [];
    return [
      {
        index,
        start: event.commenceTime,
        base: fixtureIdBase(sport.key, match.awayTeam, match.homeTeam, event.commenceTime),
      },
    ];
  });
  if (fresh.length === 0) return new Map();
  const taken = await loadTakenIds(tx, [...new Set(fresh.flatMap(({ base }) => idCandidates(base)))]);
  const ids = new Map<number, string>();
  for (const { index, base } of fresh.sort((a, b) => a.start - b.start || a.index - b.index)) {
    const id = idCandidates(base).find((candidate) => !taken.has(candidate));
    if (id === undefined) continue;
    taken.add(id);
    ids.set(index, id);
  }
  return ids;
};

type Sighting = { readonly fixture: KnownStart; readonly event: CheckedEvent };

/**
 * The start in the snapshot with the latest recording time counts, ties to the earliest start. Sightings in play count too: they tell
 * that a fixture began, whatever was announced.
 */
const updateStarts = async (
  tx: Queryable,
  recordedAt: number,
  sightings: readonly Sighting[],
  changes: Changes,
): Promise<Map<string, number>> => {
  const starts = new Map<string, number>();
  const differing = sightings.filter(({ fixture, event }) => fixture.commenceTime !== event.commenceTime);
  const newest =
    differing.length === 0
      ? new Map<string, number>()
      : await loadNewestSightings(
          tx,
          differing.map(({ fixture }) => fixture.id),
        );
  for (const { fixture, event } of sightings) {
    const latest = Math.max(fixture.commenceRecordedAt, newest.get(fixture.id) ?? 0);
    const wins = recordedAt > latest || (recordedAt === latest && event.commenceTime < fixture.commenceTime);
    const moves = fixture.commenceTime !== event.commenceTime && wins;
    const appears = !fixture.listed && !event.inPlay;
    const start = moves ? event.commenceTime : fixture.commenceTime;
    starts.set(fixture.id, start);
    const startRecorded = Math.max(fixture.commenceRecordedAt, wins ? recordedAt : 0);
    if (moves || appears)
      changes.fixtureUpdates.push({
        id: fixture.id,
        start,
        start_recorded: startRecorded,
        listed: fixture.listed || appears,
      });
    else if (event.inPlay && startRecorded !== fixture.commenceRecordedAt)
      changes.startConfirmations.push({ id: fixture.id, start_recorded: startRecorded });
  }
  return starts;
};

/** Turns matches into fixtures: new ones get their id, known ones their newest start, and what could not be placed is noted. */
export const placeFixtures = async (
  tx: Queryable,
  input: {
    readonly sport: Sport;
    readonly recording: Recording;
    readonly matches: readonly EventMatch[];
    readonly fixtures: readonly KnownStart[];
  },
  changes: Changes,
): Promise<PlacedEvents> => {
  const { sport, recording, matches, fixtures } = input;
  const { events, recordedAt } = recording;
  const known = new Map(fixtures.map((fixture) => [fixture.id, fixture]));
  const ids = await makeIds(tx, sport, events, matches);

  // A ref that two events carry identifies neither.
  const refCounts = new Map<string, number>();
  for (const { ref } of events) if (ref !== undefined) refCounts.set(ref, (refCounts.get(ref) ?? 0) + 1);
  const sightings: Sighting[] = [];
  const placed: PlacedEvent[] = [];
  const named = new Set<string>();
  const noted = new Set<string>();
  events.forEach((event, index) => {
    const match = matches[index];
    if (match === undefined) return;
    if (match.kind === "unmatched") {
      if (event.inPlay) return;
      for (const id of match.mightHaveMeant) noted.add(id);
      for (const other of match.mightHaveMeantNew) {
        const id = ids.get(other);
        if (id !== undefined) noted.add(id);
      }
      return;
    }
    const fixtureId = match.kind === "fixture" ? match.fixtureId : ids.get(index);
    if (fixtureId === undefined || named.has(fixtureId)) return;
    named.add(fixtureId);
    if (event.ref !== undefined && refCounts.get(event.ref) === 1)
      changes.refs.push({ ref: event.ref, fixture_id: fixtureId });
    if (match.kind === "new") {
      changes.learnedTeams.push(...match.learned);
      changes.newFixtures.push({
        id: fixtureId,
        home_team: match.homeTeam,
        away_team: match.awayTeam,
        start: event.commenceTime,
        start_recorded: recordedAt,
        listed: !event.inPlay,
      });
    }
    const fixture = known.get(fixtureId);
    if (fixture !== undefined) sightings.push({ fixture, event });
    if (!event.inPlay)
      placed.push({
        event,
        fixtureId,
        commenceTime: event.commenceTime,
        swapped: match.kind === "fixture" && match.swapped,
      });
  });

  await updateStarts(tx, recordedAt, sightings, changes);
  const newStarts = new Map(changes.newFixtures.map((fixture) => [fixture.id, fixture.start]));
  const startOf = (id: string) =>
    known.get(id)?.commenceTime ?? newStarts.get(id) ?? Number.NEGATIVE_INFINITY;
  return {
    events: placed,
    noted: new Set([...noted].filter((id) => startOf(id) > recordedAt)),
    unnamed: fixtures
      .filter(({ id, commenceTime }) => commenceTime > recordedAt && !named.has(id) && !noted.has(id))
      .map(({ id }) => id),
  };
};

import type { Queryable } from "@/db/connect";
import type { Sport } from "@/server/catalogue/sports";
import type { TeamIndex } from "@/server/catalogue/team-index";
import type { CheckedEvent } from "@/server/feeds/check-snapshot";
import { fixtureIdBase } from "@/server/matching/fixture-id";
import { type EventMatch, matchEvents } from "@/server/matching/match-events";
import {
  type KnownStart,
  loadChecks,
  loadNewestSightings,
  loadTakenIds,
  pairKey,
} from "@/server/recorder/load-known";
import { recordedForStart } from "@/server/recorder/overtaken";
import type { Recording } from "@/server/recorder/recording";
import type { Changes } from "@/server/recorder/write-changes";

/** What matching knows of a sport while a batch is recorded; it grows with each snapshot. */
export type KnownSport = {
  readonly sport: Sport;
  readonly fixtures: Map<string, KnownStart>;
  /** Book -> the book's ref -> fixture id. */
  readonly refs: Map<string, Map<string, string>>;
  readonly learned: Set<string>;
  /** Fixture id -> newest recording time at which this batch saw it. */
  readonly sightings: Map<string, number>;
  readonly teams: (learned: ReadonlySet<string>) => TeamIndex;
};

/** An event with the fixture that it belongs to. `swapped`: the book's home is the fixture's away. */
export type PlacedEvent = {
  readonly event: CheckedEvent;
  readonly fixtureId: string;
  readonly swapped: boolean;
};

export type PlacedSnapshot = {
  readonly matches: readonly EventMatch[];
  /** Not in play, one a fixture. */
  readonly events: readonly PlacedEvent[];
  /** Fixtures that an event of this snapshot might have meant. */
  readonly noted: ReadonlySet<string>;
  /** Known fixtures of the sport that have not started and that the snapshot does not name. */
  readonly unnamed: readonly string[];
  /** Fixtures that a complete snapshot does not speak for: it has them in play, or an event that might mean them. */
  readonly unspoken: ReadonlySet<string>;
  /** Start (ms) of the last one of `events` and `unnamed`. */
  readonly latestStart: number;
};

/** More fixtures of one id on a day than any league plays; names without a Latin letter share theirs. */
const highestSuffix = 99;

const idCandidates = (base: string): string[] => [
  base,
  ...Array.from({ length: highestSuffix - 1 }, (_, index) => `${base}-${index + 2}`),
];

/** Ids for the events that are new fixtures, by their index. The second of a day gets `-2`. */
const makeIds = async (
  tx: Queryable,
  known: KnownSport,
  events: readonly CheckedEvent[],
  matches: readonly EventMatch[],
): Promise<Map<number, string>> => {
  const fresh = matches.flatMap((match, index) => {
    const event = events[index];
    if (match.kind !== "new" || event === undefined) return [];
    const base = fixtureIdBase(known.sport.key, match.awayTeam, match.homeTeam, event.commenceTime);
    return [{ index, start: event.commenceTime, base }];
  });
  if (fresh.length === 0) return new Map();
  const taken = await loadTakenIds(tx, [...new Set(fresh.flatMap(({ base }) => idCandidates(base)))]);
  const ids = new Map<number, string>();
  for (const { index, base } of fresh.sort((a, b) => a.start - b.start || a.index - b.index)) {
    const id = idCandidates(base).find(
      (candidate) => !taken.has(candidate) && !known.fixtures.has(candidate),
    );
    if (id === undefined) continue;
    taken.add(id);
    ids.set(index, id);
  }
  return ids;
};

type Sighting = { readonly fixture: KnownStart; readonly event: CheckedEvent };

/** What is known of the fixtures that are seen at another start than the known one, or in play. */
const loadSeen = async (tx: Queryable, known: KnownSport, book: string, seen: readonly Sighting[]) => {
  if (seen.length === 0) return { newest: known.sightings, checks: undefined };
  const ids = seen.map(({ fixture }) => fixture.id);
  const [stored, checks] = await Promise.all([
    loadNewestSightings(tx, ids),
    loadChecks(
      tx,
      ids.map((fixture) => ({ book, fixture })),
    ),
  ]);
  const newest = new Map(ids.map((id) => [id, Math.max(stored.get(id) ?? 0, known.sightings.get(id) ?? 0)]));
  return { newest, checks };
};

/**
 * The start in the snapshot with the latest recording time counts, ties to the earliest start. Sightings in play count too: they tell
 * that a fixture began, whatever was announced.
 */
const updateStarts = async (
  tx: Queryable,
  known: KnownSport,
  recording: Recording,
  sightings: readonly Sighting[],
  changes: Changes,
): Promise<void> => {
  const { book } = recording;
  const telling = sightings.filter(
    ({ fixture, event }) => event.inPlay || fixture.commenceTime !== event.commenceTime,
  );
  const { newest, checks } = await loadSeen(tx, known, book, telling);
  for (const { fixture, event } of sightings) {
    const recordedAt = recordedForStart(recording, checks?.get(pairKey(book, fixture.id)));
    const latest = Math.max(fixture.commenceRecordedAt, newest.get(fixture.id) ?? 0);
    const wins = recordedAt > latest || (recordedAt === latest && event.commenceTime < fixture.commenceTime);
    const moves = fixture.commenceTime !== event.commenceTime && wins;
    const appears = !fixture.listed && !event.inPlay;
    const confirms = event.inPlay && wins;
    known.sightings.set(fixture.id, Math.max(recordedAt, known.sightings.get(fixture.id) ?? 0));
    if (!moves && !appears && !confirms) continue;
    const updated: KnownStart = {
      ...fixture,
      commenceTime: moves ? event.commenceTime : fixture.commenceTime,
      commenceRecordedAt: moves || confirms ? recordedAt : fixture.commenceRecordedAt,
      listed: fixture.listed || appears,
    };
    known.fixtures.set(fixture.id, updated);
    writeStart(updated, moves || appears, changes);
  }
};

const writeStart = (fixture: KnownStart, isChanged: boolean, changes: Changes): void => {
  const { id, commenceTime: start, commenceRecordedAt: start_recorded, listed } = fixture;
  const made = changes.newFixtures.get(id);
  if (made !== undefined) changes.newFixtures.set(id, { ...made, start, start_recorded, listed });
  else if (isChanged || changes.fixtureUpdates.has(id))
    changes.fixtureUpdates.set(id, { id, start, start_recorded, listed });
  else changes.startConfirmations.set(id, { id, start_recorded });
};

const bindRef = (known: KnownSport, book: string, ref: string, fixture: string, changes: Changes): void => {
  const refs = known.refs.get(book) ?? new Map<string, string>();
  known.refs.set(book, refs);
  if (refs.get(ref) === fixture) return;
  refs.set(ref, fixture);
  changes.refs.set(`${book} ${ref}`, { book, ref, fixture });
};

const countRefs = (events: readonly CheckedEvent[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { ref } of events) if (ref !== undefined) counts.set(ref, (counts.get(ref) ?? 0) + 1);
  return counts;
};

const notedFixtures = (
  events: readonly CheckedEvent[],
  matches: readonly EventMatch[],
  ids: ReadonlyMap<number, string>,
): Set<string> => {
  const noted = new Set<string>();
  matches.forEach((match, index) => {
    if (match.kind !== "unmatched" || events[index]?.inPlay) return;
    for (const id of match.mightHaveMeant) noted.add(id);
    for (const other of match.mightHaveMeantNew) {
      const id = ids.get(other);
      if (id !== undefined) noted.add(id);
    }
  });
  return noted;
};

/** What each event of a snapshot is, as far as is known now. */
export const matchRecording = (known: KnownSport, { book, events }: Recording): EventMatch[] =>
  matchEvents({
    sport: known.sport,
    events: events.map(({ ref, commenceTime, home, away }) => ({ ref, commenceTime, home, away })),
    fixtures: [...known.fixtures.values()],
    refs: known.refs.get(book) ?? new Map(),
    teams: known.teams(known.learned),
  });

/** Turns a snapshot's events into fixtures: new ones get their id, known ones their newest start, and what could not be placed is noted. */
export const placeFixtures = async (
  tx: Queryable,
  known: KnownSport,
  recording: Recording,
  changes: Changes,
): Promise<PlacedSnapshot> => {
  const { book, events, recordedAt } = recording;
  const matches = matchRecording(known, recording);
  const ids = await makeIds(tx, known, events, matches);
  const refCounts = countRefs(events);
  const sightings: Sighting[] = [];
  const placed: PlacedEvent[] = [];
  const named = new Set<string>();
  const inPlay = new Set<string>();
  events.forEach((event, index) => {
    const match = matches[index];
    if (match === undefined || match.kind === "unmatched") return;
    const fixtureId = match.kind === "fixture" ? match.fixtureId : ids.get(index);
    if (fixtureId === undefined || named.has(fixtureId)) return;
    named.add(fixtureId);
    // A ref that two events carry identifies neither.
    if (event.ref !== undefined && refCounts.get(event.ref) === 1)
      bindRef(known, book, event.ref, fixtureId, changes);
    const fixture = known.fixtures.get(fixtureId);
    if (fixture !== undefined) sightings.push({ fixture, event });
    if (match.kind === "new") addFixture(known, { id: fixtureId, match, event, recordedAt }, changes);
    if (event.inPlay) inPlay.add(fixtureId);
    else placed.push({ event, fixtureId, swapped: match.kind === "fixture" && match.swapped });
  });
  await updateStarts(tx, known, recording, sightings, changes);

  const startOf = (id: string) => known.fixtures.get(id)?.commenceTime ?? Number.NEGATIVE_INFINITY;
  const noted = notedFixtures(events, matches, ids);
  const unnamed = recording.complete
    ? [...known.fixtures.keys()].filter((id) => startOf(id) > recordedAt && !named.has(id) && !noted.has(id))
    : [];
  const spokenFor = [...placed.map(({ fixtureId }) => fixtureId), ...unnamed];
  return {
    matches,
    events: placed,
    noted: new Set([...noted].filter((id) => startOf(id) > recordedAt)),
    unnamed,
    unspoken: new Set([...inPlay, ...noted]),
    latestStart: spokenFor.map(startOf).reduce((a, b) => Math.max(a, b), recordedAt),
  };
};

const addFixture = (
  known: KnownSport,
  made: {
    readonly id: string;
    readonly match: Extract<EventMatch, { kind: "new" }>;
    readonly event: CheckedEvent;
    readonly recordedAt: number;
  },
  changes: Changes,
): void => {
  const { id, match, event, recordedAt } = made;
  for (const name of match.learned) {
    known.learned.add(name);
    changes.learnedTeams.add(name);
  }
  known.sightings.set(id, recordedAt);
  known.fixtures.set(id, {
    id,
    homeTeam: match.homeTeam,
    awayTeam: match.awayTeam,
    commenceTime: event.commenceTime,
    commenceRecordedAt: recordedAt,
    listed: !event.inPlay,
  });
  changes.newFixtures.set(id, {
    id,
    home_team: match.homeTeam,
    away_team: match.awayTeam,
    start: event.commenceTime,
    start_recorded: recordedAt,
    listed: !event.inPlay,
  });
};

import type { Queryable } from "@/db/connect";
import { normalizeName } from "@/server/catalogue/normalize-name";
import type { Sport } from "@/server/catalogue/sports";
import type { TeamIndex } from "@/server/catalogue/team-index";
import type { CheckedEvent } from "@/server/feeds/check-snapshot";
import { fixtureIdBase } from "@/server/matching/fixture-id";
import { type EventMatch, matchEvents } from "@/server/matching/match-events";
import type { KnownFixture } from "@/server/matching/match-input";
import type { UnmatchedReason } from "@/server/matching/unmatched-reasons";
import { loadTakenIds, type RecordedFixture } from "@/server/recorder/load-known";
import type { Recording } from "@/server/recorder/recording";
import {
  type KnownStarts,
  loadStarts,
  type Sighting,
  stateStarts,
  writeFixture,
} from "@/server/recorder/settle-starts";
import { voteOf } from "@/server/recorder/start-statements";
import type { Changes } from "@/server/recorder/write-changes";

/** What matching knows of a sport while a batch is recorded; it grows with each snapshot. */
export type KnownSport = {
  readonly sport: Sport;
  readonly fixtures: Map<string, RecordedFixture>;
  /** Book -> the book's ref -> fixture id. */
  readonly refs: Map<string, Map<string, string>>;
  /** Book -> ids of fixtures that it has listed. */
  readonly quoted: Map<string, Set<string>>;
  readonly learned: Set<string>;
  readonly starts: KnownStarts;
  readonly teams: (learned: ReadonlySet<string>) => TeamIndex;
};

/** An event that cannot be placed any more, and a fixture that an event of the same names or reference may have been before. */
export type LostEvent = {
  readonly fixtureId: string;
  /** See `Check.listedAs`; null where the event's reference was bound to the fixture, so that the names do not matter. */
  readonly listedAs: string | null;
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
  /** In play: they have no prices, but they state a start. One a fixture, none of `events`. */
  readonly inPlay: readonly PlacedEvent[];
  /** Ids of the fixtures of `inPlay` that have started by the start that the books agree on. */
  readonly started: ReadonlySet<string>;
  readonly lost: readonly LostEvent[];
  /** Index of each unmatched event to the fixtures that it might mean. */
  readonly meant: ReadonlyMap<number, readonly string[]>;
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

/** @returns the fixture that the reference was bound to before, where it is another one. */
const bindRef = (
  known: KnownSport,
  book: string,
  ref: string,
  fixture: string,
  changes: Changes,
): string | undefined => {
  const refs = known.refs.get(book) ?? new Map<string, string>();
  known.refs.set(book, refs);
  const before = refs.get(ref);
  if (before === fixture) return undefined;
  refs.set(ref, fixture);
  changes.refs.set(`${book} ${ref}`, { book, ref, fixture });
  return before;
};

const countRefs = (events: readonly CheckedEvent[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { ref } of events) if (ref !== undefined) counts.set(ref, (counts.get(ref) ?? 0) + 1);
  return counts;
};

const meantFixtures = (
  events: readonly CheckedEvent[],
  matches: readonly EventMatch[],
  ids: ReadonlyMap<number, string>,
): Map<number, string[]> => {
  const meant = new Map<number, string[]>();
  matches.forEach((match, index) => {
    if (match.kind !== "unmatched" || events[index]?.inPlay) return;
    const made = match.mightHaveMeantNew.flatMap((other) => ids.get(other) ?? []);
    meant.set(index, [...match.mightHaveMeant, ...made]);
  });
  return meant;
};

/** The names of an event in the form in which the check of a book keeps them. */
export const listedAs = ({ home, away }: Pick<CheckedEvent, "home" | "away">): string =>
  `${normalizeName(home)}\n${normalizeName(away)}`;

/** A fixture may have been made under a name that is a listed team's by now. */
const underKnownNames = (fixture: RecordedFixture, teams: TeamIndex): KnownFixture => {
  const nameOf = (name: string): string => {
    if (teams.isListed(name)) return name;
    const resolution = teams.resolve(name);
    return resolution.kind === "team" ? resolution.team : name;
  };
  const homeTeam = nameOf(fixture.homeTeam);
  const awayTeam = nameOf(fixture.awayTeam);
  return homeTeam === fixture.homeTeam && awayTeam === fixture.awayTeam
    ? fixture
    : { ...fixture, homeTeam, awayTeam };
};

/** Ids of the fixtures that the book has listed; the batch adds to them. */
const quotedBy = ({ quoted }: KnownSport, book: string): Set<string> => {
  const ofBook = quoted.get(book) ?? new Set<string>();
  quoted.set(book, ofBook);
  return ofBook;
};

/** Matches each event of a snapshot by what is known now. */
export const matchRecording = (
  known: KnownSport,
  { book, events, recordedAt, complete }: Recording,
  startsOfOthers: ReadonlyMap<string, readonly number[]> = new Map(),
): EventMatch[] => {
  const teams = known.teams(known.learned);
  return matchEvents({
    sport: known.sport,
    events: events.map(({ ref, commenceTime, home, away }) => ({ ref, commenceTime, home, away })),
    fixtures: [...known.fixtures.values()].map((fixture) => underKnownNames(fixture, teams)),
    refs: known.refs.get(book) ?? new Map(),
    quoted: quotedBy(known, book),
    recordedAt,
    complete,
    startsOfOthers,
    teams,
  });
};

/**
 * Matches a snapshot, and once more where starts alone left an event without a place: by what other books state. A fixture that one of
 * them alone states does not count against another start. The statements are read only where they matter.
 */
const matchWithStarts = async (
  tx: Queryable,
  known: KnownSport,
  recording: Recording,
): Promise<EventMatch[]> => {
  const matches = matchRecording(known, recording);
  const doubtful = matches.flatMap((match) =>
    match.kind === "unmatched" && match.reason === "uncertain_fixture" ? match.mightHaveMeant : [],
  );
  if (doubtful.length === 0) return matches;
  const { stored, stated } = known.starts;
  await loadStarts(tx, known.starts, doubtful);
  const quoted = quotedBy(known, recording.book);
  for (const id of doubtful) if (stored.get(id)?.has(recording.book)) quoted.add(id);
  const startsOfOthers = new Map(
    doubtful.map((id) => {
      const statements = new Map([...(stored.get(id) ?? []), ...(stated.get(id) ?? [])]);
      statements.delete(recording.book);
      return [id, [...statements.values()].flatMap((ofBook) => voteOf(ofBook)?.start ?? [])];
    }),
  );
  return matchRecording(known, recording, startsOfOthers);
};

/**
 * Events that the snapshot lists and that have no place: the fixtures that they might mean, unless it names these otherwise. A start that
 * fits no fixture may be another meeting of the pair: it says nothing of the one that the book listed before.
 */
const lostEvents = (
  known: KnownSport,
  { book, events }: Recording,
  matches: readonly EventMatch[],
  named: ReadonlySet<string>,
): LostEvent[] =>
  matches.flatMap((match, index) => {
    const event = events[index];
    if (event === undefined || event.inPlay || match.kind !== "unmatched") return [];
    const bound = event.ref === undefined ? undefined : known.refs.get(book)?.get(event.ref);
    return match.mightHaveMeant
      .filter((id) => !named.has(id) && (id === bound || match.reason !== "uncertain_fixture"))
      .map((fixtureId) => ({ fixtureId, listedAs: fixtureId === bound ? null : listedAs(event) }));
  });

/** Turns a snapshot's events into fixtures: new ones get their id, known ones hear its starts, and what has no place is noted. */
export const placeFixtures = async (
  tx: Queryable,
  known: KnownSport,
  recording: Recording,
  changes: Changes,
): Promise<PlacedSnapshot> => {
  const { book, events, recordedAt } = recording;
  const matches = await matchWithStarts(tx, known, recording);
  const ids = await makeIds(tx, known, events, matches);
  const leaveOut = (index: number, reason: UnmatchedReason, mightHaveMeant: readonly string[]): void => {
    matches[index] = { kind: "unmatched", reason, mightHaveMeant, mightHaveMeantNew: [] };
  };
  const refCounts = countRefs(events);
  const quoted = quotedBy(known, book);
  const sightings: Sighting[] = [];
  const placed: PlacedEvent[] = [];
  const inPlay: PlacedEvent[] = [];
  const left: LostEvent[] = [];
  const named = new Set<string>();
  for (const [index, event] of events.entries()) {
    const match = matches[index];
    if (match === undefined || match.kind === "unmatched") continue;
    const fixtureId = match.kind === "fixture" ? match.fixtureId : ids.get(index);
    if (fixtureId === undefined || named.has(fixtureId)) {
      if (fixtureId === undefined) leaveOut(index, "uncertain_fixture", []);
      else leaveOut(index, "repeated_event", [fixtureId]);
      continue;
    }
    named.add(fixtureId);
    quoted.add(fixtureId);
    // A ref that two events carry identifies neither.
    if (event.ref !== undefined && refCounts.get(event.ref) === 1) {
      const before = bindRef(known, book, event.ref, fixtureId, changes);
      if (before !== undefined) left.push({ fixtureId: before, listedAs: null });
    }
    if (match.kind === "new") addFixture(known, { id: fixtureId, match, event }, changes);
    sightings.push({ fixtureId, event });
    const swapped = match.kind === "fixture" && match.swapped;
    (event.inPlay ? inPlay : placed).push({ event, fixtureId, swapped });
  }
  await stateStarts(tx, known, recording, sightings, changes);

  const startOf = (id: string) => known.fixtures.get(id)?.commenceTime ?? Number.NEGATIVE_INFINITY;
  const meant = meantFixtures(events, matches, ids);
  const noted = new Set([...meant.values()].flat());
  const unnamed = recording.complete
    ? [...known.fixtures.keys()].filter((id) => startOf(id) > recordedAt && !named.has(id) && !noted.has(id))
    : [];
  const spokenFor = [...placed.map(({ fixtureId }) => fixtureId), ...unnamed];
  const lost = [
    ...left.filter(({ fixtureId }) => !named.has(fixtureId) && !noted.has(fixtureId)),
    ...lostEvents(known, recording, matches, named),
  ];
  return {
    matches,
    events: placed,
    inPlay,
    started: new Set(inPlay.flatMap(({ fixtureId }) => (startOf(fixtureId) > recordedAt ? [] : [fixtureId]))),
    lost: recording.complete ? lost.filter(({ fixtureId }) => noted.has(fixtureId)) : lost,
    meant,
    noted,
    unnamed,
    unspoken: new Set([...inPlay.map(({ fixtureId }) => fixtureId), ...noted]),
    latestStart: spokenFor.map(startOf).reduce((a, b) => Math.max(a, b), recordedAt),
  };
};

const addFixture = (
  known: KnownSport,
  made: {
    readonly id: string;
    readonly match: Extract<EventMatch, { kind: "new" }>;
    readonly event: CheckedEvent;
  },
  changes: Changes,
): void => {
  const { id, match, event } = made;
  for (const name of match.learned) {
    known.learned.add(name);
    changes.learnedTeams.add(name);
  }
  const { homeTeam, awayTeam } = match;
  const { commenceTime, inPlay } = event;
  changes.newFixtures.set(id, {
    id,
    home_team: homeTeam,
    away_team: awayTeam,
    start: commenceTime,
    listed: !inPlay,
    replaced_by: null,
  });
  writeFixture(known, { id, homeTeam, awayTeam, commenceTime, listed: !inPlay, replacedBy: null }, changes);
};

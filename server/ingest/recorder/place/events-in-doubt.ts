import { createHash } from "node:crypto";
import { compare, getOrInsert } from "@/server/domain/collections";
import { createMayBeOneGame, indexSimilar, pairOf } from "@/server/ingest/matching/look-alikes";
import type { EventMatch } from "@/server/ingest/matching/match-events";
import type { KnownFixture } from "@/server/ingest/matching/match-input";
import type { Steps } from "@/server/ingest/matching/steps";
import { windowsFor } from "@/server/ingest/matching/windows";
import type { SportState } from "@/server/ingest/recorder/place/sport-state";
import type { Recording } from "@/server/ingest/recorder/recording";
import type { RecordedFixture } from "@/server/ingest/recorder/state/load-state";

/**
 * Limits the work per snapshot. Of further events in doubt, those with a hidden fixture keep it, unmatched ones wait for a later snapshot
 * (`inTurn`), and those that are matched as new create a listed fixture.
 */
export const maxJudged = 16;

/** No fixture id contains a space. */
const placeholderPrefix = "new ";

/** Stands for the id of the fixture that an event creates. */
export const placeholderId = (index: number): string => `${placeholderPrefix}${index}`;

/** The index of the event that creates the fixture. Undefined if the fixture exists. */
export const indexOfPlaceholder = (id: string): number | undefined =>
  id.startsWith(placeholderPrefix) ? Number(id.slice(placeholderPrefix.length)) : undefined;

/** An event that may be a known game under other names. */
export type InDoubt = {
  readonly index: number;
  /** The fixture of the event's names. If none exists, the fixture that the event would create: its id is `placeholderId(index)`. */
  readonly fixture: KnownFixture;
  /** The book's names, in its own order. */
  readonly homeTeam: string;
  readonly awayTeam: string;
};

/** The names of an event that is unmatched only because of its names. */
const ownNames = (match: EventMatch) => (match.kind === "unmatched" ? match.apart : undefined);

/** Whether an operator deleted the fixture's names. Such a fixture is marked by pointing to itself, and is never listed again. */
export const isForgotten = ({ id, replacedBy }: RecordedFixture): boolean => replacedBy === id;

const startsNear = (a: KnownFixture, b: KnownFixture, reachMs: number): boolean =>
  Math.abs(a.commenceTime - b.commenceTime) <= reachMs;

/** New fixtures whose names are similar, on both sides, to those of a known fixture at about the same time. */
function* similarNew(
  state: SportState,
  { events }: Recording,
  matches: readonly EventMatch[],
  isListed: (team: string) => boolean,
): Steps<ReadonlySet<number>> {
  const fresh = matches.flatMap((match, index) => {
    const event = events[index];
    if (match.kind !== "new" || event === undefined || event.inPlay) return [];
    if (isListed(match.homeTeam) && isListed(match.awayTeam)) return [];
    const { homeTeam, awayTeam } = match;
    return [
      { index, fixture: { id: placeholderId(index), homeTeam, awayTeam, commenceTime: event.commenceTime } },
    ];
  });
  const similar = new Set<number>();
  if (fresh.length === 0) return similar;
  const mayBeOneGame = createMayBeOneGame(state.sport);
  const { similarTo } = yield* indexSimilar(state.sport, [...state.fixtures.values()]);
  for (const { index, fixture } of fresh) {
    yield;
    for (const other of similarTo(fixture)) {
      if (!mayBeOneGame(fixture, other)) {
        yield;
        continue;
      }
      similar.add(index);
      break;
    }
  }
  return similar;
}

/** Whether one of the match's candidates has begun at about the event's start. The event may then be a game in play. */
const hasStartedCandidate = (
  state: SportState,
  match: EventMatch,
  own: KnownFixture,
  recordedAt: number,
): boolean => {
  if (match.kind !== "unmatched") return false;
  const { nearMs } = windowsFor(state.sport);
  return match.candidateFixtures.some((id) => {
    const candidate = state.fixtures.get(id);
    return (
      candidate !== undefined && candidate.commenceTime <= recordedAt && startsNear(own, candidate, nearMs)
    );
  });
};

/** The fixture with the same names whose start is nearest to the start of `own`. */
const nearestTo = (
  own: KnownFixture,
  sameNames: readonly RecordedFixture[],
  reachMs: number,
): RecordedFixture | undefined => {
  const distanceMs = ({ commenceTime }: KnownFixture): number => Math.abs(commenceTime - own.commenceTime);
  return sameNames
    .filter((fixture) => startsNear(own, fixture, reachMs))
    .sort((a, b) => distanceMs(a) - distanceMs(b))[0];
};

/** The fixtures whose names may be used, by `pairOf`. */
function* fixturesByNames(state: SportState): Steps<ReadonlyMap<string, readonly RecordedFixture[]>> {
  const byNames = new Map<string, RecordedFixture[]>();
  for (const fixture of state.fixtures.values()) {
    yield;
    if (!isForgotten(fixture)) getOrInsert(byNames, pairOf(fixture), () => []).push(fixture);
  }
  return byNames;
}

/** The events that are in doubt only because of similar names, each with the fixture of its own names. */
export function* eventsInDoubt(
  state: SportState,
  recording: Recording,
  matches: readonly EventMatch[],
  isListed: (team: string) => boolean,
): Steps<InDoubt[]> {
  const { events, recordedAt } = recording;
  const similar = yield* similarNew(state, recording, matches, isListed);
  const inDoubt = matches.flatMap((match, index) => {
    const event = events[index];
    const names = match.kind === "new" && similar.has(index) ? match : ownNames(match);
    return names === undefined || event === undefined || event.inPlay ? [] : [{ index, match, names, event }];
  });
  if (inDoubt.length === 0) return [];
  const { sameMs } = windowsFor(state.sport);
  const byNames = yield* fixturesByNames(state);
  const taken = new Set<string>();
  const found: InDoubt[] = [];
  for (const { index, match, names, event } of inDoubt) {
    yield;
    const { homeTeam, awayTeam } = names;
    const own = { id: placeholderId(index), homeTeam, awayTeam, commenceTime: event.commenceTime };
    if (hasStartedCandidate(state, match, own, recordedAt)) continue;
    const nearest = nearestTo(own, byNames.get(pairOf(own)) ?? [], sameMs);
    // The fixture of these names is settled: it is no hidden look-alike.
    if (nearest?.lookAlike === false) continue;
    // Of several events with the same fixture, only the first is judged.
    const key = nearest?.id ?? `${pairOf(own)} ${Math.round(own.commenceTime / sameMs)}`;
    if (taken.has(key)) continue;
    taken.add(key);
    found.push({ index, fixture: nearest ?? own, homeTeam, awayTeam });
  }
  return found.sort((a, b) => compare(pairOf(a.fixture), pairOf(b.fixture)));
}

/**
 * If not all events in doubt can be judged, those without a fixture come first, and the others follow in an order that differs with each
 * snapshot. In an order that never changes, `maxJudged` hidden fixtures, which stay in doubt, would keep all others from ever being judged.
 */
export const inTurn = (
  found: readonly InDoubt[],
  { fixtures }: SportState,
  recordedAt: number,
): readonly InDoubt[] => {
  if (found.length <= maxJudged) return found;
  const rankOf = ({ fixture: { id } }: InDoubt): string =>
    fixtures.has(id) ? createHash("sha256").update(`${recordedAt} ${id}`).digest("hex") : "";
  return found
    .map((event) => ({ event, rank: rankOf(event) }))
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ event }) => event);
};

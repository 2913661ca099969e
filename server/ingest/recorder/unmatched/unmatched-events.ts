import { createHash } from "node:crypto";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import { getOrInsert } from "@/server/domain/collections";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { CheckedEvent } from "@/server/ingest/feeds/check-snapshot";
import type { EventMatch } from "@/server/ingest/matching/match-events";
import type { Steps } from "@/server/ingest/matching/steps";
import type { UnmatchedReason } from "@/server/ingest/matching/unmatched-reasons";
import type { Locked } from "@/server/ingest/recorder/locked";
import type { Recording } from "@/server/ingest/recorder/recording";

/** A book's event that is not matched to a fixture. */
export type UnmatchedEvent = {
  readonly book: string;
  readonly sport: string;
  /** Identifies the event among the book's events of the sport. */
  readonly key: string;
  /** The book's own identifier, if only this event has it. */
  readonly ref: string | null;
  /** The book's own names in the book's own order. */
  readonly home: string;
  readonly away: string;
  /** ms since the epoch. */
  readonly start: number;
  readonly reason: UnmatchedReason;
  /** Ids of the fixtures to which the event may belong. */
  readonly fixtures: readonly string[];
  readonly prices: number;
};

export type StoredUnmatched = Omit<UnmatchedEvent, "sport" | "prices"> & {
  /** Time since the row was last written. */
  readonly ageMs: number;
};

/** Rows to write and to delete, by book and key. */
type OpenUnmatchedChanges = {
  seen: Map<string, UnmatchedEvent>;
  gone: Map<string, Pick<UnmatchedEvent, "book" | "key">>;
};
/** Only this file changes it. */
export type UnmatchedChanges = Locked<OpenUnmatchedChanges>;

export const emptyUnmatchedChanges = (): UnmatchedChanges => ({ seen: new Map(), gone: new Map() });

/** Maximum number of rows per book and sport, so that a broken feed cannot fill the database. */
export const maxRowsPerListing = 2000;
/**
 * When the maximum is reached, a new row replaces only a row that has not been written for this long. Without this rule, the events of a
 * listing that exceeds the maximum would replace each other's rows at every snapshot.
 */
const evictedAfterMs = hourMs;
/** An unchanged row is rewritten at most this often, to update `last_seen`. */
const rewrittenAfterMs = minuteMs;
const maxFixtures = 50;

/** A hash of an event's identity, with a fixed length. */
export const unmatchedKey = (identity: readonly (string | number)[]): string =>
  createHash("sha256").update(JSON.stringify(identity)).digest("hex").slice(0, 32);

/** The key of a row in maps. */
const rowKey = ({ book, key }: Pick<UnmatchedEvent, "book" | "key">): string => `${book} ${key}`;

const namesOf = ({ home, away }: Pick<CheckedEvent, "home" | "away">): string =>
  [normalizeName(home), normalizeName(away)].sort().join(" - ");

/** Identifies an event by reference and names, or by names and start if the reference is missing or shared. */
const createIdentifier = (events: readonly CheckedEvent[]) => {
  const carriers = new Map<string, Set<string>>();
  for (const event of events)
    if (event.ref !== undefined)
      carriers.set(
        event.ref,
        (carriers.get(event.ref) ?? new Set()).add(`${event.commenceTime} ${namesOf(event)}`),
      );
  return (event: CheckedEvent): Pick<UnmatchedEvent, "key" | "ref"> => {
    const { ref, commenceTime } = event;
    const names = namesOf(event);
    return ref !== undefined && carriers.get(ref)?.size === 1
      ? { key: unmatchedKey(["ref", ref, names]), ref }
      : { key: unmatchedKey(["names", names, commenceTime]), ref: null };
  };
};

const pricesOf = ({ markets }: CheckedEvent): number =>
  markets.reduce((sum, { outcomes }) => sum + outcomes.length, 0);

/** The events of one snapshot with their matches. */
export type MatchedEvents = {
  readonly recording: Pick<Recording, "book" | "sport" | "events">;
  readonly matches: readonly EventMatch[];
  /**
   * Index of each unmatched event that is not in play -> ids of the fixtures to which the event may belong. Fixtures that this snapshot
   * creates are included.
   */
  readonly candidates?: ReadonlyMap<number, readonly string[]>;
};

/**
 * The unmatched events of a snapshot, each once, without events in play. If the book lists an event twice, `prices` counts both listings.
 */
export function* unmatchedOf({ recording, matches, candidates }: MatchedEvents): Steps<UnmatchedEvent[]> {
  if (!matches.some(({ kind }) => kind === "unmatched")) return [];
  const { book, sport, events } = recording;
  const identify = createIdentifier(events);
  const found = new Map<string, UnmatchedEvent>();
  for (const [index, event] of events.entries()) {
    const match = matches[index];
    if (match?.kind !== "unmatched" || event.inPlay) continue;
    yield;
    const identity = identify(event);
    found.set(identity.key, {
      ...identity,
      book,
      sport,
      home: event.home,
      away: event.away,
      start: event.commenceTime,
      reason: match.reason,
      fixtures: (candidates?.get(index) ?? match.candidateFixtures).slice(0, maxFixtures),
      prices: pricesOf(event) + (found.get(identity.key)?.prices ?? 0),
    });
  }
  return [...found.values()];
}

/**
 * The identity and start of each matched event. Events in play are included: a match deletes an event's row, even if the event is in play.
 */
function* matchedOf({ recording: { events }, matches }: MatchedEvents) {
  const identify = createIdentifier(events);
  const matched: (Pick<UnmatchedEvent, "key" | "ref"> & { readonly start: number })[] = [];
  for (const [index, event] of events.entries()) {
    if (matches[index]?.kind === "unmatched") continue;
    yield;
    matched.push({ ...identify(event), start: event.commenceTime });
  }
  return matched;
}

type OpenUnmatchedByBook = Map<string, Map<string, StoredUnmatched>>;
/** The stored rows of a sport by book and key. Each snapshot of a batch updates them. Only this file changes them. */
export type UnmatchedByBook = ReadonlyMap<string, ReadonlyMap<string, StoredUnmatched>>;

/** Deletes the row of an event that a fixture explains. */
export const deleteUnmatched = (
  changes: UnmatchedChanges,
  row: Pick<UnmatchedEvent, "book" | "key">,
): void => {
  (changes as OpenUnmatchedChanges).gone.set(rowKey(row), { book: row.book, key: row.key });
};

const isCurrent = (row: StoredUnmatched | undefined, event: UnmatchedEvent): boolean =>
  row !== undefined &&
  row.ageMs < rewrittenAfterMs &&
  row.reason === event.reason &&
  row.home === event.home &&
  row.away === event.away &&
  row.start === event.start &&
  row.fixtures.join() === event.fixtures.join();

/** The row to evict so that a new row can be stored; undefined if no row is old enough. */
const findEvictable = (rows: ReadonlyMap<string, StoredUnmatched>): StoredUnmatched | undefined => {
  let oldest: StoredUnmatched | undefined;
  for (const row of rows.values()) if (row.ageMs > (oldest?.ageMs ?? evictedAfterMs)) oldest = row;
  return oldest;
};

/** Recognizes the stored rows of these events by reference and start, even if the book has changed the names. */
const createRefMatcher = (events: readonly { readonly ref: string | null; readonly start: number }[]) => {
  const keys = new Set(events.flatMap(({ ref, start }) => (ref === null ? [] : [`${start} ${ref}`])));
  return (row: StoredUnmatched): boolean => row.ref !== null && keys.has(`${row.start} ${row.ref}`);
};

/**
 * Decides which rows a snapshot writes and deletes, and updates `stored` and `changes`.
 * @returns the snapshot's unmatched events, those of them whose row is new or has a new reason, and the keys of earlier unmatched events
 * that the snapshot matches or lists under other names.
 */
export function* updateUnmatched(
  stored: UnmatchedByBook,
  events: MatchedEvents,
  changes: UnmatchedChanges,
): Steps<{
  readonly unmatched: readonly UnmatchedEvent[];
  readonly appeared: readonly UnmatchedEvent[];
  readonly resolved: readonly string[];
}> {
  const { book } = events.recording;
  const unmatched = yield* unmatchedOf(events);
  const rows = getOrInsert(stored as OpenUnmatchedByBook, book, () => new Map());
  const { seen, gone } = changes as OpenUnmatchedChanges;
  const resolved: string[] = [];
  const remove = (row: StoredUnmatched): void => {
    rows.delete(row.key);
    seen.delete(rowKey(row));
    gone.set(rowKey(row), { book, key: row.key });
  };
  if (rows.size > 0) {
    const matched = yield* matchedOf(events);
    const unmatchedKeys = new Set(unmatched.map(({ key }) => key));
    const matchedKeys = new Set(matched.map(({ key }) => key));
    const isListed = createRefMatcher([...matched, ...unmatched]);
    yield;
    for (const row of rows.values())
      if (!unmatchedKeys.has(row.key) && (matchedKeys.has(row.key) || isListed(row))) {
        remove(row);
        resolved.push(row.key);
      }
  }

  const appeared: UnmatchedEvent[] = [];
  let isFull = false;
  for (const event of unmatched) {
    yield;
    const row = rows.get(event.key);
    if (isCurrent(row, event)) continue;
    if (row === undefined && rows.size >= maxRowsPerListing) {
      const evicted: StoredUnmatched | undefined = isFull ? undefined : findEvictable(rows);
      isFull = evicted === undefined;
      if (evicted === undefined) continue;
      remove(evicted);
    }
    if (row?.reason !== event.reason) appeared.push(event);
    rows.set(event.key, { ...event, ageMs: 0 });
    seen.set(rowKey(event), event);
  }
  return { unmatched, appeared, resolved };
}

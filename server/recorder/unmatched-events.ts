import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { normalizeName } from "@/server/catalogue/normalize-name";
import type { CheckedEvent } from "@/server/feeds/check-snapshot";
import type { EventMatch } from "@/server/matching/match-events";
import type { UnmatchedReason } from "@/server/matching/unmatched-reasons";
import type { Recording } from "@/server/recorder/recording";

/** One book's event that is not joined. */
export type UnmatchedEvent = {
  readonly book: string;
  readonly sport: string;
  /** Tells the book's events of a sport apart. */
  readonly key: string;
  /** The book's own identifier, where it names this event alone. */
  readonly ref: string | null;
  /** The book's own names in the book's own order. */
  readonly home: string;
  readonly away: string;
  /** ms since the epoch. */
  readonly start: number;
  readonly reason: UnmatchedReason;
  /** Ids of the fixtures that it might mean. */
  readonly fixtures: readonly string[];
  readonly prices: number;
};

/** The part of a stored row that decides what is written. */
export type KnownUnmatched = Omit<UnmatchedEvent, "sport" | "prices"> & {
  /** Since the row was last written. */
  readonly ageMs: number;
};

/** Rows to write and to delete, by book and key. */
export type UnmatchedChanges = {
  readonly seen: Map<string, UnmatchedEvent>;
  readonly gone: Map<string, Pick<UnmatchedEvent, "book" | "key">>;
};

/** Rows for each book and sport: a feed that lists nothing but noise must not fill the database. */
export const maxRowsPerListing = 2000;
/** A full listing gives up a row only when its event has not been seen for this long, so that rows do not displace each other. */
const displacedAfterMs = 3_600_000;
/** How coarse `last_seen` is: a steady poll writes no more often. */
const rewrittenAfterMs = 60_000;
const maxFixtures = 50;

/** The form in which what identifies an event is stored: as long as any other. */
export const unmatchedKey = (identity: readonly (string | number)[]): string =>
  createHash("sha256").update(JSON.stringify(identity)).digest("hex").slice(0, 32);

/** The book and key of a row, as one text for maps. */
export const rowKey = ({ book, key }: Pick<UnmatchedEvent, "book" | "key">): string => `${book} ${key}`;

const namesOf = ({ home, away }: Pick<CheckedEvent, "home" | "away">): string =>
  [normalizeName(home), normalizeName(away)].sort().join(" - ");

/** An identifier that several events carry identifies none of them. */
const createIdentify = (events: readonly CheckedEvent[]) => {
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

/** What became of the events of one snapshot. */
export type JudgedEvents = {
  readonly recording: Pick<Recording, "book" | "sport" | "events">;
  readonly matches: readonly EventMatch[];
  /** Index of an unmatched event to the fixtures that it might mean, new ones included. */
  readonly meant?: ReadonlyMap<number, readonly string[]>;
};

/**
 * The events of a snapshot that are not joined, each once; events in play are left out, since they are rejected. An event that is
 * listed twice has the prices of both.
 */
export const unmatchedOf = ({ recording, matches, meant }: JudgedEvents): UnmatchedEvent[] => {
  if (!matches.some(({ kind }) => kind === "unmatched")) return [];
  const { book, sport, events } = recording;
  const identify = createIdentify(events);
  const found = new Map<string, UnmatchedEvent>();
  events.forEach((event, index) => {
    const match = matches[index];
    if (match?.kind !== "unmatched" || event.inPlay) return;
    const identity = identify(event);
    found.set(identity.key, {
      ...identity,
      book,
      sport,
      home: event.home,
      away: event.away,
      start: event.commenceTime,
      reason: match.reason,
      fixtures: (meant?.get(index) ?? match.mightHaveMeant).slice(0, maxFixtures),
      prices: pricesOf(event) + (found.get(identity.key)?.prices ?? 0),
    });
  });
  return [...found.values()];
};

/** The events of a snapshot that are joined, those in play included. */
const joinedOf = ({ recording: { events }, matches }: JudgedEvents) => {
  const identify = createIdentify(events);
  return events.flatMap((event, index) =>
    matches[index]?.kind === "unmatched" ? [] : [{ ...identify(event), start: event.commenceTime }],
  );
};

/** The rows of a sport that are stored, by book and by key; it grows with each snapshot of a batch. */
export type KnownListings = Map<string, Map<string, KnownUnmatched>>;

const isCurrent = (row: KnownUnmatched | undefined, event: UnmatchedEvent): boolean =>
  row !== undefined &&
  row.ageMs < rewrittenAfterMs &&
  row.reason === event.reason &&
  row.home === event.home &&
  row.away === event.away &&
  row.start === event.start &&
  row.fixtures.join() === event.fixtures.join();

/** The row that a full listing gives up for a new one, if there is any. */
const stalestOf = (rows: ReadonlyMap<string, KnownUnmatched>): KnownUnmatched | undefined => {
  let stalest: KnownUnmatched | undefined;
  for (const row of rows.values()) if (row.ageMs > (stalest?.ageMs ?? displacedAfterMs)) stalest = row;
  return stalest;
};

/** A row's event: also under other names, where the book's identifier and the start are the same. */
const createTells = (events: readonly { readonly ref: string | null; readonly start: number }[]) => {
  const named = new Set(events.flatMap(({ ref, start }) => (ref === null ? [] : [`${start} ${ref}`])));
  return (row: KnownUnmatched): boolean => row.ref !== null && named.has(`${row.start} ${row.ref}`);
};

/**
 * Decides which rows one snapshot writes and removes.
 * @returns the snapshot's events that are not joined, and those of them that are new or have another reason than before.
 */
export const placeUnmatched = (
  known: KnownListings,
  judged: JudgedEvents,
  changes: UnmatchedChanges,
): { readonly unmatched: readonly UnmatchedEvent[]; readonly appeared: readonly UnmatchedEvent[] } => {
  const { book } = judged.recording;
  const unmatched = unmatchedOf(judged);
  const rows = known.get(book) ?? new Map<string, KnownUnmatched>();
  known.set(book, rows);
  const remove = (row: KnownUnmatched): void => {
    rows.delete(row.key);
    changes.seen.delete(rowKey(row));
    changes.gone.set(rowKey(row), { book, key: row.key });
  };
  if (rows.size > 0) {
    const joined = joinedOf(judged);
    const unmatchedKeys = new Set(unmatched.map(({ key }) => key));
    const joinedKeys = new Set(joined.map(({ key }) => key));
    const tells = createTells([...joined, ...unmatched]);
    for (const row of rows.values())
      if (!unmatchedKeys.has(row.key) && (joinedKeys.has(row.key) || tells(row))) remove(row);
  }

  const appeared: UnmatchedEvent[] = [];
  let isFull = false;
  for (const event of unmatched) {
    const row = rows.get(event.key);
    if (isCurrent(row, event)) continue;
    if (row === undefined && rows.size >= maxRowsPerListing) {
      const displaced: KnownUnmatched | undefined = isFull ? undefined : stalestOf(rows);
      isFull = displaced === undefined;
      if (displaced === undefined) continue;
      remove(displaced);
    }
    if (row?.reason !== event.reason) appeared.push(event);
    rows.set(event.key, { ...event, ageMs: 0 });
    changes.seen.set(rowKey(event), event);
  }
  return { unmatched, appeared };
};

/** Events of one book in one log line. */
const maxLogged = 20;

/** Logs events that are not joined, one line a book. */
export const logUnmatched = (log: Logger, appeared: readonly UnmatchedEvent[]): void => {
  const byBook = new Map<string, UnmatchedEvent[]>();
  for (const event of appeared) {
    const events = byBook.get(event.book) ?? [];
    byBook.set(event.book, events);
    events.push(event);
  }
  for (const [book, events] of byBook)
    log.info(
      {
        book,
        sport: events[0]?.sport,
        unmatched: events.length,
        events: events.slice(0, maxLogged).map(({ home, away, start, reason, fixtures, prices }) => ({
          home,
          away,
          commence_time: new Date(start).toISOString(),
          reason,
          fixtures,
          prices,
        })),
      },
      "events not joined",
    );
};

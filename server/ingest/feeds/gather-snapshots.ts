import { compare } from "@/server/domain/collections";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import type {
  BookSnapshot,
  SnapshotEvent,
  SnapshotMarket,
  SnapshotOutcome,
} from "@/server/ingest/feeds/snapshot";

/** One record in a source's data. It describes one event at one book. Its strings are untrusted until `checkSnapshot` has checked them. */
export type BookEvent = {
  readonly book: string;
  readonly bookTitle?: string | undefined;
  readonly sport: string;
  readonly recordedAt?: string | undefined;
  readonly fetchedAt: string | null;
  readonly ref?: string | undefined;
  /** The book's own id of the event; null if the source does not state it. Undefined means `ref`. */
  readonly bookEventId?: string | null | undefined;
  readonly link?: string | undefined;
  readonly commenceTime: string;
  readonly home: string;
  readonly away: string;
};

/**
 * Adds an outcome to an event. `fetchedAt` is the fetch time of the market. If `fetchedAt` is undefined, the fetch time of the book applies
 * to the market. If `fetchedAt` is null, the market's fetch time is unknown, even if the book's fetch time is known.
 */
export type AddOutcome = (market: string, outcome: SnapshotOutcome, fetchedAt?: string | null) => void;

export type Gatherer = {
  /** Adds the event that a record describes, unless an earlier record has added it. Returns a function that adds outcomes to the event. */
  readonly event: (event: BookEvent) => AddOutcome;
  /** Marks a market of the event as one that the reader could not read completely. */
  readonly unread: (event: BookEvent, market: string) => void;
  /** The snapshots in order of recording time, then fetch time, then book. History is written in this order. */
  readonly snapshots: () => BookSnapshot[];
};

type GatheredEvent = { readonly event: SnapshotEvent; readonly markets: Map<string, SnapshotMarket> };
type Slot = { readonly snapshot: BookSnapshot; readonly events: Map<string, GatheredEvent> };

const identity = (...parts: readonly unknown[]): string => JSON.stringify(parts);

const getOrCreate = <V>(map: Map<string, V>, key: string, create: () => V): V => {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const made = create();
  map.set(key, made);
  return made;
};

const createSlot = ({ book, bookTitle, sport, recordedAt, fetchedAt }: BookEvent): Slot => ({
  snapshot: {
    book,
    sport,
    fetched_at: fetchedAt,
    ...(recordedAt !== undefined && { recorded_at: recordedAt }),
    ...(bookTitle !== undefined && { book_title: bookTitle }),
    events: [],
  },
  events: new Map(),
});

const createEvent = ({ ref, bookEventId, link, commenceTime, home, away }: BookEvent): GatheredEvent => ({
  event: {
    ...(ref !== undefined && { ref }),
    ...(bookEventId !== undefined && { book_event_id: bookEventId }),
    ...(link !== undefined && { link }),
    commence_time: commenceTime,
    home,
    away,
    markets: [],
  },
  markets: new Map(),
});

const timeOrEarliest = (time: string | null | undefined): number => {
  const parsed = parseTime(time);
  return Number.isNaN(parsed) ? 0 : parsed;
};

const byTime = (a: BookSnapshot, b: BookSnapshot): number =>
  timeOrEarliest(a.recorded_at) - timeOrEarliest(b.recorded_at) ||
  timeOrEarliest(a.fetched_at) - timeOrEarliest(b.fetched_at) ||
  compare(a.book, b.book);

/**
 * Collects the events and prices of one file into book snapshots: one for each book, sport, fetch time and recording time.
 *
 * @param scopeOf returns the scope of a snapshot: the market keys that the file covers for the snapshot's events.
 */
export const createGatherer = (scopeOf: (snapshot: BookSnapshot) => readonly string[]): Gatherer => {
  const slots = new Map<string, Slot>();
  const gatheredOf = (record: BookEvent): GatheredEvent => {
    const { recordedAt, book, sport, fetchedAt, ref, commenceTime, home, away } = record;
    const slot = getOrCreate(slots, identity(recordedAt, book, sport, fetchedAt), () => createSlot(record));
    return getOrCreate(slot.events, identity(ref, commenceTime, home, away), () => {
      const made = createEvent(record);
      slot.snapshot.events.push(made.event);
      return made;
    });
  };
  return {
    event: (record) => {
      const { event, markets } = gatheredOf(record);
      let last: SnapshotMarket | undefined;
      return (key, outcome, marketFetchedAt) => {
        // Outcomes of one market are mostly adjacent, so the last market is tried first.
        if (last === undefined || last.key !== key || last.fetched_at !== marketFetchedAt)
          last = getOrCreate(markets, identity(key, marketFetchedAt ?? typeof marketFetchedAt), () => {
            const time = marketFetchedAt === undefined ? {} : { fetched_at: marketFetchedAt };
            const made: SnapshotMarket = { key, ...time, outcomes: [] };
            event.markets.push(made);
            return made;
          });
        last.outcomes.push(outcome);
      };
    },
    unread: (record, key) => {
      const { event } = gatheredOf(record);
      event.unread = [...new Set([...(event.unread ?? []), key])];
    },
    snapshots: () =>
      [...slots.values()]
        .map(({ snapshot }) => ({ ...snapshot, scope: [...scopeOf(snapshot)] }))
        .sort(byTime),
  };
};

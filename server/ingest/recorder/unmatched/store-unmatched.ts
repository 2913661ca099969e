import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { unmatchedEvents } from "@/db/schema/prices";
import { listOf, milliseconds, recordset } from "@/db/sql";
import { compare, getOrInsert } from "@/server/domain/collections";
import type {
  StoredUnmatched,
  UnmatchedByBook,
  UnmatchedChanges,
  UnmatchedEvent,
} from "@/server/ingest/recorder/unmatched/unmatched-events";

// `first_seen` and `last_seen` are times of the database's clock, not of the recording. Otherwise, the rows of a recording that is years
// old would be deleted at once.

const retention = sql`interval '7 days'`;

/** Loads the rows of some books in a sport. */
export const loadUnmatched = async (
  tx: Queryable,
  sportKey: string,
  books: readonly string[],
): Promise<UnmatchedByBook> => {
  const rows = await tx.execute<StoredUnmatched>(sql`
    select book_key as book, replace(event_key::text, '-', '') as key, ref, home, away,
      ${milliseconds("commence_time")} as start, reason, fixtures, ${milliseconds("(now() - last_seen)")} as "ageMs"
    from unmatched_events where book_key in ${listOf(books)} and sport_key = ${sportKey}`);
  const listings = new Map<string, Map<string, StoredUnmatched>>();
  for (const row of rows) getOrInsert(listings, row.book, () => new Map()).set(row.key, row);
  return listings;
};

/** Rows are written in the order of their keys. Two transactions that write the same rows in different orders could deadlock. */
const byKey = (a: { readonly key: string }, b: { readonly key: string }): number => compare(a.key, b.key);

const sortedRecordset = (rows: Iterable<{ readonly key: string }>, columns: string) =>
  recordset([...rows].sort(byKey), columns);

/** Sends the statements that write and delete rows of a sport; the caller awaits them in its transaction. */
export const writeUnmatched = (tx: Queryable, sportKey: string, { seen, gone }: UnmatchedChanges) => [
  gone.size > 0 &&
    tx.execute(sql`
      delete from unmatched_events u using ${sortedRecordset(gone.values(), "book text, key uuid")}
      where u.book_key = r.book and u.sport_key = ${sportKey} and u.event_key = r.key`),
  seen.size > 0 &&
    tx.execute(sql`
      insert into unmatched_events
        (book_key, sport_key, event_key, ref, home, away, commence_time, reason, fixtures, prices, first_seen, last_seen)
      select book, ${sportKey}, key, ref, home, away, to_timestamp(start / 1000), reason, fixtures, prices, now(), now()
      from ${sortedRecordset(seen.values(), "book text, key uuid, ref text, home text, away text, start float8, reason text, fixtures jsonb, prices int")}
      on conflict (book_key, sport_key, event_key) do update set ref = excluded.ref, home = excluded.home, away = excluded.away,
        commence_time = excluded.commence_time, reason = excluded.reason, fixtures = excluded.fixtures,
        prices = excluded.prices, last_seen = excluded.last_seen`),
];

/** Deletes rows of events that were last seen more than a week ago. */
export const forgetUnmatched = async (db: Queryable): Promise<void> => {
  await db.delete(unmatchedEvents).where(lt(unmatchedEvents.lastSeen, sql`now() - ${retention}`));
};

export type ListedUnmatched = Omit<UnmatchedEvent, "key" | "ref" | "reason"> & {
  /** Any text: another version of the software may have written it. */
  readonly reason: string;
  /** ms since the epoch. */
  readonly lastSeen: number;
};

/** Lists unmatched events of the last week, optionally of one sport or book, ordered by sport, start, names and book. */
export const listUnmatched = async (
  db: Queryable,
  { sport = null, book = null }: { readonly sport?: string | null; readonly book?: string | null },
): Promise<ListedUnmatched[]> => {
  const { bookKey, sportKey, home, away, commenceTime, reason, fixtures, prices, lastSeen } = unmatchedEvents;
  return db
    .select({
      book: bookKey,
      sport: sportKey,
      home,
      away,
      start: milliseconds(commenceTime),
      reason,
      fixtures,
      prices,
      lastSeen: milliseconds(lastSeen),
    })
    .from(unmatchedEvents)
    .where(
      and(
        gte(lastSeen, sql`now() - ${retention}`),
        sport === null ? undefined : eq(sportKey, sport),
        book === null ? undefined : eq(bookKey, book),
      ),
    )
    .orderBy(sportKey, commenceTime, home, away, bookKey);
};

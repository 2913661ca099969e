import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { listOf, milliseconds } from "@/server/recorder/load-known";
import type {
  KnownListings,
  KnownUnmatched,
  UnmatchedChanges,
  UnmatchedEvent,
} from "@/server/recorder/unmatched-events";

/** The events that are not joined, as they are stored. Times of sight are the database clock's: a recording may be years old. */

const keptFor = sql`interval '7 days'`;

/** The stored rows of some books in a sport. */
export const loadUnmatched = async (
  tx: Queryable,
  sportKey: string,
  books: readonly string[],
): Promise<KnownListings> => {
  const rows = await tx.execute<KnownUnmatched>(sql`
    select book_key as book, replace(event_key::text, '-', '') as key, ref, home, away,
      ${milliseconds("commence_time")} as start, reason, fixtures, ${milliseconds("(now() - last_seen)")} as "ageMs"
    from unmatched_events where book_key in ${listOf(books)} and sport_key = ${sportKey}`);
  const listings: KnownListings = new Map();
  for (const row of rows)
    listings.set(row.book, (listings.get(row.book) ?? new Map<string, KnownUnmatched>()).set(row.key, row));
  return listings;
};

/** Sorted: two writers that meet outside the sport's lock must not wait for each other. */
const byKey = (a: { readonly key: string }, b: { readonly key: string }): number => (a.key < b.key ? -1 : 1);

const rowsOf = (rows: Iterable<{ readonly key: string }>, columns: string) =>
  sql`jsonb_to_recordset(${JSON.stringify([...rows].sort(byKey))}::jsonb) as r(${sql.raw(columns)})`;

/** Writes and removes rows of a sport; the statements go out together, for the caller to await in its transaction. */
export const writeUnmatched = (tx: Queryable, sportKey: string, { seen, gone }: UnmatchedChanges) => [
  gone.size > 0 &&
    tx.execute(sql`
      delete from unmatched_events u using ${rowsOf(gone.values(), "book text, key uuid")}
      where u.book_key = r.book and u.sport_key = ${sportKey} and u.event_key = r.key`),
  seen.size > 0 &&
    tx.execute(sql`
      insert into unmatched_events
        (book_key, sport_key, event_key, ref, home, away, commence_time, reason, fixtures, prices, first_seen, last_seen)
      select book, ${sportKey}, key, ref, home, away, to_timestamp(start / 1000), reason, fixtures, prices, now(), now()
      from ${rowsOf(seen.values(), "book text, key uuid, ref text, home text, away text, start float8, reason text, fixtures jsonb, prices int")}
      on conflict (book_key, sport_key, event_key) do update set ref = excluded.ref, home = excluded.home, away = excluded.away,
        commence_time = excluded.commence_time, reason = excluded.reason, fixtures = excluded.fixtures,
        prices = excluded.prices, last_seen = excluded.last_seen`),
];

/** Deletes the rows of events that have not been seen for a week. */
export const forgetUnmatched = async (db: Queryable): Promise<void> => {
  await db.execute(sql`delete from unmatched_events where last_seen < now() - ${keptFor}`);
};

export type ListedUnmatched = Omit<UnmatchedEvent, "key" | "ref" | "reason"> & {
  /** As it was written, by this version or another. */
  readonly reason: string;
  /** ms since the epoch. */
  readonly lastSeen: number;
};

/** Events seen in the last week and not joined, of one sport or book or of all; every book's row of an event side by side. */
export const listUnmatched = async (
  db: Queryable,
  { sport = null, book = null }: { readonly sport?: string | null; readonly book?: string | null },
): Promise<ListedUnmatched[]> => {
  const rows = await db.execute<ListedUnmatched>(sql`
    select book_key as book, sport_key as sport, home, away, ${milliseconds("commence_time")} as start, reason, fixtures, prices,
      ${milliseconds("last_seen")} as "lastSeen"
    from unmatched_events
    where last_seen >= now() - ${keptFor} and (${sport}::text is null or sport_key = ${sport})
      and (${book}::text is null or book_key = ${book})
    order by sport_key, commence_time, home, away, book_key`);
  return [...rows];
};

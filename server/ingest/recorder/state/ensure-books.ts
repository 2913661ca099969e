import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { recordset } from "@/db/sql";
import { findCatalogueBook } from "@/server/domain/catalogue/books";
import { compare } from "@/server/domain/collections";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { readText } from "@/server/ingest/feeds/untrusted";

const maxTitleLength = 100;

const titleOf = (snapshot: BookSnapshot): string =>
  readText(snapshot.book_title, maxTitleLength) ?? snapshot.book;

const kindOf = (snapshot: BookSnapshot): string =>
  typeof snapshot.book_kind === "string" && /^[a-z_]{1,40}$/.test(snapshot.book_kind)
    ? snapshot.book_kind
    : "sportsbook";

const intervalOf = ({ update_interval_seconds: seconds }: BookSnapshot): number | null =>
  typeof seconds === "number" && Number.isInteger(seconds) && seconds > 0 && seconds <= 86_400
    ? seconds
    : null;

type BookRow = {
  readonly key: string;
  readonly title: string;
  readonly kind: string;
  readonly seconds: number | null;
  /** Whether a fetch time of the book was measured. */
  readonly measured: boolean;
};

/** Books to be written, by key. */
export type BookRows = Map<string, BookRow>;

const rowOf = (key: string, snapshot: BookSnapshot): Omit<BookRow, "measured"> => {
  const book = findCatalogueBook(key);
  return book === undefined
    ? { key, title: titleOf(snapshot), kind: kindOf(snapshot), seconds: intervalOf(snapshot) }
    : { key, title: book.title, kind: book.kind, seconds: book.updateIntervalSeconds };
};

/**
 * Adds the book of a snapshot, if the book needs a row. A book outside the catalogue always needs a row. Its title and kind come from its
 * first snapshot. Most books of the catalogue need no row. The exception is a book whose `lastUpdateMeasured` is false in the catalogue: if
 * the snapshot has a measured fetch time, the book needs a row with `last_update_measured` set to true.
 */
export const addBook = (
  books: BookRows,
  snapshot: BookSnapshot,
  { book: key, fetchedAt }: { readonly book: string; readonly fetchedAt: number | null },
): void => {
  const catalogued = findCatalogueBook(key);
  const measured = fetchedAt !== null;
  if (catalogued !== undefined && (catalogued.lastUpdateMeasured || !measured)) return;
  const earlier = books.get(key);
  books.set(key, { ...(earlier ?? rowOf(key, snapshot)), measured: measured || earlier?.measured === true });
};

/**
 * Inserts missing books. Updates an existing book only when its first measured fetch time arrives. If there is nothing to write, the
 * statement locks no row and does not flush the write-ahead log.
 */
export const ensureBooks = async (db: Queryable, books: BookRows): Promise<void> => {
  if (books.size === 0) return;
  // Sorted, so that two instances cannot deadlock.
  const rows = [...books.values()].sort((a, b) => compare(a.key, b.key));
  await db.execute(sql`
    insert into books as b (key, title, kind, update_interval_seconds, last_update_measured)
    select key, title, kind, seconds, measured from ${recordset(rows, "key text, title text, kind text, seconds int, measured bool")}
    where not exists (select from books existing where existing.key = r.key and (existing.last_update_measured or not r.measured))
    on conflict (key) do update set last_update_measured = true, changed_xid = pg_current_xact_id()
      where excluded.last_update_measured and not b.last_update_measured`);
};

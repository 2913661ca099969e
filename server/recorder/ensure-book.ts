import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { findCatalogueBook } from "@/server/catalogue/books";
import type { BookSnapshot } from "@/server/feeds/snapshot";
import { readText } from "@/server/feeds/untrusted";

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

/** A book that is not in the catalogue, as the snapshot describes it. */
const describeBook = (snapshot: BookSnapshot, key: string) => ({
  key,
  title: titleOf(snapshot),
  kind: kindOf(snapshot),
  updateIntervalSeconds: intervalOf(snapshot),
});

/**
 * Adds a book that is not in the catalogue, as the snapshot describes it. Sets `last_update_measured` at a book's first measured fetch
 * time. Other columns of existing books do not change.
 */
export const ensureBook = async (
  db: Queryable,
  snapshot: BookSnapshot,
  { book: key, fetchedAt }: { readonly book: string; readonly fetchedAt: number | null },
): Promise<void> => {
  const catalogued = findCatalogueBook(key);
  const measured = fetchedAt !== null;
  if (catalogued !== undefined && (catalogued.lastUpdateMeasured || !measured)) return;
  const book = catalogued ?? describeBook(snapshot, key);
  await db.execute(sql`
    insert into books as b (key, title, kind, update_interval_seconds, last_update_measured)
    values (${book.key}, ${book.title}, ${book.kind}, ${book.updateIntervalSeconds}::int, ${measured})
    on conflict (key) do update set last_update_measured = true, changed_xid = pg_current_xact_id()
      where excluded.last_update_measured and not b.last_update_measured`);
};

import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { bookSources } from "@/db/schema/feeds";
import { books as bookRows } from "@/db/schema/prices";
import { listOf, milliseconds, recordset, timestampOf } from "@/db/sql";
import { findCatalogueBook } from "@/server/domain/catalogue/books";
import { priceLifeMs } from "@/server/domain/prices/freshness";
import { type SourceKind, sourceKinds } from "@/server/ingest/recorder/place/source-of";
import type { Recording } from "@/server/ingest/recorder/recording";
import { lockSport } from "@/server/ingest/recorder/state/load-state";

/** A live source of snapshots. Imports and the simulated market are not live sources, so precedence does not apply to them. */
export type LiveSource = { readonly kind: SourceKind; readonly feed: string };

/** A row of `book_sources`. Times are in ms since the epoch. */
export type SourceState = {
  readonly book: string;
  readonly kind: string;
  /** From this time on, the source counts as silent. */
  readonly silentAt: number;
};

const ranks: readonly string[] = sourceKinds;
/** The place of a kind in the order of precedence; 0 is highest. Returns -1 for a kind that only another version of the software has. */
export const rankOf = (kind: string): number => ranks.indexOf(kind);

/** The kind with the highest precedence among the kinds that are not silent; undefined if all kinds are silent. */
export const activeKind = (
  sources: readonly Omit<SourceState, "book">[],
  nowMs: number,
): string | undefined =>
  sources
    .filter(({ kind, silentAt }) => rankOf(kind) >= 0 && silentAt > nowMs)
    .toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind))[0]?.kind;

/** Whether the active kind has a higher precedence than `kind`. */
export const isSuperseded = (
  kind: SourceKind,
  sources: readonly Omit<SourceState, "book">[],
  nowMs: number,
): boolean => {
  const active = activeKind(sources, nowMs);
  return active !== undefined && rankOf(active) < rankOf(kind);
};

/**
 * The newest fetch time of a recording's markets, in ms and at most `nowMs`. An unknown fetch time counts as `nowMs`. Undefined if the
 * recording has no markets.
 */
const newestPriceAt = ({ events, fetchedAt }: Recording, nowMs: number): number | undefined =>
  events
    .flatMap(({ markets }) => markets)
    .map((market) => (market.fetchedAt === undefined ? fetchedAt : market.fetchedAt) ?? nowMs)
    .reduce<number | undefined>((newest, at) => Math.max(newest ?? 0, Math.min(at, nowMs)), undefined);

const loadSources = (tx: Queryable, sportKey: string, books: readonly string[]): Promise<SourceState[]> => {
  const { bookKey: book, kind, silentAt } = bookSources;
  return tx
    .select({ book, kind, silentAt: milliseconds(silentAt) })
    .from(bookSources)
    .where(sql`${bookSources.sportKey} = ${sportKey} and ${book} = any (array${listOf(books)})`);
};

/** Loads the update intervals in the table `books`. They apply only to books for which the catalogue has no interval. */
const loadIntervals = async (tx: Queryable, books: readonly string[]) => {
  const rows = await tx
    .select({ book: bookRows.key, seconds: bookRows.updateIntervalSeconds })
    .from(bookRows)
    .where(sql`${bookRows.key} = any (array${listOf(books)})`);
  return new Map(rows.map(({ book, seconds }) => [book, seconds]));
};

/**
 * Decides which books of a source are not recorded now, and stores when the source sent prices of each book. Both happen in the transaction
 * `tx`. The transaction locks the sport, so that all instances agree. A source counts as silent once its newest prices are older than
 * `priceLifeMs`, and are therefore no longer served.
 *
 * @param nowMs by the database's clock.
 * @returns the books whose prices come from a source with higher precedence at the moment.
 */
export const findSuperseded = async (
  tx: Queryable,
  source: LiveSource,
  {
    sportKey,
    recordings,
    nowMs,
  }: { readonly sportKey: string; readonly recordings: readonly Recording[]; readonly nowMs: number },
): Promise<ReadonlySet<string>> => {
  const books = [...new Set(recordings.map(({ book }) => book))].sort();
  const [, sources, intervals] = await Promise.all([
    lockSport(tx, sportKey),
    loadSources(tx, sportKey, books),
    loadIntervals(tx, books),
  ]);
  const superseded = new Set(
    books.filter((book) =>
      isSuperseded(
        source.kind,
        sources.filter((state) => state.book === book),
        nowMs,
      ),
    ),
  );
  const newestAt = new Map<string, number>();
  for (const recording of recordings) {
    const at = newestPriceAt(recording, nowMs);
    if (at !== undefined) newestAt.set(recording.book, Math.max(at, newestAt.get(recording.book) ?? at));
  }
  const sent = [...newestAt].map(([book, at]) => {
    const life = priceLifeMs(findCatalogueBook(book)?.updateIntervalSeconds ?? intervals.get(book) ?? null);
    const earlier = sources.find((state) => state.book === book && state.kind === source.kind)?.silentAt ?? 0;
    const silent = Math.min(Math.max(at + life, earlier), nowMs + life);
    return { book, silent, recorded: superseded.has(book) ? null : nowMs };
  });
  if (sent.length > 0)
    await tx.execute(sql`
      insert into book_sources as s (book_key, sport_key, kind, feed, last_sent_at, silent_at, last_recorded_at)
      select book, ${sportKey}, ${source.kind}, ${source.feed}, ${timestampOf(nowMs)}, to_timestamp(silent / 1000),
        to_timestamp(recorded / 1000)
      from ${recordset(sent, "book text, silent float8, recorded float8")}
      on conflict (book_key, sport_key, kind) do update set feed = excluded.feed, last_sent_at = excluded.last_sent_at,
        silent_at = excluded.silent_at, last_recorded_at = coalesce(excluded.last_recorded_at, s.last_recorded_at)`);
  return superseded;
};

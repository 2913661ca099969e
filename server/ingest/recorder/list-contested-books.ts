import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { milliseconds, timestampOf } from "@/db/sql";
import { activeKind, rankOf } from "@/server/ingest/recorder/source-precedence";

/** A book whose prices in a sport came from several kinds of sources within the last day. */
export type ContestedBook = {
  readonly book: string;
  readonly sport: string;
  /** The kind whose prices are recorded now; null if the newest prices of every kind are too old to be served. */
  readonly recorded: string | null;
  /** The kinds whose newest prices are too old to be served. */
  readonly silent: readonly string[];
  /** Whether a kind with higher precedence than the recorded kind has become silent. */
  readonly is_takeover: boolean;
};

type SourceRow = {
  readonly book: string;
  readonly sport: string;
  readonly sources: readonly { readonly kind: string; readonly silentAt: number }[];
};

/** Lists contested books, ordered by book and sport. */
export const listContestedBooks = async (db: Queryable, nowMs: number): Promise<ContestedBook[]> => {
  const rows = await db.execute<SourceRow>(sql`
    select book_key as book, sport_key as sport,
      jsonb_agg(jsonb_build_object('kind', kind, 'silentAt', ${milliseconds("silent_at")})) as sources
    from book_sources where last_sent_at > ${timestampOf(nowMs)} - interval '1 day'
    group by book_key, sport_key having count(*) > 1 order by book_key, sport_key`);
  return [...rows].map(({ book, sport, sources }) => {
    const recorded = activeKind(sources, nowMs) ?? null;
    const silent = sources.filter(({ silentAt }) => silentAt <= nowMs).map(({ kind }) => kind);
    const isTakeover = recorded !== null && silent.some((kind) => rankOf(kind) < rankOf(recorded));
    return { book, sport, recorded, silent, is_takeover: isTakeover };
  });
};

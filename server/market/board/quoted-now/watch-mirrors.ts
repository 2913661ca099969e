import { sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { milliseconds } from "@/db/sql";
import { minuteMs } from "@/server/domain/durations";
import { findMirrors, groupMirrors, type PriceChange } from "@/server/domain/prices/mirrors/find-mirrors";
import { decodeOutcomes } from "@/server/domain/prices/outcome-text";
import type { RareLog } from "@/server/log-rarely";
import { loggableError } from "@/server/loggable-error";

/** Which books are one source, because their prices change together. Each change creates a new object. */
export type Mirrors = {
  /** Book -> every book of its group, sorted. Books without mirrors are not listed. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** The first book of the group; for a book without mirrors, the book itself. */
  readonly sourceOf: (book: string) => string;
};

/** Bounds of one read: it takes less than 0.3 s on PostgreSQL. */
const maxFixtures = 60;
const maxChanges = 100_000;
const firstReadMs = 3_000;
const readEveryMs = 10 * minuteMs;

export const mirrorsOf = (groups: Mirrors["groups"]): Mirrors => ({
  groups,
  sourceOf: (book) => groups.get(book)?.[0] ?? book,
});

export const noMirrors: Mirrors = mirrorsOf(new Map());

type ChangeRow = { listing: string; book: string; at: number; outcomes: string };

/** Reads the changes of the last day in the main markets of the fixtures that start next. */
const loadPriceChanges = async (db: Database): Promise<readonly PriceChange[]> => {
  const rows = await db.execute<ChangeRow>(sql`
    select s.fixture_number || ' ' || s.market_key as listing, s.book_key as book,
      ${milliseconds("p.recorded_at")} as at, p.outcomes
    from (select number from fixtures
      where listed and replaced_by is null and merged_into is null and commence_time > now()
      order by commence_time limit ${maxFixtures}::int) f
    join archive_series s on s.fixture_number = f.number and s.market_key in ('h2h', 'spreads', 'totals')
    join archive_points p on p.series_id = s.id and p.recorded_at > now() - interval '1 day'
    order by p.recorded_at desc limit ${maxChanges}::int`);
  return rows.map(({ outcomes, ...change }) => ({
    ...change,
    outcomes: outcomes === "" ? [] : decodeOutcomes(outcomes),
  }));
};

/** Reads the archive once. */
export const readMirrors = async (db: Database): Promise<Mirrors> =>
  mirrorsOf(groupMirrors(findMirrors(await loadPriceChanges(db))));

const isSame = (a: Mirrors["groups"], b: Mirrors["groups"]): boolean =>
  JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());

/**
 * Follows which books mirror each other, from the archive. Instances read the same archive, so they agree after at most ten minutes. While
 * the database is unavailable, the last result applies.
 */
export const watchMirrors = (db: Database, warn: RareLog) => {
  let mirrors = noMirrors;
  let timer: NodeJS.Timeout | undefined;
  const schedule = (ms: number): void => {
    timer = setTimeout(() => void read().finally(() => timer && schedule(readEveryMs)), ms).unref();
  };
  const read = async (): Promise<void> => {
    try {
      const next = await readMirrors(db);
      if (!isSame(next.groups, mirrors.groups)) mirrors = next;
    } catch (error) {
      if (timer !== undefined)
        warn("mirrors could not be read; the last result applies", { err: loggableError(error) });
    }
  };
  schedule(firstReadMs);
  return {
    current: (): Mirrors => mirrors,
    close: (): void => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
};

import { sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { reindexArchive } from "@/db/reindex-archive";
import { postgresDatabase, type TestDatabase } from "@/db/testing";
import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import { type HistoryPart, historyQuery } from "@/server/market/archive/load-history";
import type { PriceQuery } from "@/server/market/board/board";

const books = 40;
const markets = ["h2h", "spreads", "totals"];
const pointsPerSeries = 25;
const since = Date.UTC(2026, 8, 1);
const start = Date.UTC(2026, 10, 21);
const probe: FixtureRecord = {
  id: "probe",
  sportKey: "icehockey_nhl",
  homeTeam: "Home",
  awayTeam: "Away",
  commenceTime: start,
};
const query: PriceQuery = { markets, bookmakers: undefined, oddsFormat: "american", dateFormat: "iso" };

/** The size of the measured history response. */
export const probed = { books, markets: markets.length, lookups: books * markets.length, pointsPerSeries };

type Plan = { "Shared Hit Blocks": number; "Shared Read Blocks": number };

const bytesPerPoint = async (db: Database): Promise<{ points: number; bytesPerPoint: number }> => {
  const [size] = await db.execute<{ points: number; bytes: number }>(sql`
    select (select count(*) from archive_points)::float8 as points,
      (pg_total_relation_size('archive_points') + pg_total_relation_size('archive_series'))::float8 as bytes`);
  if (size === undefined) throw new Error("the archive has no size");
  return { points: size.points, bytesPerPoint: size.bytes / size.points };
};

export type ArchiveSize = {
  readonly points: number;
  /** Includes the bytes of the indexes and of the table of series. */
  readonly bytesPerPoint: number;
  /** `bytesPerPoint` after the index was rebuilt. */
  readonly reindexedBytesPerPoint: number;
  /** The number of database pages that one history request reads, by the part of the history that it asks for. */
  readonly buffers: Readonly<Partial<Record<HistoryPart, number>>>;
};

/** The path and query of the history request whose cost is measured. */
export const probeRequest = `/v1/historical/sports/${probe.sportKey}/events/${probe.id}/odds?markets=${markets.join(",")}`;

/**
 * Fills a new archive on a real PostgreSQL and measures it. Reads the history of the fixture in the middle of the archive.
 * @param use called at the end with the archive's database.
 */
export const measureArchive = async (
  points: number,
  use?: (database: TestDatabase) => Promise<void>,
): Promise<ArchiveSize> => {
  const database = await postgresDatabase();
  const { db, close } = database;
  try {
    const fixtures = Math.round(points / (books * markets.length * pointsPerSeries));
    await db.execute(sql`
      insert into fixtures (id, sport_key, home_team, away_team, commence_time, listed, created_at)
      select case when f = ${Math.floor(fixtures / 2)}::int then ${probe.id} else 'fixture-' || f end, ${probe.sportKey},
        ${probe.homeTeam}, ${probe.awayTeam}, to_timestamp(${start / 1000}::float8), true, now()
      from generate_series(0, ${fixtures - 1}::int) f`);
    await db.execute(sql`
      insert into archive_series (fixture_number, book_key, market_key)
      select f.number, 'book_' || b, m from fixtures f, generate_series(1, ${books}::int) b,
        jsonb_array_elements_text(${JSON.stringify(markets)}::jsonb) m`);
    await db.execute(
      sql`insert into archive_books select ${probe.sportKey}, 'book_' || b from generate_series(1, ${books}::int) b`,
    );
    // Inserts the points in order of time, as the recorder does. So the points of each series are scattered over the table.
    await db.execute(sql`
      insert into archive_points (recorded_at, series_id, outcomes)
      select to_timestamp(${since / 1000}::float8) + p * interval '1 hour', s.id,
        case s.market_key when 'h2h' then 'h-1' || (10 + p) || E'\na+1' || (10 + p)
          when 'spreads' then 'h-1' || (10 + p) || E'@-3.5\na-110!' else 'o-1' || (10 + p) || E'@47.5\nu-110=' end
      from generate_series(1, ${pointsPerSeries}::int) p, archive_series s order by p, s.id`);
    for (const table of ["archive_points", "archive_series", "fixtures"])
      await db.execute(sql.raw(`vacuum analyze ${table}`));
    const grown = await bytesPerPoint(db);
    const buffers: Partial<Record<HistoryPart, number>> = {};
    for (const part of ["series", "opener", "closing"] as const) {
      const statement = historyQuery(probe, query, part, { archiveFrom: since, now: probe.commenceTime });
      const rows = await db.execute<Record<string, [{ Plan: Plan }]>>(
        sql`explain (analyze, buffers, format json) ${statement}`,
      );
      const plan = rows[0]?.["QUERY PLAN"]?.[0].Plan;
      buffers[part] = (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0);
    }
    // The service also rebuilds the index regularly.
    await reindexArchive(db);
    const { bytesPerPoint: reindexedBytesPerPoint } = await bytesPerPoint(db);
    await use?.(database);
    return { ...grown, reindexedBytesPerPoint, buffers };
  } finally {
    await close();
  }
};

/**
 * How many more database pages one lookup reads in the larger archive than in the smaller archive. A history request makes one lookup for
 * each market of each book.
 */
export const moreBuffers = (small: ArchiveSize, large: ArchiveSize, part: HistoryPart): number =>
  ((large.buffers[part] ?? 0) - (small.buffers[part] ?? 0)) / probed.lookups;

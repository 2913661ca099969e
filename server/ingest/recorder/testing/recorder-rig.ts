import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Database } from "@/db/connect";
import { emptyTables, type TestDatabase, testDatabase } from "@/db/testing";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import type { Origin } from "@/server/ingest/recorder/place/source-of";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import type { RecordingClock } from "@/server/ingest/recorder/recording";
import { testRecorder } from "@/server/ingest/recorder/testing/snapshots";

export const t0 = Date.UTC(2026, 10, 21, 12);
export const start = t0 + 8 * hourMs;

const recordedTables = [
  "archive_books",
  "archive_points",
  "archive_series",
  "audit_lines",
  "book_sources",
  "checks",
  "current_markets",
  "event_refs",
  "fixture_players",
  "fixtures",
  "last_writes",
  "learned_teams",
  "new_names",
  "observation_scopes",
  "observations",
  "set_aside_points",
  "sources",
  "team_aliases",
  "unmatched_events",
  "unmatched_notes",
  "withheld_periods",
];

/** Deletes everything that was recorded. */
export const forgetRecordings = (db: Database): Promise<unknown> => emptyTables(db, recordedTables);

/** A database for one test file, emptied before each test, with queries on recorded rows. */
export const recorderRig = () => {
  let database: TestDatabase;
  const empty = () => forgetRecordings(database.db);
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());
  beforeEach(() => empty());

  const rows = async <T extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<T[]> =>
    Array.from((await database.db.execute(query)) as Iterable<T>);
  const points = () =>
    rows<{ market_key: string; at: number; outcomes: string }>(sql`
      select s.market_key, (extract(epoch from p.recorded_at) * 1000)::float8 as at, p.outcomes
      from archive_points p join archive_series s on s.id = p.series_id join fixtures f on f.number = s.fixture_number
      order by f.id, s.book_key, 1, 2`);
  return {
    database: () => database,
    empty,
    rows,
    /** @param origin who speaks for the book; by default, the book itself. */
    record: (snapshot: BookSnapshot, now = t0, clock: RecordingClock = "now", origin?: Origin) =>
      recordSnapshots(testRecorder(database.db), [snapshot], { clock, now, origin }),
    currentMarkets: () =>
      rows<{ fixture_id: string; book_key: string; market_key: string; outcomes: string }>(sql`
        select fixture_id, book_key, market_key, outcomes from current_markets where outcomes <> '' order by 1, 2, 3`),
    points,
    /** All rows of the tables in which prices, fixtures and observations are recorded, each as one text. */
    recordedRows: async (): Promise<string[]> => {
      const tables = [
        "observations",
        "archive_points",
        "checks",
        "current_markets",
        "fixtures",
        "event_refs",
      ];
      const texts = await Promise.all(
        tables.map((table) =>
          rows<{ row: string }>(sql`select t::text as row from ${sql.identifier(table)} t order by 1`),
        ),
      );
      return texts.flat().map(({ row }) => row);
    },
    countObservations: async (book: string): Promise<number> => {
      const [row] = await rows<{ count: number }>(sql`
        select count(*)::int as count from observations o join sources s on s.id = o.source_id where s.book_key = ${book}`);
      return row?.count ?? 0;
    },
    /** For each archive point of the market: the minutes since `t0`, and the stored text of the first outcome. */
    firstLines: async (marketKey = "h2h") =>
      (await points())
        .filter(({ market_key }) => market_key === marketKey)
        .map(({ at, outcomes }) => [(at - t0) / minuteMs, outcomes.split("\n")[0]]),
    fixtureIds: async () =>
      (await rows<{ id: string }>(sql`select id from fixtures order by id`)).map(({ id }) => id),
  };
};

import { sql } from "drizzle-orm";
import type { Database, Queryable } from "@/db/connect";
import { listOf, milliseconds, timestampOf } from "@/db/sql";
import { databaseTime } from "@/server/clock/database-clock";

export type FixtureRow = {
  id: string;
  sport_key: string;
  home_team: string;
  away_team: string;
  start: number;
  /** Whether another fixture replaced this fixture. */
  replaced: boolean;
};
export type CheckRow = {
  fixture_id: string;
  book_key: string;
  /** Recording time (ms) of the book's newest snapshot that lists the fixture. */
  recorded: number;
  checked: number;
  fetched: number | null;
  market_times: Record<string, [number, number | null]>;
  /** The start that the book states, and when the book last stated this start (ms). Null if the book has stated no start. */
  own_start: number | null;
  own_start_stated: number | null;
};
export type MarketRow = { fixture_id: string; book_key: string; market_key: string; outcomes: string };
export type NoteRow = { fixture_id: string; book_key: string; checked: number };
export type PlayerRow = { fixture_id: string; book_key: string; name: string };
/** Recording times (ms) between which a book looked inverted. `until` is null if the book still looks inverted. */
export type WithheldRow = { fixture_id: string; book_key: string; since: number; until: number | null };
export type BookRow = {
  key: string;
  title: string;
  kind: string;
  update_interval_seconds: number | null;
  last_update_measured: boolean;
};

/** The last write of prices of a sport. */
export type WriteRow = {
  readonly sport_key: string;
  /** ms */
  readonly written: number;
  /** Seconds from the write to the read, by the database's clock. */
  readonly ago: number;
};

export type BoardRows = {
  /** The transaction from which the next read starts. Every earlier transaction has ended. */
  readonly cursor: string;
  readonly books: readonly BookRow[];
  readonly fixtures: readonly FixtureRow[];
  readonly checks: readonly CheckRow[];
  readonly markets: readonly MarketRow[];
  readonly notes: readonly NoteRow[];
  readonly players: readonly PlayerRow[];
  readonly withheld: readonly WithheldRow[];
};

export type BoardRead = BoardRows & {
  /** The database's clock at the read (ms). */
  readonly databaseMs: number;
  /** The number of transactions since the cursor. */
  readonly behind: number;
  readonly writes: readonly WriteRow[];
};

const selectFixtures = sql`select f.id, f.sport_key, f.home_team, f.away_team, ${milliseconds("f.commence_time")} as start,
  f.replaced_by is not null as replaced from fixtures f`;
const selectChecks = sql`select c.fixture_id, c.book_key, ${milliseconds("c.recorded_at")} as recorded,
  ${milliseconds("c.checked_at")} as checked, ${milliseconds("c.fetched_at")} as fetched, c.market_times,
  (c.starts -> 0 ->> 0)::float8 as own_start, (c.starts -> 0 ->> 2)::float8 as own_start_stated from checks c`;
const selectMarkets = sql`select c.fixture_id, c.book_key, c.market_key, c.outcomes from current_markets c`;
const selectNotes = sql`select c.fixture_id, c.book_key, ${milliseconds("c.checked_at")} as checked from unmatched_notes c`;
const selectPlayers = sql`select c.fixture_id, c.book_key, c.name from fixture_players c`;
const selectWithheld = sql`select c.fixture_id, c.book_key, ${milliseconds("c.since")} as since,
  ${milliseconds("c.until")} as until from withheld_periods c`;

const readConsistently = <T>(db: Database, read: (tx: Queryable) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });

/**
 * The cursor is the oldest transaction that was running at the read. The next read starts there, so that it finds rows that were
 * committed late. Some rows are read twice, which changes nothing.
 */
const readCursor = async (tx: Queryable): Promise<Pick<BoardRead, "cursor" | "behind" | "databaseMs">> => {
  const rows = await tx.execute<{ cursor: string; next: string; at: number }>(sql`
    select pg_snapshot_xmin(s)::text as cursor, pg_snapshot_xmax(s)::text as next, ${databaseTime} as at
    from pg_current_snapshot() s`);
  const { cursor = "0", next = "0", at = Number.NaN } = rows[0] ?? {};
  return { cursor, behind: Number(BigInt(next) - BigInt(cursor)), databaseMs: at };
};

const readWrites = (tx: Queryable, since: string) =>
  tx.execute<WriteRow>(sql`
    select sport_key, ${milliseconds("written_at")} as written,
      extract(epoch from clock_timestamp() - written_at)::float8 as ago
    from last_writes where changed_xid >= ${since}::xid8`);

const readBooks = (tx: Queryable, since: string) =>
  tx.execute<BookRow>(sql`
    select key, title, kind, update_interval_seconds, last_update_measured from books where changed_xid >= ${since}::xid8`);

const readPrices = async (tx: Queryable, of: ReturnType<typeof sql>) =>
  Promise.all([
    tx.execute<CheckRow>(sql`${selectChecks} where ${of}`),
    tx.execute<MarketRow>(sql`${selectMarkets} where ${of}`),
    tx.execute<NoteRow>(sql`${selectNotes} where ${of}`),
    tx.execute<PlayerRow>(sql`${selectPlayers} where ${of}`),
    tx.execute<WithheldRow>(sql`${selectWithheld} where ${of}`),
  ]);

/** Reads everything about the fixtures that start after `from` (ms). */
export const loadBoard = (db: Database, from: number): Promise<BoardRead> =>
  readConsistently(db, async (tx) => {
    const start = timestampOf(from);
    const upcoming = sql`c.fixture_id in (select id from fixtures where commence_time > ${start})`;
    const [position, writes, books, fixtures, [checks, markets, notes, players, withheld]] =
      await Promise.all([
        readCursor(tx),
        readWrites(tx, "0"),
        readBooks(tx, "0"),
        tx.execute<FixtureRow>(sql`${selectFixtures} where f.listed and f.commence_time > ${start}`),
        readPrices(tx, upcoming),
      ]);
    return { ...position, writes, books, fixtures, checks, markets, notes, players, withheld };
  });

/** Reads what was written since `cursor`. If a changed fixture is not on the board yet, all rows of this fixture are read. */
export const loadChanges = (
  db: Database,
  cursor: string,
  isOnBoard: (fixtureId: string) => boolean,
): Promise<BoardRead> =>
  readConsistently(db, async (tx) => {
    const since = sql`c.changed_xid >= ${cursor}::xid8`;
    const [position, writes, books, fixtures, [checks, markets, notes, players, withheld]] =
      await Promise.all([
        readCursor(tx),
        readWrites(tx, cursor),
        readBooks(tx, cursor),
        tx.execute<FixtureRow>(sql`${selectFixtures} where f.listed and f.changed_xid >= ${cursor}::xid8`),
        readPrices(tx, since),
      ]);
    const newFixtures = fixtures.filter((row) => !isOnBoard(row.id)).map((row) => row.id);
    if (newFixtures.length === 0)
      return { ...position, writes, books, fixtures, checks, markets, notes, players, withheld };
    const whole = sql`c.fixture_id in ${listOf(newFixtures)}`;
    const [moreChecks, moreMarkets, moreNotes, morePlayers, moreWithheld] = await readPrices(tx, whole);
    return {
      ...position,
      writes,
      books,
      fixtures,
      checks: [...checks, ...moreChecks],
      markets: [...markets, ...moreMarkets],
      notes: [...notes, ...moreNotes],
      players: [...players, ...morePlayers],
      withheld: [...withheld, ...moreWithheld],
    };
  });

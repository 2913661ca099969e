import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { ownStart } from "@/db/own-start";
import { milliseconds, timestampOf } from "@/db/sql";
import { databaseTime } from "@/server/clock/database-clock";
import { type Position as CommitPosition, noPosition } from "@/server/market/board/position";

export type FixtureRow = {
  id: string;
  sport_key: string;
  home_team: string;
  away_team: string;
  start: number;
  /** Whether another fixture replaced this fixture. */
  replaced: boolean;
  /** The id of the fixture that this one turned out to be, or null. */
  merged: string | null;
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
  /** The independent source that stated this start (server/ingest/recorder/place/source-of.ts). Null if the book speaks for itself. */
  source: string | null;
  book_event_id: string | null;
  link: string | null;
};
export type MarketRow = { fixture_id: string; book_key: string; market_key: string; outcomes: string };
export type SightingRow = { fixture_id: string; book_key: string; checked: number };
export type PlayerRow = { fixture_id: string; book_key: string; name: string; shown_as: string | null };
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
  readonly sightings: readonly SightingRow[];
  readonly players: readonly PlayerRow[];
  readonly withheld: readonly WithheldRow[];
};

export type BoardRead = BoardRows & {
  /** Names the server and the tables that were read. If it changes, cursors of earlier reads mean nothing. */
  readonly origin: string;
  /** The first transaction that had not begun at the read. */
  readonly next: string;
  /** The place of the read in the commit order. */
  readonly position: CommitPosition;
  /** The database's clock at the read (ms). */
  readonly databaseMs: number;
  /** The number of transactions since the cursor. */
  readonly behind: number;
  readonly writes: readonly WriteRow[];
};

/**
 * Another server, even a copy of the same data, has another start time. A server that was promoted, or restored to a point in time, has
 * another timeline. A restored or replaced table has another object id, but the table of a database that was copied with TEMPLATE has the
 * same. Every role may call these functions. `pg_control_system` would add nothing and reads a file.
 */
const origin = sql`concat_ws('/', extract(epoch from pg_postmaster_start_time())::text,
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end,
  (select oid::text from pg_database where datname = current_database()), 'current_markets'::regclass::oid::text)`;
const selectPosition = sql`select pg_snapshot_xmin(s)::text as cursor, pg_snapshot_xmax(s)::text as next,
  (select count(*)::int from pg_snapshot_xip(s)) as running, ${origin} as origin, ${databaseTime} as at from pg_current_snapshot() s`;
const selectWrites = sql`select c.sport_key, ${milliseconds("c.written_at")} as written,
  extract(epoch from clock_timestamp() - c.written_at)::float8 as ago from last_writes c`;
const selectBooks = sql`select c.key, c.title, c.kind, c.update_interval_seconds, c.last_update_measured from books c`;
const selectFixtures = sql`select c.id, c.sport_key, c.home_team, c.away_team, ${milliseconds("c.commence_time")} as start,
  c.replaced_by is not null as replaced, c.merged_into as merged from fixtures c`;
const selectChecks = sql`select c.fixture_id, c.book_key, ${milliseconds("c.recorded_at")} as recorded,
  ${milliseconds("c.checked_at")} as checked, ${milliseconds("c.fetched_at")} as fetched, c.market_times,
  ${ownStart} as own_start, (c.starts -> 0 ->> 2)::float8 as own_start_stated, c.starts -> 0 ->> 4 as source,
  c.book_event_id, c.link from checks c`;
const selectMarkets = sql`select c.fixture_id, c.book_key, c.market_key, c.outcomes from current_markets c`;
const selectSightings = sql`select c.fixture_id, c.book_key, ${milliseconds("c.checked_at")} as checked from unmatched_notes c`;
const selectPlayers = sql`select c.fixture_id, c.book_key, c.name, c.shown_as from fixture_players c`;
const selectWithheld = sql`select c.fixture_id, c.book_key, ${milliseconds("c.since")} as since,
  ${milliseconds("c.until")} as until from withheld_periods c`;

type Position = {
  readonly cursor: string;
  /** The first transaction that had not begun at the read. */
  readonly next: string;
  /** The number of transactions that were running. */
  readonly running: number;
  readonly origin: string;
  readonly at: number;
};

/**
 * The cursor is the oldest transaction that was running at the read. The next read starts there, so that it finds rows that were
 * committed late. Some rows are read twice, which changes nothing.
 */
const readPosition = (
  position: Position | undefined,
): Pick<BoardRead, "cursor" | "next" | "position" | "origin" | "behind" | "databaseMs"> => {
  const { cursor = "0", next = "0", origin = "", at = Number.NaN } = position ?? {};
  const [xmin, xmax] = [BigInt(cursor), BigInt(next)];
  const behind = Number(xmax - xmin);
  const place = position === undefined ? noPosition : { xmin, xmax, ended: behind - position.running };
  return { cursor, next, position: place, origin, behind, databaseMs: at };
};

/** Whether `now` was read from another database than `before`, or from an older state of the same database. */
export const isAnotherHistory = (
  before: Pick<BoardRead, "cursor" | "origin">,
  now: Pick<BoardRead, "next" | "origin">,
): boolean => now.origin !== before.origin || BigInt(now.next) < BigInt(before.cursor);

/** The number of fixtures whose rows one statement of `loadBoard` reads. With a smaller number, an instance would start more slowly. */
const fixturesAtOnce = 1_000;

type Parts = {
  readonly position: Position[];
  readonly writes: WriteRow[];
  readonly books: BookRow[];
  readonly fixtures: FixtureRow[];
  readonly checks: CheckRow[];
  readonly markets: MarketRow[];
  readonly sightings: SightingRow[];
  readonly players: PlayerRow[];
  readonly withheld: WithheldRow[];
};

const noParts = (): Parts => ({
  position: [],
  writes: [],
  books: [],
  fixtures: [],
  checks: [],
  markets: [],
  sightings: [],
  players: [],
  withheld: [],
});

const readOf = ({ position, ...rows }: Parts): BoardRead => ({ ...readPosition(position[0]), ...rows });

/** The parts whose rows belong to a fixture. */
const selectsOfFixtures = [
  ["checks", selectChecks],
  ["markets", selectMarkets],
  ["sightings", selectSightings],
  ["players", selectPlayers],
  ["withheld", selectWithheld],
] as const satisfies readonly (readonly [keyof Parts, SQL])[];

const sharedKeys = ["fixture_id", "book_key", "market_key", "source"] as const;

/** Returns a function that replaces the keys in a row by equal texts of earlier rows, so that equal texts take memory only once. */
const createShareKeys = () => {
  const texts = new Map<string, string>();
  return (row: { [key in (typeof sharedKeys)[number]]?: string | null }): void => {
    for (const key of sharedKeys) {
      const text = row[key];
      if (text == null) continue;
      const shared = texts.get(text);
      if (shared === undefined) texts.set(text, text);
      else row[key] = shared;
    }
  };
};

/**
 * Reads everything about the fixtures that start after `from` (ms). The rows of a thousand fixtures are read at a time, and their keys are
 * then replaced by the equal texts of earlier rows. With 1,000,000 prices, this saves about 90 MB while an instance starts.
 */
export const loadBoard = (db: Database, from: number): Promise<BoardRead> =>
  db.transaction(
    async (tx) => {
      const upcoming = sql`listed and commence_time > ${timestampOf(from)}`;
      const parts = noParts();
      const shareKeys = createShareKeys();
      const read = async (part: keyof Parts, select: SQL): Promise<void> => {
        for (const row of await tx.execute(select)) {
          shareKeys(row);
          parts[part].push(row as never);
        }
      };
      const readPage = async (first: number): Promise<void> => {
        const ids = sql`select id from fixtures where ${upcoming} order by id limit ${fixturesAtOnce} offset ${first}`;
        await Promise.all(
          selectsOfFixtures.map(([part, select]) =>
            read(part, sql`${select} where c.fixture_id in (${ids})`),
          ),
        );
      };
      await Promise.all([
        read("position", selectPosition),
        read("writes", selectWrites),
        read("books", selectBooks),
        read("fixtures", sql`${selectFixtures} where ${upcoming}`),
        readPage(0),
      ]);
      const pages: Promise<void>[] = [];
      for (let first = fixturesAtOnce; first < parts.fixtures.length; first += fixturesAtOnce)
        pages.push(readPage(first));
      await Promise.all(pages);
      return readOf(parts);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );

/**
 * Reads, with one statement, what was written since `cursor`. A transaction with a statement per table took five times the processor time
 * in this process, and twice the time in the database.
 * @param withFixtures whether to read all rows of each fixture whose row in the table `fixtures` was written.
 */
const readWritten = async (db: Database, cursor: string, withFixtures: boolean): Promise<BoardRead> => {
  const written = sql`c.changed_xid >= ${cursor}::xid8`;
  const ofFixtures = sql`join changed_fixtures f on f.id = c.fixture_id where c.changed_xid < ${cursor}::xid8`;
  const selects: [keyof Parts, SQL][] = [
    ["position", selectPosition],
    ["writes", sql`${selectWrites} where ${written}`],
    ["books", sql`${selectBooks} where ${written}`],
    ["fixtures", sql`${selectFixtures} where c.listed and ${written}`],
  ];
  for (const [part, select] of selectsOfFixtures) {
    selects.push([part, sql`${select} where ${written}`]);
    if (withFixtures) selects.push([part, sql`${select} ${ofFixtures}`]);
  }
  const labelled = selects.map(
    ([part, select]) => sql`select ${sql.raw(`'${part}'`)} as part, to_json(r) as row from (${select}) r`,
  );
  const changedFixtures = sql`with changed_fixtures as materialized (select c.id from fixtures c where c.listed and ${written})`;
  const rows = await db.execute<{ part: keyof Parts; row: never }>(
    sql`${withFixtures ? changedFixtures : sql.empty()} ${sql.join(labelled, sql` union all `)}`,
  );
  const parts = noParts();
  for (const { part, row } of rows) parts[part].push(row);
  return readOf(parts);
};

/**
 * Reads what was written since `cursor`. If a fixture's row in the table `fixtures` was written, the fixture may be new to the board, so
 * all its rows in the other tables are also read.
 */
export const loadChanges = async (db: Database, cursor: string): Promise<BoardRead> => {
  // Most reads find no changed fixture, so the first statement is sent without the joins for changed fixtures. PostgreSQL would need as
  // long to plan these joins as for the rest of the statement.
  const changes = await readWritten(db, cursor, false);
  return changes.fixtures.length === 0 ? changes : readWritten(db, cursor, true);
};

import { eq, sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { checks, fixtures, learnedTeams, newNames } from "@/db/schema/prices";
import { listOf, milliseconds, recordset, timestampOf } from "@/db/sql";
import { databaseTime } from "@/server/clock/database-clock";
import { getOrInsert } from "@/server/domain/collections";
import { dayMs } from "@/server/domain/durations";
import type { KnownFixture } from "@/server/ingest/matching/match-input";
import type { EventWords } from "@/server/ingest/recorder/compare/event-words";
import type { StartStatements } from "@/server/ingest/recorder/place/start-statements";

/** Matching by name considers the fixtures that start at most this long (ms) before or after the events of the batch. */
export const matchingWindowMs = 8 * dayMs;

export type RecordedFixture = KnownFixture & {
  /** Identifies the fixture in large tables, where its id would take too much space. */
  readonly number: number;
  readonly listed: boolean;
  /** The id of the fixture that is listed instead of this one, or null. */
  readonly replacedBy: string | null;
  /** Whether `replacedBy` is set because this fixture looks like that one (server/ingest/matching/look-alikes.ts). */
  readonly lookAlike: boolean;
};

/** When a market was last checked, and when the checked prices were fetched, in ms. `fetched` is null if no fetch time is measured. */
export type MarketTime = readonly [checked: number, fetched: number | null];

/** A book's last check of a fixture: a row of `checks`. Times are in ms. */
export type BookCheck = {
  readonly recordedAt: number;
  readonly checkedAt: number;
  readonly fetchedAt: number | null;
  readonly marketTimes: Readonly<Record<string, MarketTime>>;
  readonly starts: StartStatements;
  readonly listedAs: string;
  /** In open sports: the book's spellings of the fixture's home and away team. Otherwise null. */
  readonly named: readonly [home: string, away: string] | null;
} & EventWords;

/** The key of a book and a fixture in maps. */
export const bookFixtureKey = (book: string, fixtureId: string): string => `${book} ${fixtureId}`;

export type Pair = { readonly book: string; readonly fixture: string };

/**
 * SQL for the rows of a table that belong to the given pairs, with the alias `c`. `offset 0` makes PostgreSQL look up each pair in the
 * primary key. Otherwise PostgreSQL overestimates the number of rows and may read the whole table.
 */
const rowsOfPairs = (table: "checks" | "current_markets", pairs: readonly Pair[]) =>
  sql`${recordset(pairs, "book text, fixture text", "pair")} cross join lateral (
    select * from ${sql.raw(table)} t where t.fixture_id = pair.fixture and t.book_key = pair.book offset 0) c`;

/**
 * Locks a sport until the end of the transaction, so that two snapshots with the same new fixture do not both create the fixture. If
 * reads are sent in the same round trip, call this function before them, so that they wait for the lock. The call fails if it does not get
 * the lock within 60 s, so that writers do not queue behind a stuck writer.
 * @returns the database's time (ms).
 */
export const lockSport = async (tx: Queryable, sportKey: string): Promise<number> => {
  const [row] = await tx.execute<{ at: number }>(sql`
    select set_config('lock_timeout', '60s', true), pg_advisory_xact_lock(hashtextextended(${`sport:${sportKey}`}, 0)),
      ${databaseTime} as at`);
  return row?.at ?? Number.NaN;
};

type FixtureRow = {
  id: string;
  number: number;
  home_team: string;
  away_team: string;
  start: number;
  listed: boolean;
  replaced_by: string | null;
  look_alike: boolean;
};

const fixtureColumns = sql`f.id, f.number, f.home_team, f.away_team, f.listed, f.replaced_by, f.look_alike, ${milliseconds("f.commence_time")} as start`;

const recordedFixture = (row: FixtureRow): RecordedFixture => ({
  id: row.id,
  number: row.number,
  homeTeam: row.home_team,
  awayTeam: row.away_team,
  commenceTime: row.start,
  listed: row.listed,
  replacedBy: row.replaced_by,
  lookAlike: row.look_alike,
});

/**
 * SQL condition: a fixture `f` of the sport starts between `from` and `to` (ms), give or take `matchingWindowMs`, and is not merged into
 * another fixture. `to` may be infinite.
 */
const startsAround = (sportKey: string, from: number, to: number) => {
  const upper =
    to === Number.POSITIVE_INFINITY ? sql`'infinity'::timestamptz` : timestampOf(to + matchingWindowMs);
  return sql`f.sport_key = ${sportKey} and f.merged_into is null and f.commence_time between ${timestampOf(from - matchingWindowMs)} and ${upper}`;
};

export const loadFixturesAround = async (tx: Queryable, sportKey: string, from: number, to: number) => {
  const rows = await tx.execute<FixtureRow>(
    sql`select ${fixtureColumns} from fixtures f where ${startsAround(sportKey, from, to)}`,
  );
  return rows.map(recordedFixture);
};

/**
 * Loads stored references (the books' ids of events), each with its fixture: the references in `refs`, and all references for the fixtures
 * that `startsAround` selects. The second group helps to place events with new references. If a book already has a reference for a fixture,
 * the book's events with new references probably belong to other fixtures.
 */
export const loadRefs = async (
  tx: Queryable,
  books: readonly string[],
  sportKey: string,
  wanted: { readonly refs: readonly string[]; readonly from: number; readonly to: number },
) => {
  const rows = await tx.execute<FixtureRow & { book_key: string; ref: string }>(sql`
    select r.book_key, r.ref, ${fixtureColumns} from event_refs r join fixtures f on f.id = r.fixture_id
    where r.book_key in ${listOf(books)} and r.sport_key = ${sportKey} and r.ref in ${listOf(wanted.refs)}
    union
    select r.book_key, r.ref, ${fixtureColumns} from fixtures f join event_refs r on r.fixture_id = f.id
    where ${startsAround(sportKey, wanted.from, wanted.to)} and r.book_key in ${listOf(books)} and r.sport_key = ${sportKey}`);
  return rows.map((row) => ({ book: row.book_key, ref: row.ref, fixture: recordedFixture(row) }));
};

export const loadLearnedTeams = async (tx: Queryable, sportKey: string): Promise<string[]> => {
  const rows = await tx
    .select({ name: learnedTeams.name })
    .from(learnedTeams)
    .where(eq(learnedTeams.sportKey, sportKey))
    .orderBy(learnedTeams.name);
  return rows.map((row) => row.name);
};

/** The learned names, except those that only hidden look-alikes have. */
export const loadShownTeams = async (tx: Queryable, sportKey: string): Promise<string[]> => {
  const rows = await tx.execute<{ name: string }>(sql`
    select l.name from learned_teams l where l.sport_key = ${sportKey} and not (
      exists (select from fixtures f where f.sport_key = ${sportKey} and f.look_alike and l.name in (f.home_team, f.away_team))
      and not exists (select from fixtures f where f.sport_key = ${sportKey} and not f.look_alike
        and l.name in (f.home_team, f.away_team)))
    order by l.name`);
  return rows.map((row) => row.name);
};

/** How many names a book has added on a day. `day` is the number of days since 1970, UTC. */
export type NewNames = { readonly day: number; readonly names: number };

/** @returns book -> the new names that it has added on its last day with new names. */
export const loadNewNames = async (
  tx: Queryable,
  sportKey: string,
  books: readonly string[],
): Promise<Map<string, NewNames>> => {
  const { bookKey, day, names } = newNames;
  const rows = await tx
    .select({ bookKey, day, names })
    .from(newNames)
    .where(sql`${newNames.sportKey} = ${sportKey} and ${bookKey} in ${listOf(books)}`);
  return new Map(rows.map((row) => [row.bookKey, { day: row.day, names: row.names }]));
};

/** Allocates numbers for new fixtures. The numbers of a failed transaction remain unused. */
export const takeFixtureNumbers = async (tx: Queryable, count: number): Promise<number[]> => {
  const rows = await tx.execute<{ number: number }>(sql`
    select nextval(pg_get_serial_sequence('fixtures', 'number'))::int as number from generate_series(1, ${count}::int)`);
  return rows.map(({ number }) => number);
};

export const loadTakenIds = async (tx: Queryable, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await tx
    .select({ id: fixtures.id })
    .from(fixtures)
    .where(sql`${fixtures.id} in ${listOf(ids)}`);
  return new Set(rows.map((row) => row.id));
};

/** @returns fixture id -> book -> the starts that the book has stated. */
export const loadStartStatements = async (tx: Queryable, fixtureIds: readonly string[]) => {
  const { fixtureId, bookKey, starts: stored } = checks;
  const rows = await tx
    .select({ fixtureId, bookKey, starts: stored })
    .from(checks)
    .where(sql`${fixtureId} = any (array${listOf(fixtureIds)})`);
  const byFixture = new Map<string, Map<string, StartStatements>>(fixtureIds.map((id) => [id, new Map()]));
  // A damaged row must not affect the other books of its fixture.
  for (const row of rows)
    if (Array.isArray(row.starts)) byFixture.get(row.fixtureId)?.set(row.bookKey, row.starts);
  return byFixture;
};

/** @returns book -> ids of the fixtures that the book has listed, among those that `startsAround` selects. */
export const loadQuoted = async (
  tx: Queryable,
  books: readonly string[],
  sportKey: string,
  { from, to }: { readonly from: number; readonly to: number },
) => {
  const rows = await tx.execute<{ fixture_id: string; book_key: string }>(sql`
    select c.fixture_id, c.book_key from fixtures f join checks c on c.fixture_id = f.id
    where ${startsAround(sportKey, from, to)} and c.book_key in ${listOf(books)}`);
  const byBook = new Map<string, Set<string>>();
  for (const { fixture_id, book_key } of rows)
    byBook.set(book_key, (byBook.get(book_key) ?? new Set()).add(fixture_id));
  return byBook;
};

/** @returns checks by `bookFixtureKey`. */
export const loadChecks = async (tx: Queryable, pairs: readonly Pair[]) => {
  const rows = await tx.execute<{
    fixture_id: string;
    book_key: string;
    recorded: number;
    checked: number;
    fetched: number | null;
    market_times: BookCheck["marketTimes"];
    starts: StartStatements;
    listed_as: string;
    named_home: string | null;
    named_away: string | null;
    book_event_id: string | null;
    link: string | null;
  }>(sql`
    select c.fixture_id, c.book_key, c.market_times, c.starts, c.listed_as, c.named_home, c.named_away,
      c.book_event_id, c.link, ${milliseconds("c.recorded_at")} as recorded,
      ${milliseconds("c.checked_at")} as checked, ${milliseconds("c.fetched_at")} as fetched
    from ${rowsOfPairs("checks", pairs)}`);
  return new Map<string, BookCheck>(
    rows.map((row) => [
      bookFixtureKey(row.book_key, row.fixture_id),
      {
        recordedAt: row.recorded,
        checkedAt: row.checked,
        fetchedAt: row.fetched,
        marketTimes: row.market_times,
        starts: row.starts,
        listedAs: row.listed_as,
        named: row.named_home === null || row.named_away === null ? null : [row.named_home, row.named_away],
        bookEventId: row.book_event_id,
        link: row.link,
      },
    ]),
  );
};

/** @returns `bookFixtureKey` -> market key -> stored text, empty if withdrawn. */
export const loadCurrent = async (tx: Queryable, pairs: readonly Pair[]) => {
  const rows = await tx.execute<{
    fixture_id: string;
    book_key: string;
    market_key: string;
    outcomes: string;
  }>(sql`
    select c.fixture_id, c.book_key, c.market_key, c.outcomes
    from ${rowsOfPairs("current_markets", pairs)}`);
  const byPair = new Map<string, Map<string, string>>();
  for (const row of rows) {
    const key = bookFixtureKey(row.book_key, row.fixture_id);
    const markets = getOrInsert(byPair, key, () => new Map<string, string>());
    markets.set(row.market_key, row.outcomes);
  }
  return byPair;
};

/** Loads all archived states of a book for the fixtures. @returns fixture id -> market key -> states, ascending. */
export const loadStates = async (tx: Queryable, book: string, fixtureIds: readonly string[]) => {
  const rows = await tx.execute<{ fixture_id: string; market_key: string; at: number; outcomes: string }>(sql`
    select f.id as fixture_id, s.market_key, ${milliseconds("p.recorded_at")} as at, p.outcomes
    from fixtures f join archive_series s on s.fixture_number = f.number join archive_points p on p.series_id = s.id
    where f.id = any (array${listOf(fixtureIds)}) and s.book_key = ${book}
    order by p.recorded_at`);
  const byFixture = new Map<string, Map<string, { at: number; text: string }[]>>();
  for (const row of rows) {
    const markets = getOrInsert(
      byFixture,
      row.fixture_id,
      () => new Map<string, { at: number; text: string }[]>(),
    );
    const states = getOrInsert(markets, row.market_key, () => []);
    states.push({ at: row.at, text: row.outcomes });
  }
  return byFixture;
};

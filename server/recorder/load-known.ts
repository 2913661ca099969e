import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { databaseTime } from "@/server/clock/database-clock";
import type { KnownFixture } from "@/server/matching/match-input";
import type { StartStatements } from "@/server/recorder/start-statements";

/*
 * The reads of the write path. Lists travel as one JSON parameter, so that a statement has the same text whatever their length; times
 * travel as ms.
 */

const dayMs = 86_400_000;
/** Wide enough for every start that matching could still take for the same event. */
export const matchingWindowMs = 8 * dayMs;

export type RecordedFixture = KnownFixture & {
  readonly listed: boolean;
  /** The fixture that took its place, or null. */
  readonly replacedBy: string | null;
};

export type MarketTime = readonly [checked: number, fetched: number | null];

export type KnownCheck = {
  readonly recordedAt: number;
  readonly checkedAt: number;
  readonly fetchedAt: number | null;
  readonly marketTimes: Readonly<Record<string, MarketTime>>;
  readonly starts: StartStatements;
  readonly listedAs: string;
};

/** A book and a fixture, as one text for maps. */
export const pairKey = (book: string, fixtureId: string): string => `${book} ${fixtureId}`;

export type Pair = { readonly book: string; readonly fixture: string };

/**
 * A list for `in`, or for `= any (array…)` where it is short and the table grows: the planner takes each list for a hundred values, and
 * may read the whole table for them.
 */
export const listOf = (values: readonly string[]) =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
const pairsOf = (pairs: readonly Pair[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair(book text, fixture text)`;
export const milliseconds = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);
export const moment = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;

/**
 * One writer a sport at a time: two snapshots that both see a fixture for the first time must not make it twice. Released by the end
 * of the transaction. It is sent when this is called (a drizzle query is not, before it is awaited), so that what is read in the same
 * round trip is read under the lock. A writer that waits behind a stuck one gives up instead of queueing without end.
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
  home_team: string;
  away_team: string;
  start: number;
  listed: boolean;
  replaced_by: string | null;
};

const fixtureColumns = sql`f.id, f.home_team, f.away_team, f.listed, f.replaced_by, ${milliseconds("f.commence_time")} as start`;

const recordedFixture = (row: FixtureRow): RecordedFixture => ({
  id: row.id,
  homeTeam: row.home_team,
  awayTeam: row.away_team,
  commenceTime: row.start,
  listed: row.listed,
  replacedBy: row.replaced_by,
});

/** Fixtures of the sport that an event between the two starts (ms) could be. `to` may be infinite. */
const startsAround = (sportKey: string, from: number, to: number) => {
  const upper =
    to === Number.POSITIVE_INFINITY ? sql`'infinity'::timestamptz` : moment(to + matchingWindowMs);
  return sql`f.sport_key = ${sportKey} and f.commence_time between ${moment(from - matchingWindowMs)} and ${upper}`;
};

export const loadFixturesAround = async (tx: Queryable, sportKey: string, from: number, to: number) => {
  const rows = await tx.execute<FixtureRow>(
    sql`select ${fixtureColumns} from fixtures f where ${startsAround(sportKey, from, to)}`,
  );
  return rows.map(recordedFixture);
};

/**
 * Books' own event identifiers that are bound to a fixture, with the fixture: those named, and those of the fixtures around (one that
 * the book knows under another identifier is hardly the event's).
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
  const rows = await tx.execute<{ name: string }>(
    sql`select name from learned_teams where sport_key = ${sportKey} order by name`,
  );
  return rows.map((row) => row.name);
};

export const loadTakenIds = async (tx: Queryable, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await tx.execute<{ id: string }>(sql`select id from fixtures where id in ${listOf(ids)}`);
  return new Set(rows.map((row) => row.id));
};

/** Fixture id -> book -> what the book has stated of the fixture's start. */
export const loadStartStatements = async (tx: Queryable, fixtureIds: readonly string[]) => {
  const rows = await tx.execute<{ fixture_id: string; book_key: string; starts: StartStatements }>(sql`
    select fixture_id, book_key, starts from checks where fixture_id = any (array${listOf(fixtureIds)})`);
  const byFixture = new Map<string, Map<string, StartStatements>>(fixtureIds.map((id) => [id, new Map()]));
  for (const { fixture_id, book_key, starts } of rows) byFixture.get(fixture_id)?.set(book_key, starts);
  return byFixture;
};

/** Book -> ids of the fixtures around that the book has listed before. */
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

/** By `pairKey`. */
export const loadChecks = async (tx: Queryable, pairs: readonly Pair[]) => {
  const rows = await tx.execute<{
    fixture_id: string;
    book_key: string;
    recorded: number;
    checked: number;
    fetched: number | null;
    market_times: KnownCheck["marketTimes"];
    starts: StartStatements;
    listed_as: string;
  }>(sql`
    select c.fixture_id, c.book_key, c.market_times, c.starts, c.listed_as, ${milliseconds("c.recorded_at")} as recorded,
      ${milliseconds("c.checked_at")} as checked, ${milliseconds("c.fetched_at")} as fetched
    from ${pairsOf(pairs)} join checks c on c.fixture_id = pair.fixture and c.book_key = pair.book`);
  return new Map<string, KnownCheck>(
    rows.map((row) => [
      pairKey(row.book_key, row.fixture_id),
      {
        recordedAt: row.recorded,
        checkedAt: row.checked,
        fetchedAt: row.fetched,
        marketTimes: row.market_times,
        starts: row.starts,
        listedAs: row.listed_as,
      },
    ]),
  );
};

/** By `pairKey`: market key -> stored text (empty: withdrawn). */
export const loadCurrent = async (tx: Queryable, pairs: readonly Pair[]) => {
  const rows = await tx.execute<{
    fixture_id: string;
    book_key: string;
    market_key: string;
    outcomes: string;
  }>(sql`
    select c.fixture_id, c.book_key, c.market_key, c.outcomes
    from ${pairsOf(pairs)} join current_markets c on c.fixture_id = pair.fixture and c.book_key = pair.book`);
  const byPair = new Map<string, Map<string, string>>();
  for (const row of rows) {
    const key = pairKey(row.book_key, row.fixture_id);
    const markets = byPair.get(key) ?? new Map<string, string>();
    byPair.set(key, markets.set(row.market_key, row.outcomes));
  }
  return byPair;
};

/** Everything that the archive holds of a book's markets for the fixtures: fixture id -> market key -> states, ascending. */
export const loadStates = async (tx: Queryable, book: string, fixtureIds: readonly string[]) => {
  const rows = await tx.execute<{ fixture_id: string; market_key: string; at: number; outcomes: string }>(sql`
    select f.id as fixture_id, s.market_key, ${milliseconds("p.recorded_at")} as at, p.outcomes
    from fixtures f join archive_series s on s.fixture_number = f.number join archive_points p on p.series_id = s.id
    where f.id = any (array${listOf(fixtureIds)}) and s.book_key = ${book}
    order by p.recorded_at`);
  const byFixture = new Map<string, Map<string, { at: number; text: string }[]>>();
  for (const row of rows) {
    const markets = byFixture.get(row.fixture_id) ?? new Map<string, { at: number; text: string }[]>();
    byFixture.set(row.fixture_id, markets);
    const states = markets.get(row.market_key) ?? [];
    markets.set(row.market_key, states);
    states.push({ at: row.at, text: row.outcomes });
  }
  return byFixture;
};

import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import type { KnownFixture } from "@/server/matching/match-input";

/*
 * The reads of the write path. Lists travel as one JSON parameter, so that a statement has the same text (and one prepared plan)
 * whatever their length; times travel as ms.
 */

const dayMs = 86_400_000;
/** Wide enough for every start that matching could still take for the same event. */
const matchingWindowMs = 8 * dayMs;

export type KnownStart = KnownFixture & { readonly commenceRecordedAt: number; readonly listed: boolean };

export type KnownCheck = {
  readonly recordedAt: number;
  readonly checkedAt: number;
  readonly fetchedAt: number | null;
  readonly marketTimes: Readonly<Record<string, readonly [number, number | null]>>;
};

const listOf = (values: readonly string[]) =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
const milliseconds = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);
export const moment = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;

/**
 * One writer a sport at a time: two snapshots that both see a fixture for the first time must not make it twice. Released by the end
 * of the transaction.
 */
export const lockSport = (tx: Queryable, sportKey: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sport:${sportKey}`}, 0))`);

type FixtureRow = {
  id: string;
  home_team: string;
  away_team: string;
  start: number;
  start_recorded: number;
  listed: boolean;
};

const fixtureColumns = sql`f.id, f.home_team, f.away_team, f.listed, ${milliseconds("f.commence_time")} as start,
  ${milliseconds("f.commence_recorded_at")} as start_recorded`;

const knownStart = (row: FixtureRow): KnownStart => ({
  id: row.id,
  homeTeam: row.home_team,
  awayTeam: row.away_team,
  commenceTime: row.start,
  commenceRecordedAt: row.start_recorded,
  listed: row.listed,
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
  return rows.map(knownStart);
};

/**
 * The book's own event identifiers that are bound to a fixture, with the fixture: those named, and those of the fixtures around (one
 * that the book knows under another identifier is hardly the event's).
 */
export const loadRefs = async (
  tx: Queryable,
  book: string,
  sportKey: string,
  wanted: { readonly refs: readonly string[]; readonly from: number; readonly to: number },
) => {
  const rows = await tx.execute<FixtureRow & { ref: string }>(sql`
    select r.ref, ${fixtureColumns} from event_refs r join fixtures f on f.id = r.fixture_id
    where r.book_key = ${book} and r.sport_key = ${sportKey} and r.ref in ${listOf(wanted.refs)}
    union
    select r.ref, ${fixtureColumns} from fixtures f join event_refs r on r.fixture_id = f.id and r.book_key = ${book}
    where ${startsAround(sportKey, wanted.from, wanted.to)} and r.sport_key = ${sportKey}`);
  return rows.map((row) => ({ ref: row.ref, fixture: knownStart(row) }));
};

export const loadLearnedTeams = async (tx: Queryable, sportKey: string): Promise<string[]> => {
  const rows = await tx.execute<{ name: string }>(
    sql`select name from learned_teams where sport_key = ${sportKey} order by name`,
  );
  return rows.map((row) => row.name);
};

/** Whether this very snapshot was recorded before, and whether a later one spoke for the whole sport. */
export const loadStanding = async (
  tx: Queryable,
  snapshot: {
    readonly book: string;
    readonly sport: string;
    readonly recordedAt: number;
    readonly digest: string;
  },
) => {
  const at = moment(snapshot.recordedAt);
  const rows = await tx.execute<{ known: boolean; superseded: boolean }>(sql`
    select coalesce(bool_or(recorded_at = ${at} and digest = ${snapshot.digest}), false) as known,
           coalesce(bool_or(complete), false) as superseded
    from observations
    where book_key = ${snapshot.book} and sport_key = ${snapshot.sport} and recorded_at >= ${at}`);
  return rows[0] ?? { known: false, superseded: false };
};

export const loadTakenIds = async (tx: Queryable, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await tx.execute<{ id: string }>(sql`select id from fixtures where id in ${listOf(ids)}`);
  return new Set(rows.map((row) => row.id));
};

/** Fixture id -> the newest recording time at which any book named it. */
export const loadNewestSightings = async (tx: Queryable, fixtureIds: readonly string[]) => {
  const rows = await tx.execute<{ fixture_id: string; newest: number }>(sql`
    select fixture_id, ${milliseconds("max(recorded_at)")} as newest from checks
    where fixture_id in ${listOf(fixtureIds)} group by fixture_id`);
  return new Map(rows.map((row) => [row.fixture_id, row.newest]));
};

export const loadChecks = async (tx: Queryable, book: string, fixtureIds: readonly string[]) => {
  const rows = await tx.execute<{
    fixture_id: string;
    recorded: number;
    checked: number;
    fetched: number | null;
    market_times: KnownCheck["marketTimes"];
  }>(sql`
    select fixture_id, market_times, ${milliseconds("recorded_at")} as recorded, ${milliseconds("checked_at")} as checked,
           ${milliseconds("fetched_at")} as fetched
    from checks where book_key = ${book} and fixture_id in ${listOf(fixtureIds)}`);
  return new Map<string, KnownCheck>(
    rows.map((row) => [
      row.fixture_id,
      {
        recordedAt: row.recorded,
        checkedAt: row.checked,
        fetchedAt: row.fetched,
        marketTimes: row.market_times,
      },
    ]),
  );
};

/** Fixture id -> market key -> stored text (empty: withdrawn). */
export const loadCurrent = async (tx: Queryable, book: string, fixtureIds: readonly string[]) => {
  const rows = await tx.execute<{ fixture_id: string; market_key: string; outcomes: string }>(sql`
    select fixture_id, market_key, outcomes from current_markets
    where book_key = ${book} and fixture_id in ${listOf(fixtureIds)}`);
  const byFixture = new Map<string, Map<string, string>>();
  for (const row of rows) {
    const markets = byFixture.get(row.fixture_id) ?? new Map<string, string>();
    byFixture.set(row.fixture_id, markets.set(row.market_key, row.outcomes));
  }
  return byFixture;
};

/** Everything that the archive holds of a book's markets for the fixtures: fixture id -> market key -> states, ascending. */
export const loadStates = async (tx: Queryable, book: string, fixtureIds: readonly string[]) => {
  const rows = await tx.execute<{ fixture_id: string; market_key: string; at: number; outcomes: string }>(sql`
    select s.fixture_id, s.market_key, ${milliseconds("p.recorded_at")} as at, p.outcomes
    from archive_series s join archive_points p on p.series_id = s.id
    where s.book_key = ${book} and s.fixture_id in ${listOf(fixtureIds)}
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

export type KnownObservation = {
  readonly at: number;
  readonly complete: boolean;
  readonly scope: ReadonlySet<string> | null;
  readonly fixtureIds: ReadonlySet<string>;
};

/** When the book was looked at from `from` (ms) on, ascending. */
export const loadObservations = async (tx: Queryable, book: string, sportKey: string, from: number) => {
  const rows = await tx.execute<{
    at: number;
    complete: boolean;
    scope: string[] | null;
    fixture_ids: string[];
  }>(sql`
    select ${milliseconds("recorded_at")} as at, complete, to_jsonb(scope) as scope, to_jsonb(fixture_ids) as fixture_ids
    from observations
    where book_key = ${book} and sport_key = ${sportKey} and recorded_at >= ${moment(from)}
    order by recorded_at`);
  return rows.map(
    (row): KnownObservation => ({
      at: row.at,
      complete: row.complete,
      scope: row.scope === null ? null : new Set(row.scope),
      fixtureIds: new Set(row.fixture_ids),
    }),
  );
};

import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";

/** Everything that one snapshot writes. Times are ms. */
export type Changes = {
  readonly book: string;
  readonly sportKey: string;
  learnedTeams: string[];
  newFixtures: {
    id: string;
    home_team: string;
    away_team: string;
    start: number;
    start_recorded: number;
    listed: boolean;
  }[];
  /** `start` null leaves the start as it is and only notes that it was confirmed. */
  fixtureUpdates: { id: string; start: number; start_recorded: number; listed: boolean }[];
  startConfirmations: { id: string; start_recorded: number }[];
  refs: { ref: string; fixture_id: string }[];
  checks: {
    fixture_id: string;
    recorded: number;
    checked: number;
    fetched: number | null;
    market_times: Readonly<Record<string, readonly [number, number | null]>>;
  }[];
  current: { fixture_id: string; market_key: string; outcomes: string }[];
  points: { fixture_id: string; market_key: string; at: number; outcomes: string }[];
  players: { fixture_id: string; name: string }[];
  notes: { fixture_id: string; recorded: number; checked: number }[];
  observations: {
    recorded: number;
    complete: boolean;
    scope: readonly string[] | null;
    fixture_ids: readonly string[];
    digest: string;
  }[];
};

export const noChanges = (book: string, sportKey: string): Changes => ({
  book,
  sportKey,
  learnedTeams: [],
  newFixtures: [],
  fixtureUpdates: [],
  startConfirmations: [],
  refs: [],
  checks: [],
  current: [],
  points: [],
  players: [],
  notes: [],
  observations: [],
});

const at = (column: string) => sql.raw(`to_timestamp(${column} / 1000)`);
const rowsOf = (rows: readonly object[], columns: string) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${sql.raw(columns)})`;

const writeFixtures = (
  tx: Queryable,
  { sportKey, newFixtures, fixtureUpdates, startConfirmations }: Changes,
) => [
  newFixtures.length > 0 &&
    tx.execute(sql`
      insert into fixtures (id, sport_key, home_team, away_team, commence_time, commence_recorded_at, listed, created_at)
      select id, ${sportKey}, home_team, away_team, ${at("start")}, ${at("start_recorded")}, listed, now()
      from ${rowsOf(newFixtures, "id text, home_team text, away_team text, start float8, start_recorded float8, listed bool")}`),
  fixtureUpdates.length > 0 &&
    tx.execute(sql`
      update fixtures f set commence_time = ${at("r.start")}, commence_recorded_at = ${at("r.start_recorded")},
        listed = r.listed, changed_xid = pg_current_xact_id()
      from ${rowsOf(fixtureUpdates, "id text, start float8, start_recorded float8, listed bool")} where f.id = r.id`),
  startConfirmations.length > 0 &&
    tx.execute(sql`
      update fixtures f set commence_recorded_at = ${at("r.start_recorded")}
      from ${rowsOf(startConfirmations, "id text, start_recorded float8")} where f.id = r.id`),
];

const writeBookkeeping = (tx: Queryable, changes: Changes) => {
  const { book, sportKey, learnedTeams, refs, observations, players, points, notes } = changes;
  return [
    learnedTeams.length > 0 &&
      tx.execute(sql`
      insert into learned_teams (sport_key, name)
      select ${sportKey}, name from ${rowsOf(
        learnedTeams.map((name) => ({ name })),
        "name text",
      )}
      on conflict do nothing`),
    refs.length > 0 &&
      tx.execute(sql`
      insert into event_refs (book_key, sport_key, ref, fixture_id)
      select ${book}, ${sportKey}, ref, fixture_id from ${rowsOf(refs, "ref text, fixture_id text")}
      on conflict (book_key, sport_key, ref) do update set fixture_id = excluded.fixture_id`),
    observations.length > 0 &&
      tx.execute(sql`
      insert into observations (book_key, sport_key, recorded_at, complete, scope, fixture_ids, digest)
      select ${book}, ${sportKey}, ${at("recorded")}, complete,
        case when jsonb_typeof(scope) = 'array' then array(select jsonb_array_elements_text(scope)) end,
        array(select jsonb_array_elements_text(fixture_ids)), digest
      from ${rowsOf(observations, "recorded float8, complete bool, scope jsonb, fixture_ids jsonb, digest text")}
      on conflict do nothing`),
    players.length > 0 &&
      tx.execute(sql`
      insert into fixture_players (fixture_id, book_key, name)
      select fixture_id, ${book}, name from ${rowsOf(players, "fixture_id text, name text")}
      on conflict do nothing`),
    (points.length > 0 || notes.length > 0) &&
      tx.execute(sql`
      insert into archive_books (sport_key, book_key) values (${sportKey}, ${book}) on conflict do nothing`),
  ];
};

const writePrices = (tx: Queryable, { book, sportKey, checks, current, notes }: Changes) => [
  checks.length > 0 &&
    tx.execute(sql`
      insert into checks (fixture_id, book_key, sport_key, recorded_at, checked_at, fetched_at, market_times)
      select fixture_id, ${book}, ${sportKey}, ${at("recorded")}, ${at("checked")}, ${at("fetched")}, market_times
      from ${rowsOf(checks, "fixture_id text, recorded float8, checked float8, fetched float8, market_times jsonb")}
      on conflict (fixture_id, book_key) do update set recorded_at = excluded.recorded_at,
        checked_at = excluded.checked_at, fetched_at = excluded.fetched_at, market_times = excluded.market_times,
        changed_xid = pg_current_xact_id()`),
  current.length > 0 &&
    tx.execute(sql`
      insert into current_markets (fixture_id, book_key, sport_key, market_key, outcomes)
      select fixture_id, ${book}, ${sportKey}, market_key, outcomes
      from ${rowsOf(current, "fixture_id text, market_key text, outcomes text")}
      on conflict (fixture_id, book_key, market_key)
        do update set outcomes = excluded.outcomes, changed_xid = pg_current_xact_id()`),
  notes.length > 0 &&
    tx.execute(sql`
      insert into unmatched_notes as n (fixture_id, book_key, sport_key, first_recorded_at, checked_at)
      select fixture_id, ${book}, ${sportKey}, ${at("recorded")}, ${at("checked")}
      from ${rowsOf(notes, "fixture_id text, recorded float8, checked float8")}
      on conflict (fixture_id, book_key) do update set
        first_recorded_at = least(n.first_recorded_at, excluded.first_recorded_at),
        checked_at = greatest(n.checked_at, excluded.checked_at), changed_xid = pg_current_xact_id()`),
];

/**
 * Series are looked up and made in the statement that writes the points. `not exists` rather than `on conflict do nothing`: the
 * latter would use up a number of the 32-bit sequence at every point.
 */
const writePoints = (tx: Queryable, { book, points }: Changes) => [
  points.length > 0 &&
    tx.execute(sql`
      with r as materialized (
        select * from ${rowsOf(points, "fixture_id text, market_key text, at float8, outcomes text")}
      ), made as (
        insert into archive_series (fixture_id, book_key, market_key)
        select distinct r.fixture_id, ${book}, r.market_key from r
        where not exists (select from archive_series s
          where s.fixture_id = r.fixture_id and s.book_key = ${book} and s.market_key = r.market_key)
        returning id, fixture_id, market_key
      )
      insert into archive_points (recorded_at, series_id, outcomes)
      select ${at("r.at")}, coalesce(made.id, known.id), r.outcomes from r
      left join made on made.fixture_id = r.fixture_id and made.market_key = r.market_key
      left join archive_series known
        on known.fixture_id = r.fixture_id and known.book_key = ${book} and known.market_key = r.market_key
      on conflict (series_id, recorded_at) do update set outcomes = excluded.outcomes`),
];

/** Writes everything in one round trip (the statements go out together); the caller's transaction makes it all or nothing. */
export const writeChanges = async (tx: Queryable, changes: Changes): Promise<void> => {
  await Promise.all([
    ...writeFixtures(tx, changes),
    ...writeBookkeeping(tx, changes),
    ...writePrices(tx, changes),
    ...writePoints(tx, changes),
  ]);
};

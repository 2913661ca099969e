import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { type KnownCheck, pairKey } from "@/server/recorder/load-known";
import { writeUnmatched } from "@/server/recorder/store-unmatched";
import type { UnmatchedChanges } from "@/server/recorder/unmatched-events";

type NewFixture = {
  readonly id: string;
  readonly home_team: string;
  readonly away_team: string;
  readonly start: number;
  readonly listed: boolean;
  readonly replaced_by: string | null;
};
type FixtureUpdate = Pick<NewFixture, "id" | "start" | "listed" | "replaced_by">;
type Ref = { readonly book: string; readonly ref: string; readonly fixture: string };
type Check = { readonly book: string; readonly fixture: string } & KnownCheck;
type Current = {
  readonly book: string;
  readonly fixture: string;
  readonly market: string;
  readonly outcomes: string;
};
type Point = Current & { readonly at: number };
type Note = {
  readonly book: string;
  readonly fixture: string;
  readonly recorded: number;
  readonly checked: number;
};
type Player = { readonly book: string; readonly fixture: string; readonly name: string };
/** Fixture id -> market keys. */
export type KeysByFixture = Readonly<Record<string, readonly string[]>>;
type Look = {
  readonly book: string;
  readonly recorded: number;
  /** It speaks for every fixture but `fixtures`, else for these alone. */
  readonly complete: boolean;
  /** Sorted, as all lists of a look. */
  readonly scope: readonly string[] | null;
  readonly fixtures: readonly string[];
  /** Fixture id -> keys of markets in scope that it does not let be read. */
  readonly unread: KeysByFixture;
  readonly digest: number;
  readonly polled: boolean;
};

/** What a batch of one sport's snapshots writes, each row once: a later change of the same row replaces an earlier one. Times are ms. */
export type Changes = {
  readonly sportKey: string;
  readonly learnedTeams: Set<string>;
  readonly newFixtures: Map<string, NewFixture>;
  readonly fixtureUpdates: Map<string, FixtureUpdate>;
  readonly refs: Map<string, Ref>;
  readonly checks: Map<string, Check>;
  readonly current: Map<string, Current>;
  readonly points: Map<string, Point>;
  readonly players: Map<string, Player>;
  readonly notes: Map<string, Note>;
  readonly looks: Look[];
  readonly unmatched: UnmatchedChanges;
};

export const noChanges = (sportKey: string): Changes => ({
  sportKey,
  learnedTeams: new Set(),
  newFixtures: new Map(),
  fixtureUpdates: new Map(),
  refs: new Map(),
  checks: new Map(),
  current: new Map(),
  points: new Map(),
  players: new Map(),
  notes: new Map(),
  looks: [],
  unmatched: { seen: new Map(), gone: new Map() },
});

/** Adds a market's new state: what it stands at now, and the point that says since when. */
export const addCurrent = ({ current }: Changes, row: Current): void => {
  current.set(`${pairKey(row.book, row.fixture)} ${row.market}`, row);
};
export const addPoint = ({ points }: Changes, row: Point): void => {
  points.set(`${pairKey(row.book, row.fixture)} ${row.market} ${row.at}`, row);
};
export const addPlayer = ({ players }: Changes, row: Player): void => {
  players.set(`${pairKey(row.book, row.fixture)} ${row.name}`, row);
};
export const addNote = ({ notes }: Changes, row: Note): void => {
  const key = pairKey(row.book, row.fixture);
  const earlier = notes.get(key);
  notes.set(key, {
    ...row,
    recorded: Math.min(row.recorded, earlier?.recorded ?? row.recorded),
    checked: Math.max(row.checked, earlier?.checked ?? row.checked),
  });
};

const at = (column: string) => sql.raw(`to_timestamp(${column} / 1000)`);
const rowsOf = (rows: Iterable<object>, columns: string) =>
  sql`jsonb_to_recordset(${JSON.stringify([...rows])}::jsonb) as r(${sql.raw(columns)})`;

const writeFixtures = (tx: Queryable, { sportKey, newFixtures, fixtureUpdates }: Changes) => [
  newFixtures.size > 0 &&
    tx.execute(sql`
      insert into fixtures (id, sport_key, home_team, away_team, commence_time, listed, replaced_by, created_at)
      select id, ${sportKey}, home_team, away_team, ${at("start")}, listed, replaced_by, now()
      from ${rowsOf(newFixtures.values(), "id text, home_team text, away_team text, start float8, listed bool, replaced_by text")}`),
  fixtureUpdates.size > 0 &&
    tx.execute(sql`
      update fixtures f set commence_time = ${at("r.start")}, listed = r.listed, replaced_by = r.replaced_by,
        changed_xid = pg_current_xact_id()
      from ${rowsOf(fixtureUpdates.values(), "id text, start float8, listed bool, replaced_by text")} where f.id = r.id`),
];

const writeMatching = (tx: Queryable, { sportKey, learnedTeams, refs }: Changes) => [
  learnedTeams.size > 0 &&
    tx.execute(sql`
      insert into learned_teams (sport_key, name)
      select ${sportKey}, name from jsonb_array_elements_text(${JSON.stringify([...learnedTeams])}::jsonb) name
      on conflict do nothing`),
  refs.size > 0 &&
    tx.execute(sql`
      insert into event_refs (book_key, sport_key, ref, fixture_id)
      select book, ${sportKey}, ref, fixture from ${rowsOf(refs.values(), "book text, ref text, fixture text")}
      on conflict (book_key, sport_key, ref) do update set fixture_id = excluded.fixture_id`),
];

const hashOf = ({ complete, scope, fixtures, unread }: Look): string =>
  createHash("sha256")
    .update(JSON.stringify([complete, scope, fixtures, unread]))
    .digest("hex")
    .slice(0, 32);

/**
 * Streams and sets are looked up and made in the statement that writes the looks; the sport's lock keeps other writers away. It comes
 * after new fixtures, whose numbers it needs.
 */
const writeLooks = (tx: Queryable, { sportKey, looks }: Changes) => [
  looks.length > 0 &&
    tx.execute(sql`
      with r as materialized (
        select * from ${rowsOf(
          looks.map((look) => ({ ...look, hash: hashOf(look) })),
          "book text, recorded float8, complete bool, scope jsonb, fixtures jsonb, unread jsonb, digest int, polled bool, hash uuid",
        )}
      ), made_streams as (
        insert into look_streams (book_key, sport_key)
        select distinct r.book, ${sportKey} from r
        where not exists (select from look_streams known where known.book_key = r.book and known.sport_key = ${sportKey})
        returning id, book_key
      ), asked as materialized (
        select r.*, coalesce(made.id, known.id) as stream_id from r
        left join made_streams made on made.book_key = r.book
        left join look_streams known on known.book_key = r.book and known.sport_key = ${sportKey}
      ), made_sets as (
        insert into look_sets (stream_id, hash, complete, scope, fixtures, unread)
        select distinct on (stream_id, hash) stream_id, hash, complete,
          case when jsonb_typeof(scope) = 'array' then array(select jsonb_array_elements_text(scope)) end,
          array(select f.number from fixtures f where f.id = any (array(select jsonb_array_elements_text(asked.fixtures)))), unread
        from asked
        where not exists (select from look_sets known where known.stream_id = asked.stream_id and known.hash = asked.hash)
        returning id, stream_id, hash
      )
      insert into looks (recorded_at, stream_id, set_id, digest, polled)
      select ${at("recorded")}, asked.stream_id, coalesce(made.id, known.id), digest, polled from asked
      left join made_sets made on made.stream_id = asked.stream_id and made.hash = asked.hash
      left join look_sets known on known.stream_id = asked.stream_id and known.hash = asked.hash`),
];

const writePrices = (tx: Queryable, { sportKey, checks, current, notes, players }: Changes) => [
  checks.size > 0 &&
    tx.execute(sql`
      insert into checks (fixture_id, book_key, sport_key, recorded_at, checked_at, fetched_at, market_times, starts, listed_as)
      select fixture, book, ${sportKey}, ${at('"recordedAt"')}, ${at('"checkedAt"')}, ${at('"fetchedAt"')}, "marketTimes",
        starts, "listedAs"
      from ${rowsOf(checks.values(), 'book text, fixture text, "recordedAt" float8, "checkedAt" float8, "fetchedAt" float8, "marketTimes" jsonb, starts jsonb, "listedAs" text')}
      on conflict (fixture_id, book_key) do update set recorded_at = excluded.recorded_at,
        checked_at = excluded.checked_at, fetched_at = excluded.fetched_at, market_times = excluded.market_times,
        starts = excluded.starts, listed_as = excluded.listed_as, changed_xid = pg_current_xact_id()`),
  current.size > 0 &&
    tx.execute(sql`
      insert into current_markets (fixture_id, book_key, sport_key, market_key, outcomes)
      select fixture, book, ${sportKey}, market, outcomes
      from ${rowsOf(current.values(), "book text, fixture text, market text, outcomes text")}
      on conflict (fixture_id, book_key, market_key)
        do update set outcomes = excluded.outcomes, changed_xid = pg_current_xact_id()`),
  notes.size > 0 &&
    tx.execute(sql`
      insert into unmatched_notes as n (fixture_id, book_key, sport_key, first_recorded_at, checked_at)
      select fixture, book, ${sportKey}, ${at("recorded")}, ${at("checked")}
      from ${rowsOf(notes.values(), "book text, fixture text, recorded float8, checked float8")}
      on conflict (fixture_id, book_key) do update set
        first_recorded_at = least(n.first_recorded_at, excluded.first_recorded_at),
        checked_at = greatest(n.checked_at, excluded.checked_at), changed_xid = pg_current_xact_id()`),
  players.size > 0 &&
    tx.execute(sql`
      insert into fixture_players (fixture_id, book_key, name)
      select fixture, book, name from ${rowsOf(players.values(), "book text, fixture text, name text")}
      on conflict do nothing`),
];

/**
 * Series are looked up and made in the statement that writes the points, after new fixtures, whose numbers it needs; the sport's lock
 * keeps other writers away. `not exists` rather than `on conflict do nothing`: the latter would use up a number of the 32-bit sequence
 * at every point. A subquery rather than a join for the number: for a few points a join would read all fixtures.
 */
const writeArchive = (tx: Queryable, { sportKey, points, notes }: Changes) => [
  points.size > 0 &&
    tx.execute(sql`
      with r as materialized (
        select (select number from fixtures where id = r.fixture) as number, r.book, r.market, r.at, r.outcomes
        from ${rowsOf(points.values(), "book text, fixture text, market text, at float8, outcomes text")}
      ), made as (
        insert into archive_series (fixture_number, book_key, market_key)
        select distinct r.number, r.book, r.market from r
        where not exists (select from archive_series s
          where s.fixture_number = r.number and s.book_key = r.book and s.market_key = r.market)
        returning id, fixture_number, book_key, market_key
      )
      insert into archive_points (recorded_at, series_id, outcomes)
      select ${at("r.at")}, coalesce(made.id, known.id), r.outcomes from r
      left join made on made.fixture_number = r.number and made.book_key = r.book and made.market_key = r.market
      left join archive_series known
        on known.fixture_number = r.number and known.book_key = r.book and known.market_key = r.market
      on conflict (series_id, recorded_at) do update set outcomes = excluded.outcomes`),
  (points.size > 0 || notes.size > 0) &&
    tx.execute(sql`
      insert into archive_books (sport_key, book_key)
      select ${sportKey}, book from (select distinct book from ${rowsOf([...points.values(), ...notes.values()], "book text")}) b
      where not exists (select from archive_books a where a.sport_key = ${sportKey} and a.book_key = b.book)
      on conflict do nothing`),
];

/** The last statement of a write, so that hardly anything but the commit is still to come. */
const noteWrite = (tx: Queryable, { sportKey, current }: Changes) => [
  current.size > 0 &&
    tx.execute(sql`
      insert into last_writes (sport_key, written_at) values (${sportKey}, clock_timestamp())
      on conflict (sport_key) do update set written_at = excluded.written_at, changed_xid = pg_current_xact_id()`),
];

/** Writes everything in one round trip (the statements go out together); the caller's transaction makes it all or nothing. */
export const writeChanges = async (tx: Queryable, changes: Changes): Promise<void> => {
  await Promise.all([
    ...writeFixtures(tx, changes),
    ...writeMatching(tx, changes),
    ...writeLooks(tx, changes),
    ...writePrices(tx, changes),
    ...writeArchive(tx, changes),
    ...writeUnmatched(tx, changes.sportKey, changes.unmatched),
    ...noteWrite(tx, changes),
  ]);
};

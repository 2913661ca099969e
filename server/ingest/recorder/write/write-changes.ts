import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { notifyPricesWritten } from "@/db/price-notifications";
import { recordset, timestampIn } from "@/db/sql";
import { pauseIfDue } from "@/server/ingest/recorder/in-slices";
import { writeUnmatched } from "@/server/ingest/recorder/unmatched/store-unmatched";
import type { Changes, ObservationRow } from "@/server/ingest/recorder/write/changes";

const writeFixtures = (tx: Queryable, { sportKey, newFixtures, changedFixtures }: Changes) => [
  newFixtures.size > 0 &&
    tx.execute(sql`
      insert into fixtures (id, number, sport_key, home_team, away_team, commence_time, listed, replaced_by, look_alike, created_at)
      select id, number, ${sportKey}, home_team, away_team, ${timestampIn("start")}, listed, replaced_by, look_alike, now()
      from ${recordset(newFixtures.values(), "id text, number int, home_team text, away_team text, start float8, listed bool, replaced_by text, look_alike bool")}`),
  changedFixtures.size > 0 &&
    tx.execute(sql`
      update fixtures f set home_team = r.home_team, away_team = r.away_team, commence_time = ${timestampIn("r.start")}, listed = r.listed, replaced_by = r.replaced_by,
        look_alike = r.look_alike, changed_xid = pg_current_xact_id()
      from ${recordset(changedFixtures.values(), "id text, home_team text, away_team text, start float8, listed bool, replaced_by text, look_alike bool")} where f.id = r.id`),
];

const writeMatching = (tx: Queryable, { sportKey, learnedTeams, newNames, refs }: Changes) => [
  learnedTeams.size > 0 &&
    tx.execute(sql`
      insert into learned_teams (sport_key, name)
      select ${sportKey}, name from jsonb_array_elements_text(${JSON.stringify([...learnedTeams])}::jsonb) name
      on conflict do nothing`),
  newNames.size > 0 &&
    tx.execute(sql`
      insert into new_names (sport_key, book_key, day, names)
      select ${sportKey}, book, day, names from ${recordset(newNames.values(), "book text, day int, names int")}
      on conflict (sport_key, book_key) do update set day = excluded.day, names = excluded.names`),
  refs.size > 0 &&
    tx.execute(sql`
      insert into event_refs (book_key, sport_key, ref, fixture_id)
      select book, ${sportKey}, ref, fixture from ${recordset(refs.values(), "book text, ref text, fixture text")}
      on conflict (book_key, sport_key, ref) do update set fixture_id = excluded.fixture_id`),
];

const hashOf = ({ complete, scope, fixtures, unread }: ObservationRow): string =>
  createHash("sha256")
    .update(JSON.stringify([complete, scope, fixtures, unread]))
    .digest("hex")
    .slice(0, 32);

/**
 * One statement creates missing sources and scopes, and writes the observations. It needs no `on conflict`, because the sport's lock
 * excludes other writers.
 */
const writeObservations = (tx: Queryable, { sportKey, numberOf, observations }: Changes) => [
  observations.length > 0 &&
    tx.execute(sql`
      with r as materialized (
        select * from ${recordset(
          observations.map((row) => ({
            ...row,
            hash: hashOf(row),
            numbers: row.fixtures.flatMap((id) => numberOf(id) ?? []),
          })),
          "book text, recorded float8, complete bool, scope jsonb, numbers jsonb, unread jsonb, digest int, polled bool, hash uuid",
        )}
      ), new_sources as (
        insert into sources (book_key, sport_key)
        select distinct r.book, ${sportKey} from r
        where not exists (select from sources s where s.book_key = r.book and s.sport_key = ${sportKey})
        returning id, book_key
      ), sourced as materialized (
        select r.*, coalesce(created.id, existing.id) as source_id from r
        left join new_sources created on created.book_key = r.book
        left join sources existing on existing.book_key = r.book and existing.sport_key = ${sportKey}
      ), new_scopes as (
        insert into observation_scopes (source_id, hash, complete, scope, fixtures, unread)
        select distinct on (source_id, hash) source_id, hash, complete,
          case when jsonb_typeof(scope) = 'array' then array(select jsonb_array_elements_text(scope)) end,
          array(select jsonb_array_elements(numbers)::int), unread
        from sourced
        where not exists (select from observation_scopes c where c.source_id = sourced.source_id and c.hash = sourced.hash)
        returning id, source_id, hash
      )
      insert into observations (recorded_at, source_id, scope_id, digest, polled)
      select ${timestampIn("recorded")}, sourced.source_id, coalesce(created.id, existing.id), digest, polled from sourced
      left join new_scopes created on created.source_id = sourced.source_id and created.hash = sourced.hash
      left join observation_scopes existing on existing.source_id = sourced.source_id and existing.hash = sourced.hash`),
];

const writePrices = (tx: Queryable, { sportKey, checks, current, sightings, namedPlayers }: Changes) => [
  checks.size > 0 &&
    tx.execute(sql`
      insert into checks (fixture_id, book_key, sport_key, recorded_at, checked_at, fetched_at, market_times, starts, listed_as,
        named_home, named_away, book_event_id, link)
      select fixture, book, ${sportKey}, ${timestampIn('"recordedAt"')}, ${timestampIn('"checkedAt"')}, ${timestampIn('"fetchedAt"')}, "marketTimes",
        starts, "listedAs", named ->> 0, named ->> 1, "bookEventId", link
      from ${recordset(checks.values(), "book text, fixture text, recordedAt float8, checkedAt float8, fetchedAt float8, marketTimes jsonb, starts jsonb, listedAs text, named jsonb, bookEventId text, link text")}
      on conflict (fixture_id, book_key) do update set recorded_at = excluded.recorded_at,
        checked_at = excluded.checked_at, fetched_at = excluded.fetched_at, market_times = excluded.market_times,
        starts = excluded.starts, listed_as = excluded.listed_as, named_home = excluded.named_home,
        named_away = excluded.named_away, book_event_id = excluded.book_event_id, link = excluded.link, changed_xid = pg_current_xact_id()`),
  current.size > 0 &&
    tx.execute(sql`
      insert into current_markets (fixture_id, book_key, sport_key, market_key, outcomes)
      select fixture, book, ${sportKey}, market, outcomes
      from ${recordset(current.values(), "book text, fixture text, market text, outcomes text")}
      on conflict (fixture_id, book_key, market_key)
        do update set outcomes = excluded.outcomes, changed_xid = pg_current_xact_id()`),
  sightings.size > 0 &&
    tx.execute(sql`
      insert into unmatched_notes as n (fixture_id, book_key, sport_key, first_recorded_at, checked_at)
      select fixture, book, ${sportKey}, ${timestampIn("recorded")}, ${timestampIn("checked")}
      from ${recordset(sightings.values(), "book text, fixture text, recorded float8, checked float8")}
      on conflict (fixture_id, book_key) do update set
        first_recorded_at = least(n.first_recorded_at, excluded.first_recorded_at),
        checked_at = greatest(n.checked_at, excluded.checked_at), changed_xid = pg_current_xact_id()`),
  namedPlayers.length > 0 &&
    tx.execute(sql`
      insert into fixture_players (fixture_id, book_key, name, shown_as)
      select fixture, book, name, "shownAs"
      from ${recordset(namedPlayers, "book text, fixture text, name text, shownAs text")}
      on conflict (fixture_id, book_key, name) do update set shown_as = excluded.shown_as, changed_xid = pg_current_xact_id()`),
];

/**
 * One statement creates missing series and writes the points. Existing series are found first: an insert with `on conflict do nothing`
 * would take a new id from the 32-bit sequence even for a series that exists. A subquery looks up the series of each point, because a
 * join might read the whole table of series.
 */
const writeArchive = (tx: Queryable, { sportKey, numberOf, points, sightings }: Changes) => [
  points.size > 0 &&
    tx.execute(sql`
      with r as materialized (
        select r.*, (select s.id from archive_series s
          where s.fixture_number = r.number and s.book_key = r.book and s.market_key = r.market) as series_id
        from ${recordset(
          [...points.values()].map((row) => ({ ...row, number: numberOf(row.fixture) })),
          "number int, book text, market text, at float8, outcomes text",
        )}
      ), new_series as (
        insert into archive_series (fixture_number, book_key, market_key)
        select distinct r.number, r.book, r.market from r where r.series_id is null
        returning id, fixture_number, book_key, market_key
      )
      insert into archive_points (recorded_at, series_id, outcomes)
      select ${timestampIn("r.at")}, coalesce(r.series_id, created.id), r.outcomes from r
      left join new_series created on created.fixture_number = r.number and created.book_key = r.book and created.market_key = r.market
      on conflict (series_id, recorded_at) do update set outcomes = excluded.outcomes`),
  (points.size > 0 || sightings.size > 0) &&
    tx.execute(sql`
      insert into archive_books (sport_key, book_key)
      select ${sportKey}, book from (select distinct book from ${recordset([...points.values(), ...sightings.values()], "book text")}) b
      where not exists (select from archive_books a where a.sport_key = ${sportKey} and a.book_key = b.book)
      on conflict do nothing`),
];

/**
 * On PostgreSQL, the notification tells each instance's board to read the new rows at once. Boards also read at an interval, so a lost
 * notification only delays the next read.
 */
const notifyBoards = (
  tx: Queryable,
  { newFixtures, changedFixtures, checks, current, sightings, namedPlayers }: Changes,
) => [
  ([newFixtures, changedFixtures, checks, current, sightings].some(({ size }) => size > 0) ||
    namedPlayers.length > 0) &&
    notifyPricesWritten(tx),
];

/** Must be the last statement, so that `written_at` is close to the commit. */
const writeLastWrite = (tx: Queryable, { sportKey, current }: Changes) => [
  current.size > 0 &&
    tx.execute(sql`
      insert into last_writes (sport_key, written_at) values (${sportKey}, clock_timestamp())
      on conflict (sport_key) do update set written_at = excluded.written_at, changed_xid = pg_current_xact_id()`),
];

/** Builds the statements of each part when it is sent, because a statement may have a megabyte of rows. */
const parts: readonly ((
  tx: Queryable,
  changes: Changes,
) => readonly (Promise<unknown> | PromiseLike<unknown> | false)[])[] = [
  writeFixtures,
  writeMatching,
  writeObservations,
  writePrices,
  writeArchive,
  (tx, changes) => writeUnmatched(tx, changes.sportKey, changes.unmatched),
  notifyBoards,
  writeLastWrite,
];

/**
 * Sends all statements in one round trip, and lets other work of this process run in between. The caller's transaction makes them atomic.
 */
export const writeChanges = async (tx: Queryable, changes: Changes): Promise<void> => {
  const sent: Promise<unknown>[] = [];
  for (const part of parts) {
    for (const statement of part(tx, changes)) {
      if (statement === false) continue;
      const running = Promise.resolve(statement);
      // Its error is thrown below, once all statements are sent.
      running.catch(() => undefined);
      sent.push(running);
    }
    await pauseIfDue();
  }
  await Promise.all(sent);
};

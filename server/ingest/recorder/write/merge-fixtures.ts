import { eq, sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { notifyPricesWritten } from "@/db/price-notifications";
import { archiveSeries, fixturePlayers } from "@/db/schema/archive";
import { checks, currentMarkets, eventRefs, unmatchedNotes, withheldPeriods } from "@/db/schema/prices";
import { milliseconds, recordset, timestampIn } from "@/db/sql";
import { swapText } from "@/server/ingest/recorder/compare/snapshot-markets";
import { mergeStatements, type StartStatements } from "@/server/ingest/recorder/place/start-statements";
import { forgetUnlisted } from "@/server/ingest/recorder/state/rename-team";
import type { Merge } from "@/server/ingest/recorder/write/changes";

type Numbers = { readonly from: number; readonly into: number };

const swapStored = async (tx: Queryable, { from }: Merge, numbers: Numbers): Promise<void> => {
  const points = await tx.execute<{ series: number; at: number; outcomes: string }>(sql`
    select s.id as series, ${milliseconds("p.recorded_at")} as at, p.outcomes
    from archive_series s join archive_points p on p.series_id = s.id where s.fixture_number = ${numbers.from}`);
  const { bookKey: book, marketKey: market, outcomes } = currentMarkets;
  const markets = await tx
    .select({ book, market, outcomes })
    .from(currentMarkets)
    .where(eq(currentMarkets.fixtureId, from));
  const swap = <Row extends { outcomes: string }>(row: Row): Row => ({
    ...row,
    outcomes: swapText(row.outcomes),
  });
  if (points.length > 0)
    await tx.execute(sql`
      update archive_points p set outcomes = r.outcomes
      from ${recordset(points.map(swap), "series int, at float8, outcomes text")}
      where p.series_id = r.series and p.recorded_at = ${timestampIn("r.at")}`);
  if (markets.length > 0)
    await tx.execute(sql`
      update current_markets m set outcomes = r.outcomes, changed_xid = pg_current_xact_id()
      from ${recordset(markets.map(swap), "book text, market text, outcomes text")}
      where m.fixture_id = ${from} and m.book_key = r.book and m.market_key = r.market`);
  await tx.execute(sql`
    update checks set named_home = named_away, named_away = named_home where fixture_id = ${from}`);
};

/** Joins the history: a series of both fixtures becomes one, in the order of its recording times. */
const mergeArchive = async (tx: Queryable, { from, into }: Numbers): Promise<void> => {
  const both = sql`archive_series a join archive_series b
    on b.fixture_number = ${into} and b.book_key = a.book_key and b.market_key = a.market_key`;
  await tx.execute(sql`
    insert into archive_points (recorded_at, series_id, outcomes)
    select p.recorded_at, b.id, p.outcomes from ${both} join archive_points p on p.series_id = a.id
    where a.fixture_number = ${from} on conflict do nothing`);
  await tx.execute(sql`
    update set_aside_points p set series_id = b.id from ${both} where a.fixture_number = ${from} and p.series_id = a.id`);
  await tx.execute(sql`
    delete from archive_points p using ${both} where a.fixture_number = ${from} and p.series_id = a.id`);
  await tx.execute(sql`
    delete from archive_series a using archive_series b where a.fixture_number = ${from}
      and b.fixture_number = ${into} and b.book_key = a.book_key and b.market_key = a.market_key`);
  await tx.update(archiveSeries).set({ fixtureNumber: into }).where(eq(archiveSeries.fixtureNumber, from));
};

/**
 * Moves the checks and current prices of the books that have none at `into`. A book with a check at both keeps the newer one, and the
 * prices that belong to it: the older prices would look freshly checked.
 */
const mergePrices = async (tx: Queryable, { from, into }: Merge): Promise<void> => {
  const shared = await tx.execute<{
    book: string;
    ours: StartStatements;
    theirs: StartStatements;
    isNewer: boolean;
  }>(sql`
    select a.book_key as book, b.starts as ours, a.starts as theirs, a.recorded_at > b.recorded_at as "isNewer"
    from checks a join checks b on b.fixture_id = ${into} and b.book_key = a.book_key where a.fixture_id = ${from}`);
  const starts = shared.map(({ book, ours, theirs }) => ({ book, starts: mergeStatements(ours, theirs) }));
  const newer = shared.flatMap(({ book, isNewer }) => (isNewer ? [{ book }] : []));
  if (newer.length > 0)
    for (const table of ["current_markets", "checks"] as const)
      await tx.execute(sql`
        delete from ${sql.raw(table)} t using ${recordset(newer, "book text")}
        where t.fixture_id = ${into} and t.book_key = r.book`);
  const isKept = sql`not exists (select from checks b where b.fixture_id = ${into} and b.book_key = t.book_key)`;
  await tx.execute(sql`
    update current_markets t set fixture_id = ${into}, changed_xid = pg_current_xact_id()
    where t.fixture_id = ${from} and ${isKept}`);
  await tx.execute(sql`
    update checks t set fixture_id = ${into}, changed_xid = pg_current_xact_id() where t.fixture_id = ${from} and ${isKept}`);
  await tx.delete(currentMarkets).where(eq(currentMarkets.fixtureId, from));
  await tx.delete(checks).where(eq(checks.fixtureId, from));
  if (starts.length > 0)
    await tx.execute(sql`
      update checks c set starts = r.starts, changed_xid = pg_current_xact_id()
      from ${recordset(starts, "book text, starts jsonb")} where c.fixture_id = ${into} and c.book_key = r.book`);
};

const mergeNames = async (tx: Queryable, { from, into }: Merge): Promise<void> => {
  await tx.execute(sql`
    insert into unmatched_notes as n (fixture_id, book_key, sport_key, first_recorded_at, checked_at)
    select ${into}, book_key, sport_key, first_recorded_at, checked_at from unmatched_notes where fixture_id = ${from}
    on conflict (fixture_id, book_key) do update set first_recorded_at = least(n.first_recorded_at, excluded.first_recorded_at),
      checked_at = greatest(n.checked_at, excluded.checked_at), changed_xid = pg_current_xact_id()`);
  await tx.delete(unmatchedNotes).where(eq(unmatchedNotes.fixtureId, from));
  // Each spelling stands for itself until the fixture's players are named again.
  await tx.execute(sql`
    insert into fixture_players (fixture_id, book_key, name, shown_as)
    select ${into}, book_key, name, name from fixture_players where fixture_id = ${from} on conflict do nothing`);
  await tx.delete(fixturePlayers).where(eq(fixturePlayers.fixtureId, from));
  // A book has at most one open period per fixture.
  await tx.execute(sql`
    insert into withheld_periods (fixture_id, book_key, since, until)
    select ${into}, w.book_key, w.since, w.until from withheld_periods w where w.fixture_id = ${from}
      and (w.until is not null or not exists (select from withheld_periods o
        where o.fixture_id = ${into} and o.book_key = w.book_key and o.until is null))
    on conflict do nothing`);
  await tx.delete(withheldPeriods).where(eq(withheldPeriods.fixtureId, from));
  await tx.update(eventRefs).set({ fixtureId: into }).where(eq(eventRefs.fixtureId, from));
  await tx.execute(sql`
    update unmatched_events u set fixtures = (
      select jsonb_agg(distinct case when f = ${from} then ${into} else f end) from jsonb_array_elements_text(u.fixtures) f)
    where u.fixtures ? ${from}`);
};

/** A poll that covered `from` covered the game, so a late snapshot of the game must find it. */
const mergeObservations = async (
  tx: Queryable,
  sportKey: string,
  { from, into }: Merge,
  numbers: Numbers,
): Promise<void> => {
  await tx.execute(sql`
    update observation_scopes o set fixtures = array_replace(o.fixtures, ${numbers.from}::int, ${numbers.into}::int),
      unread = case when o.unread ? ${from}
        then (o.unread - ${from}::text) || jsonb_build_object(${into}::text, o.unread -> ${from}) else o.unread end
    from sources s where s.sport_key = ${sportKey} and o.source_id = s.id and ${numbers.from}::int = any (o.fixtures)`);
};

/**
 * Merges fixtures of one sport. Afterwards `into` has all prices, history, references and sightings, and answers under the ids of both. The
 * caller holds the sport's lock, and has written its own changes.
 */
export const mergeFixtures = async (
  tx: Queryable,
  sportKey: string,
  merges: Iterable<Merge>,
): Promise<void> => {
  let merged = false;
  for (const merge of merges) {
    const { from, into, swapped } = merge;
    const rows = await tx.execute<{ id: string; number: number; home: string; away: string }>(sql`
      select id, number, home_team as home, away_team as away from fixtures where id in (${from}, ${into}) and merged_into is null`);
    const [loser, winner] = [from, into].map((id) => rows.find((row) => row.id === id));
    if (loser === undefined || winner === undefined) continue;
    const numbers = { from: loser.number, into: winner.number };
    if (swapped) await swapStored(tx, merge, numbers);
    await mergeArchive(tx, numbers);
    await mergePrices(tx, merge);
    await mergeNames(tx, merge);
    await mergeObservations(tx, sportKey, merge, numbers);
    await tx.execute(sql`
      update fixtures set changed_xid = pg_current_xact_id(), replaced_by = ${into},
        look_alike = look_alike or id = ${from} or merged_into = ${from},
        merged_into = case when id = ${from} or merged_into = ${from} then ${into} end
      where id = ${from} or merged_into = ${from}
        or (sport_key = ${sportKey} and replaced_by = ${from} and id <> ${into})`);
    // A board reads all rows of a fixture whose own row has changed.
    await tx.execute(sql`
      update fixtures f set changed_xid = pg_current_xact_id(), listed = f.listed or o.listed,
        replaced_by = case when f.replaced_by = ${from} then null else f.replaced_by end,
        look_alike = f.look_alike and f.replaced_by <> ${from}
      from fixtures o where f.id = ${into} and o.id = ${from}`);
    await forgetUnlisted(tx, sportKey, [loser.home, loser.away]);
    merged = true;
  }
  if (merged) await notifyPricesWritten(tx);
};

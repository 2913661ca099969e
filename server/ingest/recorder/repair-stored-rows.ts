import { eq, sql } from "drizzle-orm";
import type { Database, Queryable } from "@/db/connect";
import { notifyPricesWritten } from "@/db/price-notifications";
import { fixturePlayers } from "@/db/schema/archive";
import { milliseconds, recordset, timestampIn } from "@/db/sql";
import { getOrInsert } from "@/server/domain/collections";
import { namePlayersInSteps } from "@/server/domain/players/name-players";
import { runInTurns } from "@/server/domain/players/run-in-turns";
import { agreedStart } from "@/server/ingest/matching/agreed-start";
import { pauseIfDue } from "@/server/ingest/recorder/in-slices";
import { voteOf } from "@/server/ingest/recorder/place/start-statements";
import { loadStartStatements, lockSport } from "@/server/ingest/recorder/state/load-state";

/*
 * Version 0.2.0 stored spellings of players without the names under which they are shown, and counted votes on starts by other rules. The
 * recorder corrects a fixture when a book states something new. These functions correct the fixtures that no book changes.
 */

/** The board serves fixtures until an hour after their start. */
const onBoard = sql`f.commence_time > now() - interval '1 hour'`;
/** A game may still be played. Its start may be wrong, so it may seem to be over. */
const mayBeUnfinished = sql`f.commence_time > now() - interval '1 day'`;

type NamedFixtureRow = {
  id: string;
  sport_key: string;
  home_team: string;
  away_team: string;
  start: number;
};

/** Stores the names under which the players of a fixture are shown. The sport's lock keeps the recorder from adding spellings. */
const nameStored = (db: Database, { id, ...row }: NamedFixtureRow): Promise<void> =>
  db.transaction(async (tx) => {
    await lockSport(tx, row.sport_key);
    const stored = await tx
      .select({ book: fixturePlayers.bookKey, name: fixturePlayers.name, shownAs: fixturePlayers.shownAs })
      .from(fixturePlayers)
      .where(eq(fixturePlayers.fixtureId, id));
    const spellings = new Map<string, string[]>();
    for (const { book, name } of stored) getOrInsert(spellings, book, () => []).push(name);
    const shown = await runInTurns(
      namePlayersInSteps(
        {
          sportKey: row.sport_key,
          homeTeam: row.home_team,
          awayTeam: row.away_team,
        },
        spellings,
      ),
    );
    const changed = stored.flatMap(({ book, name, shownAs: before }) => {
      const shownAs = shown.get(book)?.get(name) ?? name;
      return shownAs === before ? [] : [{ book, name, shownAs }];
    });
    await tx.execute(sql`
      update fixture_players p set shown_as = r."shownAs", changed_xid = pg_current_xact_id()
      from ${recordset(changed, "book text, name text, shownAs text")}
      where p.fixture_id = ${id} and p.book_key = r.book and p.name = r.name`);
    await notifyPricesWritten(tx);
  });

/** Names the players of the fixtures on the board for which version 0.2.0 stored spellings. */
export const nameStoredPlayers = async (db: Database): Promise<void> => {
  const due = await db.execute<NamedFixtureRow>(sql`
    select f.id, f.sport_key, f.home_team, f.away_team, ${milliseconds("f.commence_time")} as start from fixtures f
    where ${onBoard} and f.merged_into is null
      and exists (select from fixture_players p where p.fixture_id = f.id and p.shown_as is null)
    order by f.commence_time, f.id`);
  for (const fixture of due) await nameStored(db, fixture);
};

/** Fixtures whose statements are read at once. */
const pageSize = 200;

type StartRow = { id: string; start: number };

/** Recomputes the agreed starts of some fixtures of one sport. */
const recomputeStartsOf = async (tx: Queryable, sportKey: string, ids: readonly string[]): Promise<void> => {
  const rows = await tx.execute<StartRow>(sql`
    select f.id, ${milliseconds("f.commence_time")} as start from fixtures f
    where f.id = any (array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))) and f.merged_into is null`);
  const statements = await loadStartStatements(tx, ids);
  const changed: StartRow[] = [];
  for (const { id, start } of rows) {
    await pauseIfDue();
    const votes = [...(statements.get(id) ?? [])].flatMap(([book, ofBook]) => voteOf(book, ofBook) ?? []);
    const agreed = agreedStart(votes);
    if (agreed !== undefined && agreed !== start) changed.push({ id, start: agreed });
  }
  if (changed.length === 0) return;
  await tx.execute(sql`
    update fixtures f set commence_time = ${timestampIn("r.start")}, changed_xid = pg_current_xact_id()
    from ${recordset(changed, "id text, start float8")} where f.id = r.id and f.sport_key = ${sportKey}`);
  await notifyPricesWritten(tx);
};

/** Recomputes the agreed start of each fixture that may be unfinished, from the statements of its books. */
export const recomputeStarts = async (db: Database): Promise<void> => {
  const due = await db.execute<{ id: string; sport_key: string }>(sql`
    select f.id, f.sport_key from fixtures f where ${mayBeUnfinished} and f.merged_into is null order by f.sport_key, f.id`);
  const bySport = new Map<string, string[]>();
  for (const { id, sport_key } of due) bySport.set(sport_key, [...(bySport.get(sport_key) ?? []), id]);
  for (const [sportKey, ids] of bySport)
    for (let from = 0; from < ids.length; from += pageSize)
      await db.transaction(async (tx) => {
        await lockSport(tx, sportKey);
        await recomputeStartsOf(tx, sportKey, ids.slice(from, from + pageSize));
      });
};

/** @returns a job: its first run recomputes starts, and each run names players, because an instance of 0.2.0 may still write. */
export const createRepair = (db: Database): (() => Promise<void>) => {
  let hasStarts = false;
  return async () => {
    await nameStoredPlayers(db);
    if (hasStarts) return;
    await recomputeStarts(db);
    hasStarts = true;
  };
};

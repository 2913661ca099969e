import { sql } from "drizzle-orm";
import type { Database, Queryable } from "@/db/connect";
import { listOf } from "@/db/sql";

/*
 * Current prices, market times and the books' words for events are needed as long as a fixture can get new prices: up to its start, and for
 * some days after it, because starts move. History needs none of them. The age also counts from the fixture's creation, because an import
 * of old recordings creates fixtures that started years ago, and its files may arrive over days.
 */
const settled = sql`interval '30 days'`;
/** References are kept longer: they tell a rematch from a game that was put off. */
const unreferenced = sql`interval '180 days'`;

/** Fixtures examined in one read. */
const pageSize = 500;
/** Fixtures settled in one transaction. A fixture has up to some thousand current prices. */
const chunkSize = 10;
/** Fixtures examined in one run. The next run continues where this one ended. */
const perRun = 20_000;

const isOlder = (age: ReturnType<typeof sql>) =>
  sql`(f.commence_time < now() - ${age} and f.created_at < now() - ${age})`;

const hasWords = sql`(c.market_times <> '{}' or c.book_event_id is not null or c.link is not null)`;

type Page = { readonly last: string | undefined; readonly due: readonly string[] };

/** The ids of the next fixtures after `after`, and those of them that have something to remove. */
const readPage = async (db: Queryable, after: string): Promise<Page> => {
  const rows = await db.execute<{ id: string; due: boolean }>(sql`
    select f.id, (${isOlder(settled)} and (
      exists (select from current_markets m where m.fixture_id = f.id)
      or exists (select from checks c where c.fixture_id = f.id and ${hasWords})
      or (${isOlder(unreferenced)} and exists (select from event_refs r where r.fixture_id = f.id)))) as due
    from (select * from fixtures where id > ${after} order by id limit ${pageSize}::int) f order by f.id`);
  return { last: rows.at(-1)?.id, due: rows.filter(({ due }) => due).map(({ id }) => id) };
};

/**
 * Settles fixtures that are old enough. The rows of `fixtures` are locked, so that their starts do not move meanwhile. Locked rows are left
 * for a later run: the recorder may be writing them, and waiting for it could deadlock.
 */
const settle = (db: Database, ids: readonly string[]): Promise<void> =>
  db.transaction(async (tx) => {
    const locked = await tx.execute<{ id: string; referenced: boolean }>(sql`
      select f.id, not ${isOlder(unreferenced)} as referenced from fixtures f
      where f.id = any (array${listOf(ids)}) and ${isOlder(settled)} for update skip locked`);
    if (locked.length === 0) return;
    const all = sql`any (array${listOf(locked.map(({ id }) => id))})`;
    const old = sql`any (array${listOf(locked.filter((row) => !row.referenced).map(({ id }) => id))})`;
    await tx.execute(sql`
      delete from current_markets where ctid = any (array(
        select ctid from current_markets where fixture_id = ${all} for update skip locked))`);
    await tx.execute(sql`
      update checks set market_times = '{}', book_event_id = null, link = null where ctid = any (array(
        select c.ctid from checks c where c.fixture_id = ${all} and ${hasWords} for update skip locked))`);
    await tx.execute(sql`
      delete from event_refs where ctid = any (array(
        select ctid from event_refs where fixture_id = ${old} for update skip locked))`);
  });

/**
 * @returns a function that removes what started fixtures no longer need. Its calls walk over all fixtures, page by page, again and again.
 */
export const createSettling = (db: Database): (() => Promise<void>) => {
  let after = "";
  return async () => {
    for (let examined = 0; examined < perRun; examined += pageSize) {
      const { last, due } = await readPage(db, after);
      for (let first = 0; first < due.length; first += chunkSize)
        await settle(db, due.slice(first, first + chunkSize));
      after = last ?? "";
      if (last === undefined) return;
    }
  };
};

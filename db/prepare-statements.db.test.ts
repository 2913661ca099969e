import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connectDatabase, type Queryable } from "@/db/connect";
import { type TestDatabase, testDatabase } from "@/db/testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const echo = (on: Queryable, marker: string, value: number) =>
  on.execute(sql`select ${value}::int as value, ${sql.raw(`'${marker}'`)} as marker`);

/** The number of prepared statements that contain the marker, on the connection of `on`. */
const countPrepared = async (on: Queryable, marker: string): Promise<number> => {
  const [row] = await on.execute<{ n: number }>(
    sql`select count(*)::int as n from pg_prepared_statements where strpos(statement, ${marker}) > 0`,
  );
  return row?.n ?? 0;
};

test("a connection prepares a statement once, whether it runs in a transaction, in a savepoint or alone", async () => {
  const db = connectDatabase(database.address, 1);
  await echo(db, "prepared once", 1);
  await db.transaction(async (tx) => {
    await echo(tx, "prepared once", 2);
    await tx.transaction((inner) => echo(inner, "prepared once", 3));
  });
  expect(await echo(db, "prepared once", 4)).toEqual([{ value: 4, marker: "prepared once" }]);
  expect(await countPrepared(db, "prepared once")).toBe(1);
  await db.$client.end();
});

test("a statement runs again after a change of a table that it reads", async () => {
  const db = connectDatabase(database.address, 1);
  await db.execute(sql`create table changing (id int)`);
  const read = () => db.execute(sql`select * from changing where id <> ${1}::int`);
  expect(await read()).toEqual([]);
  await db.execute(sql`alter table changing add column name text`);
  await db.execute(sql`insert into changing values (2, 'two')`);
  expect(await read()).toEqual([{ id: 2, name: "two" }]);
  await db.$client.end();
});

test("a connection's prepared statements are gone after it has ended", async () => {
  const other = connectDatabase(database.address, 1);
  await echo(other, "gone at the end", 1);
  expect(await countPrepared(other, "gone at the end")).toBe(1);
  await other.$client.end();
  await vi.waitFor(async () => expect(await countPrepared(database.db, "gone at the end")).toBe(0));
});

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectDatabase, type Database, type Queryable } from "@/db/connect";
import { type TestDatabase, testDatabase } from "@/db/testing";

describe.skipIf(process.env.TEST_STORE !== "postgres")("prepared statements", () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    await db?.$client.end();
    db = connectDatabase(database.address, 1);
  });
  afterAll(async () => {
    await db?.$client.end();
    await database?.close();
  });

  const echo = (on: Queryable, marker: string, value: number) =>
    on.execute(sql`select ${value}::int as value, ${sql.raw(`'${marker}'`)} as marker`);

  /** The number of prepared statements that contain the marker, on the only connection of `db`. */
  const countPrepared = async (marker: string): Promise<number> => {
    const [row] = await db.execute<{ n: number }>(
      sql`select count(*)::int as n from pg_prepared_statements where strpos(statement, ${marker}) > 0`,
    );
    return row?.n ?? 0;
  };

  const runs: readonly [string, (use: (on: Queryable) => Promise<unknown>) => Promise<unknown>][] = [
    ["alone", (use) => use(db)],
    ["in a transaction", (use) => db.transaction((tx) => use(tx))],
    ["in a savepoint", (use) => db.transaction((tx) => tx.transaction((inner) => use(inner)))],
  ];

  test.each(runs)("a connection prepares a statement once if it runs %s", async (_, run) => {
    for (const value of [1, 2, 3])
      await run(async (on) => {
        expect(await echo(on, "a marker", value)).toEqual([{ value, marker: "a marker" }]);
      });
    expect(await countPrepared("a marker")).toBe(1);
  });

  test("after a change of a table's columns, a statement that returns them fails once and then runs", async () => {
    await db.execute(sql`create temporary table changing (id int, flag boolean)`);
    const read = () => db.execute(sql`select * from changing where flag = ${true}::bool`);
    expect(await read()).toEqual([]);
    await db.execute(sql`alter table changing add column name text`);
    await db.execute(sql`insert into changing values (2, true, 'two'), (3, false, 'three')`);
    await expect(read()).rejects.toThrow();
    expect(await read()).toEqual([{ id: 2, flag: true, name: "two" }]);
  });
});

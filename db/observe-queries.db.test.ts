import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectDatabase, type Database } from "@/db/connect";
import { type TestDatabase, testDatabase } from "@/db/testing";

type Reported = { readonly operation: string; readonly failed: boolean };

let database: TestDatabase;
let db: Database;
const reported: Reported[] = [];
beforeAll(async () => {
  database = await testDatabase();
  db = connectDatabase(database.address, 2, (operation, seconds, failed) => {
    expect(seconds).toBeGreaterThan(0);
    reported.push({ operation, failed });
  });
  await db.execute(sql`create table watched (id int primary key)`);
});
afterAll(async () => {
  await db.$client.end();
  await database.close();
});
beforeEach(() => {
  reported.length = 0;
});

const operations = (): string[] =>
  reported.map(({ operation, failed }) => `${operation}${failed ? " failed" : ""}`);

test("each query is reported once, under its SQL verb or as `other`, and returns its rows", async () => {
  expect(await db.$client`select ${7}::int as n`).toMatchObject([{ n: 7 }]);
  await db.execute(sql`insert into watched values (1)`);
  expect(await db.$client.unsafe("with w as (select 1 as n) select n from w")).toMatchObject([{ n: 1 }]);
  const rows = db.$client`select id from watched where id in ${db.$client([1, 2])}`;
  expect([await rows, await rows]).toMatchObject([[{ id: 1 }], [{ id: 1 }]]);
  await db.$client`vacuum watched`.simple();
  expect(operations()).toEqual(["select", "insert", "with", "select", "other"]);
});

test("a failed query is reported as failed and rejects with its error", async () => {
  await expect(db.$client`select nothing from nowhere`).rejects.toThrow(/nowhere/);
  await expect(db.$client`select 1/0`.catch(() => "caught")).resolves.toBe("caught");
  expect(operations()).toEqual(["select failed", "select failed"]);
});

test("a transaction is reported after its queries, and counts as failed only if the error came from the database", async () => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into watched values (2)`);
    await tx.transaction((inner) => inner.execute(sql`delete from watched where id = 2`));
  });
  expect(operations()).toEqual(["insert", "delete", "transaction"]);
  reported.length = 0;
  const mine = new Error("rolled back by us");
  const rolledBack = db.transaction(async (tx) => {
    await tx.execute(sql`insert into watched values (3)`);
    throw mine;
  });
  await expect(rolledBack).rejects.toBe(mine);
  expect(operations()).toEqual(["insert", "transaction"]);
  expect(await db.$client`select id from watched where id = 3`).toEqual([]);
  reported.length = 0;
  await expect(db.transaction((tx) => tx.execute(sql`select 1/0`))).rejects.toThrow();
  expect(operations()).toEqual(["select failed", "transaction failed"]);
});

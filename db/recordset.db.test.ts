import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordset } from "@/db/sql";
import { type TestDatabase, testDatabase } from "@/db/testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("a recordset keeps types, special characters and the order of rows, and returns null for missing values", async () => {
  const texts = ['"quoted", [a], {b}, \\ and \n', "", "null", "ŁKS Łódź 🏟"];
  const rows = texts.map((text, index) => ({
    text,
    atMs: index === 0 ? null : 1_795_350_521_170.5,
    isNew: index % 2 === 0,
    more: index === 1 ? ["x", null] : { "y z": [1, "2"] },
    ...(index === 2 && { number: 7 }),
  }));
  const read = await database.db.execute(
    sql`select * from ${recordset(rows, "text text, atMs float8, isNew bool, more jsonb, number int")}`,
  );
  expect([...read]).toEqual(rows.map((row) => ({ number: null, ...row })));
  expect([...(await database.db.execute(sql`select * from ${recordset([], "text text")}`))]).toEqual([]);
});

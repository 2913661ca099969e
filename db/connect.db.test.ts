import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "@/db/testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("statements of different shapes on many connections at once do not meet each other's parameters", async () => {
  const pools = [database.db, database.connect(), database.connect()];
  const ask = async (index: number): Promise<void> => {
    const columns = Array.from({ length: 1 + (index % 7) }, (_, column) => sql`${index * 10 + column}::int`);
    const rows = await (pools[index % pools.length] ?? database.db).execute(
      sql`select ${sql.join(columns, sql` + `)} as total, ${String(index)}::text as label`,
    );
    const total = columns.reduce((sum, _, column) => sum + index * 10 + column, 0);
    expect(rows[0]).toEqual({ total, label: String(index) });
  };
  await Promise.all(Array.from({ length: 400 }, (_, index) => ask(index)));
});

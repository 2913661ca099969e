import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateDatabase } from "@/db/migrate";
import { type TestDatabase, testDatabase } from "@/db/testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("instances that start at once migrate once, and a migrated database stays as it is", async () => {
  const applied = () => database.db.execute(sql`select count(*)::int as n from drizzle.__drizzle_migrations`);
  const before = await applied();
  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(database.address)));
  expect(await applied()).toEqual(before);
  expect(before[0]?.n).toBeGreaterThan(0);
});

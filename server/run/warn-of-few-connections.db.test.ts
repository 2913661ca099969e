import { afterAll, beforeAll, expect, test } from "vitest";
import { postgresDatabase, type TestDatabase } from "@/db/testing";
import { parseConfig } from "@/server/config";
import { findMissingConnections, maxConnections } from "@/server/run/warn-of-few-connections";

const onPostgres = process.env.TEST_STORE === "postgres";

let database: TestDatabase | undefined;
beforeAll(async () => {
  if (onPostgres) database = await postgresDatabase();
});
afterAll(() => database?.close());

test.skipIf(!onPostgres)(
  "an instance whose pools could need more connections than PostgreSQL has free is told so at startup",
  async () => {
    if (database === undefined) throw new Error("no database");
    const config = (size: string, workers: string) =>
      parseConfig({ DATABASE_POOL_SIZE: size, WEB_CONCURRENCY: workers });
    expect(await findMissingConnections(database.db, config("2", "1"))).toBeUndefined();
    expect(await findMissingConnections(database.db, config("200", "64"))).toMatchObject({
      needed_connections: 65 * 202 + 64 * 4,
    });
  },
);

test("an instance with several workers also counts the pool of its supervisor, and every instance the pools of its recording threads", () => {
  expect(maxConnections({ databasePoolSize: 10, webConcurrency: 1 })).toBe(16);
  expect(maxConnections({ databasePoolSize: 10, webConcurrency: 4 })).toBe(76);
});

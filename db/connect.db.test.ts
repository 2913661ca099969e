import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectDatabase, type Database, type Queryable } from "@/db/connect";
import { type TestDatabase, testDatabase } from "@/db/testing";

// On PostgreSQL only: the embedded database has a single backend, which cannot be terminated.
describe.skipIf(process.env.TEST_STORE !== "postgres")("cut-off connections", () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());
  beforeEach(() => {
    db = connectDatabase(database.address, 1);
  });
  afterEach(() => db.$client.end({ timeout: 1 }));

  const echo = async (number: number): Promise<number | undefined> => {
    const [row] = await db.execute<{ number: number }>(sql`select ${number}::int as number`);
    return row?.number;
  };
  const sleep = (on: Queryable) => on.execute(sql`select pg_sleep(60)`);
  const outcome = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "succeeded",
      () => "cut off",
    );
  const cutOff = async (): Promise<void> => {
    const ended = () =>
      database.db.execute(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'active' and query = 'select pg_sleep(60)'`);
    while ((await ended()).length === 0);
  };

  it("if a connection is cut off during a query, that query fails and the next query succeeds", async () => {
    await echo(1);
    const cut = outcome(sleep(db));
    await cutOff();
    expect(await cut).toBe("cut off");
    expect(await echo(2)).toBe(2);
  });

  it("if a connection is cut off during a transaction, waiting queries run on the next connection", async () => {
    await echo(1);
    const cut = outcome(db.transaction(sleep));
    const waiting = [echo(2), echo(3)];
    await cutOff();
    expect(await cut).toBe("cut off");
    expect(await Promise.all(waiting)).toEqual([2, 3]);
    expect(await echo(4)).toBe(4);
  });
});

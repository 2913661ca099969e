import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { connectDatabase, type Database } from "@/db/connect";
import { inTime } from "@/db/in-time";
import { unmatchedEvents } from "@/db/schema/prices";
import { postgresDatabase, type TestDatabase, testDatabase } from "@/db/testing";
import { startRelay } from "@/db/testing/relay";
import { minuteMs } from "@/server/domain/durations";
import { createCoverage } from "@/server/market/board/quoted-now/create-coverage";

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());
afterEach(() => {
  vi.useRealTimers();
});

/** From now on, limits of time are reached only when the test moves the clock, however slow the database is. */
const stopClock = async (db: Database): Promise<void> => {
  // postgres.js needs timers to open a connection, but not to use it.
  await db.execute(sql`select 1`);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldClearNativeTimers: true });
};

const addUnmatched = (book: string, { db } = store) =>
  db.insert(unmatchedEvents).values({
    bookKey: book,
    sportKey: "americanfootball_nfl",
    eventKey: randomUUID(),
    ref: null,
    home: "A",
    away: "B",
    commenceTime: new Date(Date.now() + 60 * minuteMs),
    reason: "unknown_team",
    fixtures: [],
    prices: 2,
    firstSeen: new Date(),
    lastSeen: new Date(),
  });

const emptyBoard = { upcoming: () => [], sportRevision: () => 0, findBook: () => undefined };

test("the numbers of unmatched events are at most a minute old, also in the first answer after hours without a request", async () => {
  const began = Date.now();
  let uptime = 0;
  await stopClock(store.db);
  const { coverage: read } = createCoverage(
    emptyBoard,
    store.db,
    () => began + uptime,
    () => false,
    () => uptime,
  );
  expect([...((await read()).unmatched ?? [])]).toEqual([]);
  await addUnmatched("draftkings");
  uptime = 5 * 60 * minuteMs;
  expect([...((await read()).unmatched ?? [])]).toEqual([["draftkings americanfootball_nfl", 1]]);
  vi.useRealTimers();
  await addUnmatched("draftkings");
  uptime += minuteMs / 2;
  // Numbers of the last minute are used while newer ones are read.
  expect(read()).not.toBeInstanceOf(Promise);
  await expect
    .poll(async () => [...((await read()).unmatched ?? [])])
    .toEqual([["draftkings americanfootball_nfl", 2]]);
});

test("what is quoted now is known without a read of the database", async () => {
  const { quotedNow } = createCoverage(emptyBoard, store.db, Date.now, () => false);
  expect(quotedNow()).toEqual([]);
  expect(quotedNow()).toBe(quotedNow());
});

// On PostgreSQL only: no network is between this process and the embedded database.
describe.skipIf(process.env.TEST_STORE !== "postgres")("on PostgreSQL that drops packets", () => {
  test("coverage is returned without the numbers of unmatched events, only the first requests wait for them, and the numbers return with the database", async () => {
    const database = await postgresDatabase();
    const relay = await startRelay("url" in database.address ? database.address.url : "");
    const db = connectDatabase({ url: relay.url });
    const warnings: string[] = [];
    const began = Date.now();
    let uptime = 0;
    const { coverage } = createCoverage(
      emptyBoard,
      db,
      () => began + uptime,
      (about) => warnings.push(about) > 0,
      () => uptime,
    );
    await addUnmatched("draftkings", database);
    await stopClock(db);
    expect((await coverage()).unmatched?.size).toBe(1);
    relay.freeze();
    uptime += 2 * minuteMs;
    const answers = [coverage(), coverage()];
    // Far below the time after which a connection without data is destroyed, or a call ends.
    vi.advanceTimersByTime(1_000);
    for (const answer of answers) {
      expect(answer).toBeInstanceOf(Promise);
      expect(await answer).toEqual({ sports: [], unmatched: undefined });
    }
    expect(coverage()).toEqual({ sports: [], unmatched: undefined });
    vi.useRealTimers();
    relay.restore();
    // As the board's own reads do, this ends connections without data. Then the read that hangs fails.
    await inTime(db, 100, () => db.execute(sql`select pg_sleep(60)`)).catch(() => undefined);
    await expect.poll(() => warnings).toEqual(["the numbers of unmatched events could not be read"]);
    for (const pause of [0, 5 * minuteMs]) {
      uptime += pause;
      expect(coverage()).toEqual({ sports: [], unmatched: undefined });
    }
    await expect.poll(async () => (await coverage()).unmatched?.size).toBe(1);
    await db.$client.end({ timeout: 0 });
    await relay.close();
    await database.close();
  });
});

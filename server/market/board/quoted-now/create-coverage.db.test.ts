import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unmatchedEvents } from "@/db/schema/prices";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { minuteMs } from "@/server/domain/durations";
import { createCoverage } from "@/server/market/board/quoted-now/create-coverage";

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

const addUnmatched = (book: string) =>
  store.db.insert(unmatchedEvents).values({
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
  const read = createCoverage(
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
  await addUnmatched("draftkings");
  uptime += minuteMs / 2;
  // Numbers of the last minute are used while newer ones are read.
  expect(read()).not.toBeInstanceOf(Promise);
  await expect
    .poll(async () => [...((await read()).unmatched ?? [])])
    .toEqual([["draftkings americanfootball_nfl", 2]]);
});

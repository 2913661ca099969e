import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "@/db/testing";
import { type CreditBudget, createCreditBudget } from "@/server/ingest/polling/credit-budget";

const now = Date.parse("2026-11-22T12:00:00Z");
const nextMonth = Date.parse("2026-12-01T00:00:00Z");
const limit = 100;

let database: TestDatabase;
let budget: CreditBudget;
beforeAll(async () => {
  database = await testDatabase();
  budget = createCreditBudget(database.db, "the-odds-api", limit);
});
afterAll(() => database.close());
beforeEach(() => database.db.execute(sql`truncate feed_credits`));

const counts = (used: number, cost: number, remaining = 10_000) => ({ used, cost, remaining });
const committed = async (at = now) => (await budget.read(at)).committed;

test("credits are reserved only up to the month's limit, even if two instances reserve them at once", async () => {
  const others = createCreditBudget(database.connect(), "the-odds-api", limit);
  const calls = await Promise.all(
    Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? budget : others).reserve(6, limit, now)),
  );
  expect(calls.filter(Boolean)).toHaveLength(16);
  expect(await committed()).toBe(96);
});

test("once the vendor's response states the cost of a call, that cost replaces the reserved upper bound", async () => {
  await budget.reserve(6, limit, now);
  expect(await budget.settle(6, counts(500, 2), now)).toBe(2);
  expect(await committed()).toBe(2);
});

test("a call without a response stays counted until the vendor's count shows what the call cost", async () => {
  await budget.settle(0, counts(500, 0), now);
  await budget.reserve(6, limit, now);
  await budget.settle(6, undefined, now);
  expect(await committed()).toBe(6);
  await budget.reserve(6, limit, now);
  expect(await budget.settle(6, counts(510, 6), now)).toBe(10);
  expect(await committed()).toBe(10);
});

test("if a process is killed during a call, the reserved credits stay counted until the vendor's count shows what the call cost", async () => {
  await budget.settle(0, counts(500, 0), now);
  await budget.reserve(6, limit, now);
  await budget.recover(now);
  expect(await committed()).toBe(6);
  await budget.settle(0, counts(500, 0), now);
  expect(await committed()).toBe(0);
});

test("a call without a response stays counted if its cost is never known: no earlier count of the vendor is stored, or the vendor has begun a new period", async () => {
  const lose = async () => {
    await budget.reserve(6, limit, now);
    await budget.settle(6, undefined, now);
  };
  await lose();
  await budget.settle(0, counts(900, 0), now);
  await budget.settle(0, counts(900, 0), now);
  expect(await committed()).toBe(6);
  await lose();
  await budget.settle(0, counts(3, 0), now);
  await budget.settle(0, counts(3, 0), now);
  expect(await committed()).toBe(12);
});

test("the vendor's smaller count at the start of a new period is not compared with the old count", async () => {
  await budget.settle(0, counts(900, 0), now);
  await budget.reserve(6, limit, now);
  expect(await budget.settle(6, counts(6, 6), now)).toBe(6);
});

test("a new month starts at zero, although the vendor's count continues from the previous month", async () => {
  await budget.reserve(90, limit, now);
  await budget.settle(90, counts(590, 90), now);
  expect(await budget.reserve(20, limit, now)).toBe(false);
  expect(await budget.reserve(20, limit, nextMonth)).toBe(true);
  expect(await budget.settle(20, counts(603, 13), nextMonth)).toBe(13);
  expect(await committed(nextMonth)).toBe(13);
});

test("a reservation is rejected if it exceeds the remaining credits that the vendor reports", async () => {
  await budget.settle(0, counts(500, 0, 5), now);
  expect(await budget.reserve(6, limit, now)).toBe(false);
  expect(await budget.reserve(5, limit, now)).toBe(true);
});

test("`reserve` rejects a reservation above the given ceiling, even if the reservation is within the monthly limit", async () => {
  expect(await budget.reserve(6, 5, now)).toBe(false);
  expect(await budget.reserve(5, 5, now)).toBe(true);
});

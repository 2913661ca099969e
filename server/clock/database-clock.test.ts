import { expect, test, vi } from "vitest";
import type { Queryable } from "@/db/connect";
import { openDatabaseClock } from "@/server/clock/database-clock";

const hour = 3_600_000;

/** A clock that has read `databaseMs` from its database, and what it logs. */
const openAt = async (databaseMs: number) => {
  const logged: object[] = [];
  const log = {
    warn: (fields: object) => logged.push(fields),
    info: (fields: object) => logged.push(fields),
  };
  const db = { execute: async () => [{ at: databaseMs }] } as unknown as Queryable;
  return { clock: await openDatabaseClock(db, log as never), logged };
};

test("the clock keeps the database's time while the clock of this process is changed", async () => {
  const { clock } = await openAt(1_000_000);
  expect(clock.now()).toBeGreaterThanOrEqual(1_000_000);
  vi.setSystemTime(Date.now() + hour);
  expect(clock.now()).toBeLessThan(1_000_000 + hour);
  vi.useRealTimers();
});

test("a read between its sending and its answer moves nothing, and one before or after sets the clock", async () => {
  const { clock } = await openAt(1_000_000);
  const sentAt = clock.now();
  clock.hear(sentAt, sentAt);
  expect(clock.now()).toBeGreaterThanOrEqual(sentAt);
  clock.hear(sentAt + hour, sentAt);
  expect(clock.now()).toBeGreaterThanOrEqual(sentAt + hour);
  clock.hear(sentAt, clock.now());
  expect(clock.now()).toBeLessThan(sentAt + hour);
});

test("a clock of this process that is wrong is logged once, and once when it is right again", async () => {
  const { clock, logged } = await openAt(Date.now() - hour);
  for (let look = 0; look < 5; look++) clock.hear(clock.now(), clock.now());
  expect(logged).toHaveLength(1);
  for (let look = 0; look < 5; look++) clock.hear(Date.now(), clock.now());
  expect(logged).toHaveLength(2);
  expect(logged[0]).toEqual({ clock_ahead_ms: expect.any(Number) });
});

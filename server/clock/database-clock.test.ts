import { expect, test, vi } from "vitest";
import type { Queryable } from "@/db/connect";
import { openDatabaseClock } from "@/server/clock/database-clock";
import { hourMs } from "@/server/domain/durations";

/** Opens a clock on a database whose time is `databaseMs`. `logged` has the fields of the lines that the clock logs. */
const openAt = async (databaseMs: number) => {
  const logged: object[] = [];
  const log = {
    warn: (fields: object) => logged.push(fields),
    info: (fields: object) => logged.push(fields),
  };
  const db = { execute: async () => [{ at: databaseMs }] } as unknown as Queryable;
  return { clock: await openDatabaseClock(db, log as never), logged };
};

test("a change of this process's wall clock does not affect the database clock", async () => {
  const { clock } = await openAt(1_000_000);
  expect(clock.now()).toBeGreaterThanOrEqual(1_000_000);
  vi.setSystemTime(Date.now() + hourMs);
  expect(clock.now()).toBeLessThan(1_000_000 + hourMs);
  vi.useRealTimers();
});

test("sync sets the clock to a database time before the request or after the response, and ignores a database time between the two", async () => {
  const { clock } = await openAt(1_000_000);
  const sentAt = clock.now();
  clock.sync(sentAt, sentAt);
  expect(clock.now()).toBeGreaterThanOrEqual(sentAt);
  clock.sync(sentAt + hourMs, sentAt);
  expect(clock.now()).toBeGreaterThanOrEqual(sentAt + hourMs);
  clock.sync(sentAt, clock.now());
  expect(clock.now()).toBeLessThan(sentAt + hourMs);
});

test("one line is logged when the clocks of process and database differ, and another line when the clocks agree again", async () => {
  const { clock, logged } = await openAt(Date.now() - hourMs);
  for (let read = 0; read < 5; read++) clock.sync(clock.now(), clock.now());
  expect(logged).toHaveLength(1);
  for (let read = 0; read < 5; read++) clock.sync(Date.now(), clock.now());
  expect(logged).toHaveLength(2);
  expect(logged[0]).toEqual({ clock_ahead_ms: expect.any(Number) });
});

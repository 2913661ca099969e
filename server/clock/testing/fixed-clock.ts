import type { DatabaseClock } from "@/server/clock/database-clock";

/** A database clock that always shows the time that the test's function `now` returns. */
export const fixedClock = (now: () => number): DatabaseClock => ({ now, sync: () => undefined });

/** A clock for tests that record at arbitrary times: no time is ahead of it. */
export const endlessClock = fixedClock(() => Number.POSITIVE_INFINITY);

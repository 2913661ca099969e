import type { DatabaseClock } from "@/server/clock/database-clock";

/** A database clock that shows the time that `now` returns. */
export const fixedClock = (now: () => number): DatabaseClock => ({ now, sync: () => undefined });

/** A clock for tests that record at arbitrary times: no recording time is ahead of this clock. */
export const endlessClock = fixedClock(() => Number.POSITIVE_INFINITY);

import type { DatabaseClock } from "@/server/clock/database-clock";

/** A database clock that a test sets; what the real one says is not heard. */
export const fixedClock = (now: () => number): DatabaseClock => ({ now, hear: () => undefined });

/** A clock that no time lies ahead of: for tests that record at whatever times they like. */
export const endlessClock = fixedClock(() => Number.POSITIVE_INFINITY);

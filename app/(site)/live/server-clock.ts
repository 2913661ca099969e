import { minuteMs } from "@/server/domain/durations";

/** The browser's estimate of the server's clock. Pages remove prices that are too old by this clock. Times are in ms since the epoch. */
export type ServerClock = {
  /** Returns ms since an arbitrary moment, including the time that the computer slept. Call it before a request: `sync` needs the value. */
  readonly elapsed: () => number;
  /** Learns the server's time from a response to a request that was sent at `sentAt` (a value of `elapsed`). */
  readonly sync: (serverTime: number, sentAt: number) => void;
  /** Undefined before the first `sync`. Never behind the server's clock, and ahead of it by at most one round trip. */
  readonly now: () => number | undefined;
};

/** If `wall` advances by this much more than `monotonic`, the computer slept, or its clock was set. */
const minSleepMs = 1_000;
/** How long an estimate is kept, in ms. Quartz clocks drift by a few ms in this time. */
const keptMs = 5 * minuteMs;

/**
 * Estimates the server's time. The estimate is never too low, so no price is shown after the server has removed it. The estimate is the
 * time that a response states, plus the time since the request was sent. Of several estimates, the lowest is the most exact.
 * @param monotonic returns ms since an arbitrary moment. Setting the computer's clock has no effect on it. It may stop while the computer
 * sleeps.
 * @param wall returns ms since the epoch by the computer's clock.
 */
export const createServerClock = (monotonic: () => number, wall: () => number): ServerClock => {
  let sleptMs = 0;
  let last = { monotonic: monotonic(), wall: wall() };
  let estimate: { readonly offset: number; readonly at: number } | undefined;

  const elapsed = (): number => {
    const next = { monotonic: monotonic(), wall: wall() };
    const missing = next.wall - last.wall - (next.monotonic - last.monotonic);
    if (missing > minSleepMs) sleptMs += missing;
    last = next;
    return next.monotonic + sleptMs;
  };

  return {
    elapsed,
    sync: (serverTime, sentAt) => {
      const receivedAt = elapsed();
      const [lowest, highest] = [serverTime - receivedAt, serverTime - sentAt];
      const isUsable =
        estimate !== undefined &&
        estimate.offset >= lowest &&
        estimate.offset <= highest &&
        receivedAt - estimate.at < keptMs;
      if (!isUsable) estimate = { offset: highest, at: receivedAt };
    },
    now: () => (estimate === undefined ? undefined : elapsed() + estimate.offset),
  };
};

/** The clock of this page. */
export const serverClock: ServerClock = createServerClock(
  () => performance.now(),
  () => Date.now(),
);

import { hourMs, minuteMs } from "@/server/domain/durations";

const closeMs = 6 * hourMs;
const idleSeconds = 300;
const minLateMs = 90_000;
const lateIntervals = 3;
const minBackOffMs = 15_000;
const maxBackOffMs = 5 * minuteMs;

/**
 * Returns the seconds between two polls. If a game starts within six hours, returns `baseSeconds`. If all upcoming games start later,
 * returns twice `baseSeconds`. That is short enough: after a check, prices are served for at least three times `baseSeconds`. Without
 * upcoming games, returns five minutes or `baseSeconds`, whichever is longer.
 */
export const intervalByStarts = (baseSeconds: number, startsMs: readonly number[], nowMs: number): number => {
  const upcoming = startsMs.filter((start) => start > nowMs);
  if (upcoming.length === 0) return Math.max(idleSeconds, baseSeconds);
  return upcoming.some((start) => start - nowMs <= closeMs) ? baseSeconds : 2 * baseSeconds;
};

/** The time, in ms since the epoch, at which a shard becomes late if its last success was at `nowMs`. */
export const lateAfter = (nowMs: number, intervalSeconds: number): number =>
  nowMs + Math.max(minLateMs, lateIntervals * intervalSeconds * 1000);

/**
 * The delay in ms after `failures` failed polls in a row, with a jitter of up to a fifth. A longer `Retry-After` is obeyed.
 * @param random from 0 to 1.
 */
export const backOffMs = (failures: number, retryAfterMs: number, random: number): number => {
  const doubled = Math.min(maxBackOffMs, minBackOffMs * 2 ** Math.min(failures - 1, 20));
  return Math.max(retryAfterMs, Math.round(doubled * (0.8 + 0.4 * random)));
};

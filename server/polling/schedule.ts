const closeMs = 6 * 3_600_000;
const idleSeconds = 300;
const minLateMs = 90_000;
const lateIntervals = 3;
const minBackOffMs = 15_000;
const maxBackOffMs = 5 * 60_000;

/**
 * Seconds between two polls: the book's rhythm while a game starts within six hours, else twice the rhythm, which still keeps prices
 * fresh (three intervals). Without a game to come, five minutes.
 */
export const intervalByStarts = (
  rhythmSeconds: number,
  startsMs: readonly number[],
  nowMs: number,
): number => {
  const upcoming = startsMs.filter((start) => start > nowMs);
  if (upcoming.length === 0) return Math.max(idleSeconds, rhythmSeconds);
  return upcoming.some((start) => start - nowMs <= closeMs) ? rhythmSeconds : 2 * rhythmSeconds;
};

/** From then on (ms) a feed that polled successfully at `nowMs` is late, unless it succeeds again. */
export const lateAfter = (nowMs: number, intervalSeconds: number): number =>
  nowMs + Math.max(minLateMs, lateIntervals * intervalSeconds * 1000);

/**
 * The delay before the poll after `failures` failed ones in ms: it doubles from 15 seconds to five minutes, with up to a fifth of jitter.
 * A longer `Retry-After` is obeyed.
 * @param random from 0 to 1.
 */
export const backOffMs = (failures: number, retryAfterMs: number, random: number): number => {
  const doubled = Math.min(maxBackOffMs, minBackOffMs * 2 ** Math.min(failures - 1, 20));
  return Math.max(retryAfterMs, Math.round(doubled * (0.8 + 0.4 * random)));
};

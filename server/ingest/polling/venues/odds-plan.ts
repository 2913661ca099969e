import { dayMs, hourMs, minuteMs } from "@/server/domain/durations";

/** A call that is made regularly, for the featured markets (h2h, spreads, totals) of a sport or the additional markets of one event. */
export type Job = {
  readonly key: string;
  readonly sport: string;
  /** Undefined for a whole sport. */
  readonly eventId: string | undefined;
  /** The starts of the games that the call covers, in ms since the epoch. */
  readonly startsMs: readonly number[];
  /** Upper bound of the cost in credits. */
  readonly cost: number;
};

type Tier = readonly [withinMs: number, intervalMs: number];

/** Before a game, The Odds API refreshes featured and additional markets every 60 seconds, so no interval is shorter. */
const sportTiers: readonly Tier[] = [
  [hourMs, minuteMs],
  [6 * hourMs, 5 * minuteMs],
  [dayMs, 30 * minuteMs],
  [7 * dayMs, 6 * hourMs],
  [Number.POSITIVE_INFINITY, dayMs],
];

const eventTiers: readonly Tier[] = [
  [hourMs, 5 * minuteMs],
  [6 * hourMs, 30 * minuteMs],
  [dayMs, 3 * hourMs],
];

const nextStart = (startsMs: readonly number[], nowMs: number): number =>
  startsMs.reduce((next, start) => (start > nowMs && start < next ? start : next), Number.POSITIVE_INFINITY);

/** The interval in ms at which a job would run if credits did not matter; infinite if it would not run. */
export const desiredIntervalMs = ({ eventId, startsMs }: Job, nowMs: number): number => {
  const start = nextStart(startsMs, nowMs);
  if (start === Number.POSITIVE_INFINITY) return start;
  const tiers = eventId === undefined ? sportTiers : eventTiers;
  return tiers.find(([within]) => start - nowMs <= within)?.[1] ?? Number.POSITIVE_INFINITY;
};

const stepMs = 30 * minuteMs;

/** The credits that all jobs would cost in the next 24 hours if each job ran at its desired interval. */
export const desiredCost = (jobs: readonly Job[], nowMs: number): number => {
  let credits = 0;
  for (const job of jobs)
    for (let at = nowMs; at < nowMs + dayMs; at += stepMs)
      credits += (stepMs / desiredIntervalMs(job, at)) * job.cost;
  return credits;
};

/** The start of the current UTC month and of the next, in ms since the epoch. */
const monthAround = (nowMs: number): { readonly from: number; readonly to: number } => {
  const now = new Date(nowMs);
  return {
    from: Date.UTC(now.getUTCFullYear(), now.getUTCMonth()),
    to: Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1),
  };
};

/** The credits for each remaining day of the month, if the remaining credits are spread evenly over these days. */
export const creditsPerDay = (left: number, nowMs: number): number =>
  (Math.max(0, left) * dayMs) / Math.max(hourMs, monthAround(nowMs).to - nowMs);

/**
 * The maximum credits to spend from the start of the month until now. The month's credits become available evenly over the month, except
 * that the credits of one day are always available in advance.
 */
export const ceilingAt = (monthlyCredits: number, nowMs: number): number => {
  const { from, to } = monthAround(nowMs);
  return Math.min(monthlyCredits, Math.ceil((monthlyCredits * (nowMs - from + dayMs)) / (to - from)));
};

/** The last attempt of a job. */
export type Attempt = {
  /** ms since the epoch. */
  readonly at: number;
  /** Failed attempts since the last success. */
  readonly failures: number;
};

/** Key of a job -> its last attempt. */
export type Attempts = ReadonlyMap<string, Attempt>;

/** After a failure, a job is retried in a minute. Each further failure doubles the delay, up to the job's interval. */
const delayMs = (intervalMs: number, { failures }: Attempt): number =>
  failures === 0 ? intervalMs : Math.min(intervalMs, minuteMs * 2 ** (failures - 1));

/**
 * The jobs to run now, in the order of their next game's start. All intervals are stretched by the same factor, so that the calls of the
 * next 24 hours cost at most `perDay` credits.
 */
export const dueJobs = (jobs: readonly Job[], attempts: Attempts, perDay: number, nowMs: number): Job[] => {
  if (perDay <= 0) return [];
  const stretch = Math.max(1, desiredCost(jobs, nowMs) / perDay);
  const isDue = (job: Job): boolean => {
    const intervalMs = desiredIntervalMs(job, nowMs) * stretch;
    const last = attempts.get(job.key);
    return (
      Number.isFinite(intervalMs) && (last === undefined || nowMs >= last.at + delayMs(intervalMs, last))
    );
  };
  return jobs.filter(isDue).toSorted((a, b) => nextStart(a.startsMs, nowMs) - nextStart(b.startsMs, nowMs));
};

import { sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { endBy } from "@/db/in-time";
import type { RareLog } from "@/server/log-rarely";
import { loggableError } from "@/server/loggable-error";
import type { UnmatchedCounts } from "@/server/market/board/quoted-now/coverage";

const readEveryMs = 30_000;
/** Older numbers are not served. */
const maxAgeMs = 2 * readEveryMs;
/** The longest wait of a request. On a database that responds, the read takes a few ms. */
const maxWaitMs = 1_000;
/** A read that takes longer is given up, and another one can begin. */
const maxReadMs = 10_000;

const loadUnmatched = async (db: Database): Promise<UnmatchedCounts> => {
  const rows = await db.execute<{ book_and_sport: string; events: number }>(sql`
    select book_key || ' ' || sport_key as book_and_sport, count(*)::int as events from unmatched_events
    where commence_time > now() and last_seen > now() - interval '1 hour' group by 1`);
  return new Map(rows.map(({ book_and_sport, events }) => [book_and_sport, events]));
};

type Unmatched = UnmatchedCounts | undefined;

/**
 * Reads the numbers of unmatched events, at most every 30 seconds and only on demand.
 * @param uptime ms on a clock that never goes back.
 * @returns a function. It returns the numbers if they were read within the last minute. If they are older because nobody asked, or were never
 * read, it returns a promise of the read that it starts. The promise never rejects and takes at most a second. While reads fail or hang,
 * it returns undefined.
 */
export const createUnmatchedCounts = (
  db: Database,
  warn: RareLog,
  uptime: () => number,
): (() => Unmatched | Promise<Unmatched>) => {
  let counts: Unmatched;
  let readAt = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  let isReading = false;
  /** Defined for the first second of a read. */
  let waiting: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    const beganAt = uptime();
    try {
      counts = await endBy(performance.now() + maxReadMs, () => loadUnmatched(db));
      hasFailed = false;
    } catch (error) {
      counts = undefined;
      hasFailed = true;
      warn("the numbers of unmatched events could not be read", { err: loggableError(error) });
    }
    readAt = beganAt;
    isReading = false;
  };

  const startReading = (): void => {
    isReading = true;
    waiting = endBy(performance.now() + maxWaitMs, read)
      // Rejected only once the wait is over. The read continues, and logs its own errors.
      .catch(() => undefined)
      .finally(() => {
        waiting = undefined;
      });
  };

  const ageMs = (): number => uptime() - readAt;
  const current = (): Unmatched => (ageMs() < maxAgeMs ? counts : undefined);

  return () => {
    if (ageMs() >= readEveryMs && !isReading) startReading();
    if (ageMs() < maxAgeMs || hasFailed || waiting === undefined) return current();
    return waiting.then(current);
  };
};

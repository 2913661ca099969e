import { sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { sports } from "@/server/domain/catalogue/sports";
import type { RareLog } from "@/server/log-rarely";
import { loggableError } from "@/server/loggable-error";
import type { BoardState } from "@/server/market/board/board-state";
import type { Coverage, SportCoverage, UnmatchedCounts } from "@/server/market/board/quoted-now/coverage";
import { describeSportCoverage } from "@/server/market/board/quoted-now/describe-coverage";

/** A sport is described at most once in this time. Describing a board with 1,000,000 prices takes some 20 ms. */
const describeEveryMs = 1_000;
/** Ages of checks are at most this much too low. */
const keptMs = 5_000;
const readUnmatchedEveryMs = 30_000;
/** Older numbers are not served. The next request waits until new ones have been read. */
const maxUnmatchedAgeMs = 2 * readUnmatchedEveryMs;

type Kept = {
  readonly value: SportCoverage;
  readonly revision: number;
  readonly from: number;
  readonly until: number;
};

const loadUnmatched = async (db: Database): Promise<UnmatchedCounts> => {
  const rows = await db.execute<{ name: string; events: number }>(sql`
    select book_key || ' ' || sport_key as name, count(*)::int as events from unmatched_events
    where commence_time > now() and last_seen > now() - interval '1 hour' group by 1`);
  return new Map(rows.map(({ name, events }) => [name, events]));
};

/**
 * Describes what is quoted now, at most a second after a change of the board. No request scans the board: each sport's description is
 * kept until the sport changes. While nothing changes, it is renewed every five seconds, because checks grow older.
 * @param uptime ms on a clock that never goes back.
 */
export const createCoverage = (
  state: Pick<BoardState, "upcoming" | "sportRevision" | "findBook">,
  db: Database,
  clock: () => number,
  warn: RareLog,
  uptime: () => number = () => performance.now(),
): (() => Coverage | Promise<Coverage>) => {
  const kept = new Map<string, Kept>();
  let coverage: Coverage | undefined;
  let unmatched: UnmatchedCounts | undefined;
  let unmatchedReadAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const readUnmatched = (): Promise<void> => {
    reading ??= loadUnmatched(db)
      .then(
        (counts) => {
          unmatched = counts;
        },
        (error: unknown) => {
          unmatched = undefined;
          warn("the numbers of unmatched events could not be read", { err: loggableError(error) });
        },
      )
      .finally(() => {
        unmatchedReadAt = uptime();
        reading = undefined;
      });
    return reading;
  };

  const isKept = ({ revision, from, until }: Kept, key: string, now: number): boolean => {
    if (now < from || now - from >= keptMs) return false;
    return now - from < describeEveryMs || (revision === state.sportRevision(key) && now < until);
  };

  const describeSport = (key: string, now: number): SportCoverage => {
    const before = kept.get(key);
    if (before !== undefined && isKept(before, key, now)) return before.value;
    const revision = state.sportRevision(key);
    const { value, until } = describeSportCoverage(key, state.upcoming(key, now), state.findBook, now);
    kept.set(key, { value, revision, from: now, until });
    return value;
  };

  let describedAt = Number.NEGATIVE_INFINITY;
  /** The coverage with the latest unmatched counts, if it was described within the last second. */
  const recent = (now: number): Coverage | undefined => {
    if (coverage === undefined || now < describedAt || now - describedAt >= describeEveryMs) return undefined;
    if (coverage.unmatched !== unmatched) coverage = { ...coverage, unmatched };
    return coverage;
  };

  const describe = (): Coverage => {
    const now = clock();
    const known = recent(now);
    if (known !== undefined) return known;
    const described = sports.map(({ key }) => describeSport(key, now)).filter(({ fixtures }) => fixtures > 0);
    describedAt = now;
    const isSame =
      coverage?.unmatched === unmatched &&
      coverage?.sports.length === described.length &&
      described.every((each, index) => each === coverage?.sports[index]);
    if (!isSame || coverage === undefined) coverage = { sports: described, unmatched };
    return coverage;
  };

  return () => {
    const known = recent(clock());
    if (known !== undefined) return known;
    const ageMs = uptime() - unmatchedReadAt;
    if (ageMs < readUnmatchedEveryMs) return describe();
    const read = readUnmatched();
    return ageMs < maxUnmatchedAgeMs ? describe() : read.then(describe);
  };
};

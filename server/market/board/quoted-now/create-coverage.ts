import type { Database } from "@/db/connect";
import { sports } from "@/server/domain/catalogue/sports";
import type { RareLog } from "@/server/log-rarely";
import type { Board } from "@/server/market/board/board";
import type { BoardState } from "@/server/market/board/board-state";
import type { Coverage, SportCoverage } from "@/server/market/board/quoted-now/coverage";
import { describeSportCoverage } from "@/server/market/board/quoted-now/describe-coverage";
import { createUnmatchedCounts } from "@/server/market/board/quoted-now/unmatched-counts";

/** A sport is described at most once in this time. Describing a board with 1,000,000 prices takes some 20 ms. */
const describeEveryMs = 1_000;
/** Ages of checks are at most this much too low. */
const keptMs = 5_000;

type Kept = {
  readonly value: SportCoverage;
  readonly revision: number;
  readonly from: number;
  readonly until: number;
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
): Pick<Board, "quotedNow" | "coverage"> => {
  const kept = new Map<string, Kept>();
  const readUnmatched = createUnmatchedCounts(db, warn, uptime);

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

  let described: readonly SportCoverage[] = [];
  let describedAt = Number.NEGATIVE_INFINITY;
  const quotedNow = (): readonly SportCoverage[] => {
    const now = clock();
    if (now >= describedAt && now - describedAt < describeEveryMs) return described;
    const latest = sports.map(({ key }) => describeSport(key, now)).filter(({ fixtures }) => fixtures > 0);
    describedAt = now;
    const isSame =
      latest.length === described.length && latest.every((each, index) => each === described[index]);
    if (!isSame) described = latest;
    return described;
  };

  let coverage: Coverage = { sports: described, unmatched: undefined };
  const describe = (unmatched: Coverage["unmatched"]): Coverage => {
    const latest = quotedNow();
    if (coverage.sports !== latest || coverage.unmatched !== unmatched)
      coverage = { sports: latest, unmatched };
    return coverage;
  };

  return {
    quotedNow,
    coverage: () => {
      const unmatched = readUnmatched();
      return unmatched instanceof Promise ? unmatched.then(describe) : describe(unmatched);
    },
  };
};

import type { LateFeeds } from "@/server/ingest/polling/late-feeds";
import type { Board } from "@/server/market/board/board";
import type { DegradationLog } from "@/server/web/site/degradation-log";
import { describeFreshness, type SportFreshness } from "@/server/web/site/describe-freshness";
import { describeStatus, type StatusReport } from "@/server/web/site/describe-status";

/** The board is read at most once in this time. Iterating over a large board takes milliseconds, and anyone can request the status page. */
const boardEveryMs = 5_000;

type Deps = {
  readonly board: Pick<Board, "upcoming" | "findBook">;
  readonly clock: () => number;
  /** Lists the parts that fail now. Reads memory only. */
  readonly failing: () => readonly string[];
  readonly feeds: Pick<LateFeeds, "states">;
  readonly hasCounterStore: boolean;
  readonly log: Pick<DegradationLog, "observe" | "read">;
};

/** @returns a function that reports the service's status as this process sees it. The function never rejects. */
export const createReadStatus = ({
  board,
  clock,
  failing,
  feeds,
  hasCounterStore,
  log,
}: Deps): (() => Promise<StatusReport>) => {
  let sports: readonly SportFreshness[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    log.observe();
    const history = await log.read();
    const now = clock();
    if (performance.now() - readAt >= boardEveryMs) {
      sports = describeFreshness(board, now);
      readAt = performance.now();
    }
    return describeStatus({
      now,
      failing: failing(),
      hasCounterStore,
      feeds: feeds.states(),
      sports,
      history,
    });
  };
};

import type { Logger } from "pino";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import type { ReadItem } from "@/server/ingest/feeds/reader";
import { isFault } from "@/server/ingest/polling/faults";
import type { Fetcher } from "@/server/ingest/polling/fetcher";
import type { Shard, Venue } from "@/server/ingest/polling/venue";
import { VenueError } from "@/server/ingest/polling/venue-error";
import { addReport, emptyReport, type RecordReport } from "@/server/ingest/recorder/report";
import { loggableError } from "@/server/loggable-error";

/** What one poll of a shard did. */
export type PollOutcome = {
  /** Undefined if the poll succeeded. Never contains an API key. */
  readonly error: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly requests: number;
  readonly credits: number;
  readonly report: RecordReport;
  /** Starts of the events that the poll read, in ms since the epoch. */
  readonly startsMs: readonly number[];
};

export type PollDeps = {
  readonly venue: Venue;
  readonly shard: Shard;
  readonly fetcher: Pick<Fetcher, "fetchJson">;
  /** ms since the epoch by the database's clock. */
  readonly now: () => number;
  readonly record: (page: readonly ReadItem[]) => Promise<RecordReport>;
  readonly log: Logger;
};

/** Counts the prices of a poll that were not rejected. */
export const countUsable = ({ prices }: RecordReport): number =>
  prices.changed + prices.unchanged + prices.repeated + prices.unmatched;

/** The error of a poll, if no price was usable and the reason of a rejection indicates a fault of the venue. */
const findFault = (report: RecordReport): string | undefined => {
  const reasons = Object.entries(report.rejected).filter(([reason]) => isFault(reason));
  if (countUsable(report) > 0 || reasons.length === 0) return undefined;
  const [first] = reasons.toSorted(([, a], [, b]) => b - a);
  return `no price was usable, mostly because of ${first?.[0]}`;
};

const startsOf = (page: readonly ReadItem[]): number[] =>
  page.flatMap((item) =>
    item.kind === "snapshot" ? item.snapshot.events.map((event) => parseTime(event.commence_time)) : [],
  );

/**
 * Polls a shard once and records each page as it arrives. A failure ends the poll. Pages recorded before the failure are kept.
 * Never throws.
 */
export const pollOnce = async (
  { venue, shard, fetcher, now, record, log }: PollDeps,
  signal: AbortSignal,
): Promise<PollOutcome> => {
  const report = emptyReport();
  const startsMs: number[] = [];
  let requests = 0;
  let credits = 0;
  const countAttempt = () => {
    requests += 1;
  };
  const outcome = (error?: string, retryAfterMs?: number): PollOutcome => ({
    error,
    retryAfterMs,
    requests,
    credits,
    report,
    startsMs,
  });
  try {
    const pages = venue.poll(shard, {
      fetchJson: (request) => fetcher.fetchJson(request, signal, countAttempt),
      now,
      signal,
      countCredits: (count) => {
        credits += count;
      },
    });
    for await (const page of pages) {
      signal.throwIfAborted();
      startsMs.push(...startsOf(page));
      addReport(report, await record(page));
    }
    return outcome(findFault(report));
  } catch (error) {
    if (error instanceof VenueError) return outcome(error.message, error.retryAfterMs);
    if (!signal.aborted)
      log.error(
        { err: loggableError(error), feed: venue.name, shard: shard.name },
        "failed to record a poll",
      );
    return outcome("the poll could not be recorded");
  }
};

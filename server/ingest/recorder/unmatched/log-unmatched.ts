import type { Logger } from "pino";
import { getOrInsert } from "@/server/domain/collections";
import type { RecordReport } from "@/server/ingest/recorder/report";
import type { UnmatchedEvent } from "@/server/ingest/recorder/unmatched/unmatched-events";

/** Maximum number of events in one log line. */
const maxLogged = 20;

/** Logs unmatched events at `debug`, one line per book. */
export const logUnmatchedDetails = (log: Logger, appeared: readonly UnmatchedEvent[]): void => {
  if (!log.isLevelEnabled("debug")) return;
  const byBook = new Map<string, UnmatchedEvent[]>();
  for (const event of appeared) {
    const events = getOrInsert(byBook, event.book, () => []);
    events.push(event);
  }
  for (const [book, events] of byBook)
    log.debug(
      {
        book,
        sport: events[0]?.sport,
        unmatched: events.length,
        events: events.slice(0, maxLogged).map(({ home, away, start, reason, fixtures, prices }) => ({
          home,
          away,
          commence_time: new Date(start).toISOString(),
          reason,
          fixtures,
          prices,
        })),
      },
      "unmatched events of a book",
    );
};

/**
 * Logs one short line if a poll or a delivery had unmatched events that were new or had a new reason.
 * @param source the names of the feed and of its part.
 */
export const logUnmatched = (
  log: Logger,
  source: { readonly feed: string; readonly shard?: string },
  { unmatchedAppeared, unmatchedEvents, unmatchedLeftOut }: RecordReport,
): void => {
  if (unmatchedAppeared === 0) return;
  const unmatched = unmatchedEvents.size + unmatchedLeftOut;
  log.info(
    { ...source, unmatched, appeared: unmatchedAppeared },
    "unmatched events appeared; `ops unmatched list` prints them",
  );
};

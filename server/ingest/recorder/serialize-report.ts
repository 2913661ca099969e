import { toWireTime } from "@/server/domain/serialize/serialize";
import type { RecordReport } from "@/server/ingest/recorder/report";
import type { ListedUnmatched } from "@/server/ingest/recorder/unmatched/store-unmatched";

/** An unmatched event in JSON. */
export type SerializedUnmatched = {
  readonly book: string;
  readonly sport: string;
  readonly home: string;
  readonly away: string;
  readonly commence_time: string | number;
  readonly reason: string;
  readonly fixtures: readonly string[];
  readonly prices: number;
};

export const serializeUnmatched = (event: Omit<ListedUnmatched, "lastSeen">): SerializedUnmatched => ({
  book: event.book,
  sport: event.sport,
  home: event.home,
  away: event.away,
  commence_time: toWireTime(event.start, "iso"),
  reason: event.reason,
  fixtures: event.fixtures,
  prices: event.prices,
});

/** The report of an import or a delivery in JSON. */
export type SerializedReport = Omit<
  RecordReport,
  | "droppedLinks"
  | "unmatchedEvents"
  | "unmatchedLeftOut"
  | "unmatchedAppeared"
  | "resolvedEvents"
  | "matchedFixtures"
> & {
  readonly dropped_links: number;
  readonly unmatched_events: readonly SerializedUnmatched[];
  /** The number of unmatched events that did not fit into the report. An event counts once for each snapshot that lists it. */
  readonly unmatched_events_left_out: number;
};

export const serializeReport = ({
  unmatchedEvents,
  unmatchedLeftOut,
  unmatchedAppeared: _appeared,
  resolvedEvents: _resolved,
  matchedFixtures: _matched,
  droppedLinks,
  ...report
}: RecordReport): SerializedReport => ({
  ...report,
  dropped_links: droppedLinks,
  unmatched_events: [...unmatchedEvents.values()].map(serializeUnmatched),
  unmatched_events_left_out: unmatchedLeftOut,
});

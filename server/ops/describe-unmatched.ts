import { withheldReasons } from "@/server/board/load-withheld";
import { wireTime } from "@/server/board/wire";
import { unmatchedReasons } from "@/server/matching/unmatched-reasons";
import { textTable } from "@/server/ops/print-table";
import type { ListedUnmatched } from "@/server/recorder/store-unmatched";

/** An event that is not joined, as commands print it. */
export type PrintedUnmatched = {
  readonly book: string;
  readonly sport: string;
  readonly home: string;
  readonly away: string;
  readonly commence_time: string | number;
  readonly reason: string;
  readonly fixtures: readonly string[];
  readonly prices: number;
};

export const describeUnmatched = (event: Omit<ListedUnmatched, "lastSeen">): PrintedUnmatched => ({
  book: event.book,
  sport: event.sport,
  home: event.home,
  away: event.away,
  commence_time: wireTime(event.start, "iso"),
  reason: event.reason,
  fixtures: event.fixtures,
  prices: event.prices,
});

const explanations: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...unmatchedReasons, ...withheldReasons }),
);

/** One line for each reason that occurs, with what it means. */
export const explainReasons = (events: readonly PrintedUnmatched[]): string =>
  [...new Set(events.map(({ reason }) => reason))]
    .sort()
    .map((reason) => `${reason}: ${explanations.get(reason) ?? "A reason of another version."}`)
    .join("\n");

/** The events as a table for people. */
export const unmatchedTable = (events: readonly PrintedUnmatched[]): string =>
  textTable(
    ["sport", "start", "home", "away", "book", "reason", "prices", "might mean"],
    events.map((event) => [
      event.sport,
      String(event.commence_time),
      event.home,
      event.away,
      event.book,
      event.reason,
      String(event.prices),
      event.fixtures.join(" "),
    ]),
  );

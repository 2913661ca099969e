import { unmatchedReasons } from "@/server/ingest/matching/unmatched-reasons";
import type { SerializedUnmatched } from "@/server/ingest/recorder/serialize-report";
import { withheldReasons } from "@/server/market/board/load-withheld";
import { textTable } from "@/server/ops/text-table";

const explanations: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...unmatchedReasons, ...withheldReasons }),
);

/** Explains the reasons of the events, one reason per line. */
export const explainReasons = (events: readonly SerializedUnmatched[]): string =>
  [...new Set(events.map(({ reason }) => reason))]
    .sort()
    .map((reason) => `${reason}: ${explanations.get(reason) ?? "A reason that this version does not know."}`)
    .join("\n");

export const unmatchedTable = (events: readonly SerializedUnmatched[]): string =>
  textTable(
    ["sport", "start", "home", "away", "book", "reason", "prices", "candidates"],
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

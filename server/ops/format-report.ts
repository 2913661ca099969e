import type { SerializedReport } from "@/server/ingest/recorder/serialize-report";
import { readableLines } from "@/server/ops/command-line";
import { unmatchedTable } from "@/server/ops/describe-unmatched";

const maxShown = 20;

/** Formats the report on recorded prices as text. */
export const formatReport = (
  { unmatched_events: events, unmatched_events_left_out: leftOut, ...report }: SerializedReport,
  { verbose }: { readonly verbose?: true },
): string => {
  const lines = [readableLines(report)];
  if (events.length === 0) return lines.join("\n");
  const shown = verbose === true ? events : events.slice(0, maxShown);
  lines.push("", `unmatched events: ${events.length}`, unmatchedTable(shown));
  if (shown.length < events.length)
    lines.push(`and ${events.length - shown.length} more; --verbose prints all`);
  if (leftOut > 0)
    lines.push(`not listed here: more unmatched events, which the snapshots contained ${leftOut} times`);
  return lines.join("\n");
};

import type { Queryable } from "@/db/connect";
import { type RecordReport, replaceMatched } from "@/server/ingest/recorder/report";
import { loadWithheld } from "@/server/market/board/load-withheld";

/**
 * Moves the events of an import whose fixture was replaced after they had been matched: at the end of the import, they are unmatched.
 * @param sports the keys of the sports that the import recorded.
 * @param now ms since the epoch, by the database's clock.
 */
export const settleUnmatched = async (
  db: Queryable,
  report: RecordReport,
  sports: Iterable<string>,
  now: number,
): Promise<void> => {
  for (const sport of sports)
    for (const withheld of await loadWithheld(db, { sport, now })) {
      const { book, fixture, home, away, start, reason, fixtures, prices } = withheld;
      if (reason !== "opponent_replaced" || !report.matchedFixtures.has(`${book} ${fixture}`)) continue;
      replaceMatched(report, {
        ...{ book, sport, key: fixture, ref: null },
        ...{ home, away, start, reason, fixtures, prices },
      });
    }
};

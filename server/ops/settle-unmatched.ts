import type { Queryable } from "@/db/connect";
import { loadWithheld } from "@/server/board/load-withheld";
import type { RecordReport } from "@/server/recorder/report";
import { loadUnmatched } from "@/server/recorder/store-unmatched";
import { maxRowsPerListing } from "@/server/recorder/unmatched-events";

/** Sport key -> keys of the books that an import recorded in the sport. */
export type ImportedBooks = ReadonlyMap<string, ReadonlySet<string>>;

/** Drops the events that a later snapshot of the import has matched. */
const dropMatched = async (db: Queryable, report: RecordReport, imported: ImportedBooks): Promise<void> => {
  for (const [sport, books] of imported) {
    const stored = await loadUnmatched(db, sport, [...books]);
    for (const [id, event] of report.unmatchedEvents) {
      if (event.sport !== sport) continue;
      const rows = stored.get(event.book);
      // A full listing does not store every unmatched event.
      if ((rows?.size ?? 0) < maxRowsPerListing && rows?.has(event.key) !== true)
        report.unmatchedEvents.delete(id);
    }
  }
};

/** Adds the events whose fixture was replaced after they had been matched. */
const addReplaced = async (
  db: Queryable,
  report: RecordReport,
  imported: ImportedBooks,
  now: number,
): Promise<void> => {
  for (const [sport, books] of imported)
    for (const withheld of await loadWithheld(db, { sport, now })) {
      if (withheld.reason !== "opponent_replaced" || !books.has(withheld.book)) continue;
      const { book, home, away, start, reason, fixtures, prices } = withheld;
      const key = `${home} - ${away} ${start}`;
      report.unmatchedEvents.set(`${book} ${sport} ${key}`, {
        ...{ book, sport, key, ref: null },
        ...{ home, away, start, reason, fixtures, prices },
      });
      report.events.matched -= 1;
      report.events.unmatched += 1;
    }
};

/**
 * Brings a report's unmatched events to the state at the end of an import. While an import runs, a later snapshot can match an event, or
 * show that a matched event's opponent was replaced.
 * @param now ms since the epoch, by the database's clock.
 */
export const settleUnmatched = async (
  db: Queryable,
  report: RecordReport,
  imported: ImportedBooks,
  now: number,
): Promise<void> => {
  await dropMatched(db, report, imported);
  await addReplaced(db, report, imported, now);
};

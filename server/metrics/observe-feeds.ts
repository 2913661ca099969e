import type { Registry } from "prom-client";
import { findCatalogueBook } from "@/server/catalogue/books";
import { feedNames } from "@/server/config";
import { rejectionReasons } from "@/server/feeds/rejection-reasons";
import { defineFeedMetrics } from "@/server/metrics/definitions";
import type { ObserveFeed } from "@/server/recorder/run-feed";

/** A feed may invent books without end: so many beyond the catalogue have series of their own. */
export const maxOtherBooks = 100;

const knownFeeds: ReadonlySet<string> = new Set(feedNames);
const knownReasons: ReadonlySet<string> = new Set(rejectionReasons);

/** A label for a book: its key where it is of the catalogue, or one of the first that the database learned; else `other`. */
const createLabelBook = (): ((book: string, isRecorded: boolean) => string) => {
  const learned = new Set<string>();
  return (book, isRecorded) => {
    if (findCatalogueBook(book) !== undefined || learned.has(book)) return book;
    if (!isRecorded || learned.size >= maxOtherBooks) return "other";
    learned.add(book);
    return book;
  };
};

/** Counts what feeds deliver and what becomes of it. */
export const createObserveFeeds = (registry: Registry): ((name: string) => ObserveFeed) => {
  const metrics = defineFeedMetrics(registry);
  const labelBook = createLabelBook();
  return (name) => {
    const feed = knownFeeds.has(name) ? name : "other";
    metrics.failures.inc({ feed }, 0);
    return {
      failed: () => metrics.failures.inc({ feed }),
      recorded: (key, { snapshots, events, prices, rejected }, isRecorded) => {
        const labels = { feed, book: labelBook(key, isRecorded) };
        metrics.snapshots.inc(labels, snapshots);
        metrics.pricesSeen.inc(labels, prices.seen);
        metrics.pricesChanged.inc(labels, prices.changed);
        metrics.eventsSeen.inc(labels, events.seen);
        metrics.eventsMatched.inc(labels, events.matched);
        for (const [reason, count] of Object.entries(rejected))
          metrics.pricesRejected.inc(
            { ...labels, reason: knownReasons.has(reason) ? reason : "other" },
            count,
          );
        if (isRecorded) metrics.lastSuccess.set(labels, Date.now() / 1000);
      },
    };
  };
};

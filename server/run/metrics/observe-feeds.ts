import type { Registry } from "prom-client";
import { feedNames } from "@/server/config";
import { findCatalogueBook } from "@/server/domain/catalogue/books";
import { deliverySource } from "@/server/ingest/delivery/record-delivery";
import { rejectionReasons } from "@/server/ingest/feeds/rejection-reasons";
import type { ObserveVenue } from "@/server/ingest/polling/run-venues";
import { defineFeedMetrics } from "@/server/run/metrics/definitions";

/**
 * How many books outside the catalogue get their own time series in Prometheus. Without this limit, a feed with many such books could
 * create any number of time series.
 */
export const maxOtherBooks = 100;

const knownFeeds: ReadonlySet<string> = new Set([...feedNames, deliverySource.feed]);
const knownReasons: ReadonlySet<string> = new Set(rejectionReasons);

/**
 * Returns a function that returns a book's label. Books of the catalogue are labelled with their own keys. So are the first `maxOtherBooks`
 * other books that had a usable snapshot. All further books are labelled `other`.
 */
const createLabelBook = (): ((book: string, isRecorded: boolean) => string) => {
  const learned = new Set<string>();
  return (book, isRecorded) => {
    if (findCatalogueBook(book) !== undefined || learned.has(book)) return book;
    if (!isRecorded || learned.size >= maxOtherBooks) return "other";
    learned.add(book);
    return book;
  };
};

const statusLabel = (status: number | undefined): string => {
  if (status === undefined) return "none";
  return status === 429 ? "429" : `${Math.floor(status / 100)}xx`;
};

/** Returns a function that creates the metrics observer of a feed. */
export const createObserveFeeds = (registry: Registry): ((name: string) => ObserveVenue) => {
  const metrics = defineFeedMetrics(registry);
  const labelBook = createLabelBook();
  return (name) => {
    const feed = knownFeeds.has(name) ? name : "other";
    metrics.failures.inc({ feed }, 0);
    return {
      failed: () => metrics.failures.inc({ feed }),
      requested: (status) => metrics.requests.inc({ feed, status: statusLabel(status) }),
      polled: ({ shard, finishedAt, error, credits }) => {
        metrics.credits.inc({ feed }, credits);
        if (error === undefined) metrics.lastPoll.set({ feed, shard }, finishedAt / 1000);
      },
      held: (_, isHeld) => metrics.shards.inc({ feed }, isHeld ? 1 : -1),
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

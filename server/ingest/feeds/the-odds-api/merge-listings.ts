import { groupBy } from "@/server/domain/collections";
import type { BookEvent } from "@/server/ingest/feeds/gather-snapshots";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import type { EventListing, SourceQuote } from "@/server/ingest/feeds/the-odds-api/event-listing";

type MergedMarket = {
  readonly key: string;
  /** As in a snapshot: undefined if the market has the same time as the event (`MergedEvent.fetchedAt`). */
  readonly fetchedAt: string | null | undefined;
  readonly quotes: readonly SourceQuote[];
  readonly isDamaged: boolean;
};

export type MergedEvent = BookEvent & { readonly markets: readonly MergedMarket[] };

const identityOf = ({ recordedAt, sport, book, id, commenceTime, home, away }: EventListing): string =>
  JSON.stringify([recordedAt, sport, book, id, commenceTime, home, away]);

const newestOf = (times: readonly (string | null)[]): string | null => {
  const stated = times.filter((time) => time !== null);
  const readable = stated.filter((time) => !Number.isNaN(parseTime(time)));
  const newest = readable.reduce<string | null>(
    (latest, time) => (latest === null || parseTime(time) > parseTime(latest) ? time : latest),
    null,
  );
  return newest ?? stated[0] ?? null;
};

const ownTime = (listing: EventListing, lastUpdate: string | null): string | null =>
  lastUpdate ?? listing.lastUpdate;

const stated = (texts: readonly (string | undefined)[]): string | undefined =>
  texts.find((text) => text !== undefined);

const merge = (listings: readonly [EventListing, ...EventListing[]]): MergedEvent => {
  const [first] = listings;
  const ofBook = newestOf(listings.map(({ lastUpdate }) => lastUpdate));
  const ofMarkets = listings.flatMap(({ markets }) => markets.map(({ lastUpdate }) => lastUpdate));
  const fetchedAt = ofBook ?? newestOf(ofMarkets);
  return {
    ...first,
    ref: first.id,
    bookEventId: stated(listings.map(({ bookEventId }) => bookEventId)) ?? null,
    link: stated(listings.map(({ link }) => link)),
    fetchedAt,
    markets: listings.flatMap((listing) =>
      listing.markets.map(({ key, lastUpdate, quotes, isDamaged = false }) => {
        const own = ownTime(listing, lastUpdate);
        return { key, quotes, isDamaged, fetchedAt: own === fetchedAt ? undefined : own };
      }),
    ),
  };
};

/**
 * Merges listings that have the same event, book and recording time. The fetch time of the merged event is the newest time that the source
 * states for the book. Some responses state times for markets only. Then the fetch time is the newest time of the event's markets.
 * @param listings is emptied, so that a large response is not in memory twice.
 */
export function* mergeListings(listings: EventListing[]): Generator<MergedEvent> {
  const groups = groupBy(listings, identityOf);
  listings.length = 0;
  for (const [identity, group] of groups) {
    groups.delete(identity);
    yield merge(group);
  }
}

import type { BookEvent } from "@/server/feeds/gather-snapshots";
import { parseTime } from "@/server/feeds/parse-time";
import type { ListedQuote, Listing } from "@/server/feeds/the-odds-api/listing";

type MergedMarket = {
  readonly key: string;
  /** As in a snapshot: undefined where the book's time is the market's. */
  readonly fetchedAt: string | null | undefined;
  readonly quotes: readonly ListedQuote[];
  readonly isDamaged: boolean;
};

export type MergedEvent = BookEvent & { readonly markets: readonly MergedMarket[] };

const identityOf = ({ recordedAt, sport, book, id, commenceTime, home, away }: Listing): string =>
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

const ownTime = (listing: Listing, lastUpdate: string | null): string | null =>
  lastUpdate ?? listing.lastUpdate;

const merge = (listings: readonly [Listing, ...Listing[]]): MergedEvent => {
  const [first] = listings;
  const ofBook = newestOf(listings.map(({ lastUpdate }) => lastUpdate));
  const ofMarkets = listings.flatMap(({ markets }) => markets.map(({ lastUpdate }) => lastUpdate));
  const fetchedAt = ofBook ?? newestOf(ofMarkets);
  return {
    ...first,
    ref: first.id,
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
 * One record for each event and book of a request. The book's fetch time is the newest that the source gives it there or, as newer
 * answers give times to markets alone, the newest of its markets'; a market without a time of its own keeps its record's, or none.
 *
 * @param listings is emptied, so that a large answer is not held twice.
 */
export function* mergeListings(listings: Listing[]): Generator<MergedEvent> {
  const groups = new Map<string, [Listing, ...Listing[]]>();
  for (const listing of listings) {
    const identity = identityOf(listing);
    const group = groups.get(identity);
    if (group === undefined) groups.set(identity, [listing]);
    else group.push(listing);
  }
  listings.length = 0;
  for (const [identity, group] of groups) {
    groups.delete(identity);
    yield merge(group);
  }
}

import { findCatalogueBook } from "@/server/domain/catalogue/books";
import { canonicalMarketKey, findMarket } from "@/server/domain/catalogue/markets";
import { ownValue } from "@/server/domain/catalogue/own-value";
import { getOrInsert, groupBy } from "@/server/domain/collections";
import { createGatherer } from "@/server/ingest/feeds/gather-snapshots";
import { type ItemsBySport, type ReadItem, rejectedItem } from "@/server/ingest/feeds/reader";
import type { BookSnapshot, SnapshotOutcome } from "@/server/ingest/feeds/snapshot";
import type { EventListing, SourceQuote } from "@/server/ingest/feeds/the-odds-api/event-listing";
import { mergeListings } from "@/server/ingest/feeds/the-odds-api/merge-listings";
import { type Notation, notationOf } from "@/server/ingest/feeds/the-odds-api/price-notation";
import { type OutcomeSubject, readOutcome, teamsOf } from "@/server/ingest/feeds/the-odds-api/read-outcome";

const sizeKinds: Readonly<Record<string, string>> = { exchange: "resting_depth", sportsbook: "posted_limit" };

const sizeOf = (book: string, betLimit: number) => {
  const kind = ownValue(sizeKinds, findCatalogueBook(book)?.kind ?? "");
  const isUsable = Number.isFinite(betLimit) && betLimit >= 0;
  return kind === undefined || !isUsable ? {} : { size: { kind, amount: betLimit } };
};

const toOutcome = (
  subject: OutcomeSubject,
  { price, point, betLimit }: SourceQuote,
  notation: Notation,
  book: string,
): SnapshotOutcome => ({
  ...subject,
  ...(notation === "american" ? { american: price } : { decimal: price }),
  ...(point !== undefined && { point }),
  ...(betLimit !== undefined && sizeOf(book, betLimit)),
});

function* pricesOf(listings: readonly EventListing[]): Generator<number> {
  for (const { markets } of listings)
    for (const { quotes } of markets) for (const { price } of quotes) yield price;
}

const requestOf = (recordedAt: string | undefined, sport: string): string =>
  JSON.stringify([recordedAt, sport]);

/**
 * Returns a function that finds a snapshot's scope: all known market keys in the response from which the snapshot was read, whatever the
 * event or book. Listings with the same recording time and sport count as one response.
 */
const scopesOf = (listings: readonly EventListing[]) => {
  const scopes = new Map<string, Set<string>>();
  for (const { recordedAt, sport, markets } of listings) {
    const request = requestOf(recordedAt, sport);
    const scope = getOrInsert(scopes, request, () => new Set<string>());
    for (const { key } of markets) {
      const canonical = canonicalMarketKey(key);
      if (findMarket(canonical) !== undefined) scope.add(canonical);
    }
  }
  return ({ recorded_at, sport }: BookSnapshot): string[] =>
    [...(scopes.get(requestOf(recorded_at, sport)) ?? [])].sort();
};

const bySport = (listings: readonly EventListing[]): Map<string, EventListing[]> => {
  const sports = groupBy(listings, (listing) => listing.sport);
  return sports;
};

function* itemsOfSport(
  listings: EventListing[],
  notation: Notation,
  scopeOf: (snapshot: BookSnapshot) => readonly string[],
): Generator<ReadItem> {
  const gatherer = createGatherer(scopeOf);
  for (const event of mergeListings(listings)) {
    const { home, away, book } = event;
    const add = gatherer.event(event);
    const teams = teamsOf(event);
    for (const market of event.markets) {
      const key = canonicalMarketKey(market.key);
      const catalogueMarket = findMarket(key);
      if (market.isDamaged) gatherer.unread(event, key);
      for (const quote of market.quotes) {
        // `checkSnapshot` rejects the whole market if the market is unknown, and the whole event if a team has no name. In both cases,
        // `checkSnapshot` only counts the prices, so every outcome can get the same side here.
        const isCountedOnly = catalogueMarket === undefined || home.trim() === "" || away.trim() === "";
        const subject: OutcomeSubject | undefined = isCountedOnly
          ? { side: "home" }
          : readOutcome(quote, catalogueMarket, teams);
        if (subject !== undefined) add(key, toOutcome(subject, quote, notation, book), market.fetchedAt);
        else {
          gatherer.unread(event, key);
          yield rejectedItem("unknown_outcome", `${away} at ${home}: ${book} ${key} "${quote.name}"`);
        }
      }
    }
  }
  for (const snapshot of gatherer.snapshots()) yield { kind: "snapshot", snapshot };
}

/**
 * Converts the listings of one file to book snapshots, sport by sport. Rejects a price if the name of its outcome does not identify a bet.
 * Empties `listings`.
 */
export const listSnapshots = (listings: EventListing[]): ItemsBySport => {
  const notation = notationOf(pricesOf(listings));
  const scopeOf = scopesOf(listings);
  // A listing without prices counts as one price.
  const prices = listings.reduce(
    (sum, { markets }) =>
      sum +
      Math.max(
        1,
        markets.reduce((ofEvent, { quotes }) => ofEvent + quotes.length, 0),
      ),
    0,
  );
  const sports = bySport(listings);
  listings.length = 0;
  function* items(): Generator<ReadItem> {
    for (const [sport, ofSport] of sports) {
      sports.delete(sport);
      yield* itemsOfSport(ofSport, notation, scopeOf);
    }
  }
  return { prices, [Symbol.iterator]: items };
};

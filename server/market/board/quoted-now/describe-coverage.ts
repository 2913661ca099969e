import { compare, getOrInsert } from "@/server/domain/collections";
import { hourMs } from "@/server/domain/durations";
import { priceLifeMs } from "@/server/domain/prices/freshness";
import type { BoardFixture } from "@/server/market/board/board";
import { type Expiring, freshMarkets, ownStartOf, startOf } from "@/server/market/board/fresh-prices";
import type { FindBook } from "@/server/market/board/quote-markets";
import type { CheckAges, SportCoverage } from "@/server/market/board/quoted-now/coverage";

/** A book's events count as seen for this long after their last check. */
export const seenMs = hourMs;

type Tally = {
  fixtures: number;
  readonly markets: Set<string>;
  /** Ages of the newest measured fetch of each fixture, in ms. */
  readonly ages: number[];
  newestCheck: number;
  matchedFixtures: number;
};

const newTally = (): Tally => ({
  fixtures: 0,
  markets: new Set(),
  ages: [],
  newestCheck: Number.NEGATIVE_INFINITY,
  matchedFixtures: 0,
});

/** The nearest-rank percentile of sorted values. */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;

const agesOf = (ages: readonly number[]): CheckAges | null => {
  if (ages.length === 0) return null;
  const sorted = [...ages].sort((a, b) => a - b);
  return {
    p50: Math.floor(percentile(sorted, 0.5) / 1000),
    p95: Math.floor(percentile(sorted, 0.95) / 1000),
  };
};

/** Describes what the upcoming fixtures of a sport offer now. Iterates over all their prices, so the result must be cached. */
export const describeSportCoverage = (
  key: string,
  fixtures: readonly BoardFixture[],
  findBook: FindBook,
  now: number,
): Expiring<SportCoverage> => {
  let until = Number.POSITIVE_INFINITY;
  const tallies = new Map<string, Tally>();
  const markets = new Map<string, { fixtures: number; readonly books: Set<string> }>();
  for (const fixture of fixtures) {
    until = Math.min(until, startOf(fixture));
    const inFixture = new Set<string>();
    for (const held of fixture.books.values()) {
      const book = findBook(held.key);
      if (book === undefined || held.markets.size === 0) continue;
      const tally = getOrInsert(tallies, held.key, newTally);
      let newest = Number.NEGATIVE_INFINITY;
      for (const { checkedAt } of held.markets.values()) newest = Math.max(newest, checkedAt);
      tally.newestCheck = Math.max(tally.newestCheck, newest);
      if (newest > now - seenMs) tally.matchedFixtures += 1;
      const leavesAt = ownStartOf(held);
      if (held.isWithheld || leavesAt <= now) continue;
      const fresh = freshMarkets(held, book, [...held.markets.keys()], now);
      until = Math.min(until, fresh.until, leavesAt);
      if (fresh.value.length === 0) continue;
      tally.fixtures += 1;
      let fetchedAt: number | null = null;
      for (const market of fresh.value) {
        tally.markets.add(market.key);
        inFixture.add(market.key);
        const ofMarket = getOrInsert(markets, market.key, () => ({ fixtures: 0, books: new Set<string>() }));
        ofMarket.books.add(held.key);
        if (market.fetchedAt !== null) fetchedAt = Math.max(fetchedAt ?? 0, market.fetchedAt);
      }
      if (fetchedAt !== null) tally.ages.push(Math.max(0, now - fetchedAt));
    }
    for (const market of inFixture) {
      const ofMarket = markets.get(market);
      if (ofMarket !== undefined) ofMarket.fixtures += 1;
    }
  }
  return {
    value: {
      key,
      fixtures: fixtures.length,
      markets: new Map(
        [...markets]
          .sort(([a], [b]) => compare(a, b))
          .map(([market, { fixtures: count, books }]) => [
            market,
            { fixtures: count, books: [...books].sort() },
          ]),
      ),
      books: [...tallies]
        .sort(([a], [b]) => compare(a, b))
        .map(([book, tally]) => ({
          key: book,
          fixtures: tally.fixtures,
          markets: tally.markets.size,
          checkAges: agesOf(tally.ages),
          isLate: now - tally.newestCheck > priceLifeMs(findBook(book)?.updateIntervalSeconds ?? null),
          matchedFixtures: tally.matchedFixtures,
        })),
    },
    until,
  };
};

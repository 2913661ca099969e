import type { Book } from "@/server/domain/catalogue/books";
import { compare, getOrInsert } from "@/server/domain/collections";
import { hourMs } from "@/server/domain/durations";
import { priceLifeMs } from "@/server/domain/prices/freshness";
import type { BoardBook, BoardFixture, BoardMarket } from "@/server/market/board/board";
import {
  type Expiring,
  freshMarkets,
  newestCheck,
  ownStartOf,
  startOf,
} from "@/server/market/board/fresh-prices";
import type { FindBook } from "@/server/market/board/quote-markets";
import type { CheckAges, SportCoverage } from "@/server/market/board/quoted-now/coverage";

/** A fixture counts in `matchedFixtures` if the book's prices for it were checked within this time. */
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

/** The book's prices for a fixture that are served now. None if the book is withheld, or if the start that it states has passed. */
const servedMarkets = (boardBook: BoardBook, book: Book, now: number): Expiring<readonly BoardMarket[]> => {
  const bookStartsAt = ownStartOf(boardBook);
  if (boardBook.isWithheld || bookStartsAt <= now) return { value: [], until: Number.POSITIVE_INFINITY };
  const fresh = freshMarkets(boardBook, book, [...boardBook.markets.keys()], now);
  return { value: fresh.value, until: Math.min(fresh.until, bookStartsAt) };
};

/** Counts a fixture of a book. A fixture without a served price counts only as matched. */
const countFixture = (
  tally: Tally,
  boardBook: BoardBook,
  served: readonly BoardMarket[],
  now: number,
): void => {
  const newest = newestCheck(boardBook);
  tally.newestCheck = Math.max(tally.newestCheck, newest);
  if (newest > now - seenMs) tally.matchedFixtures += 1;
  if (served.length === 0) return;
  tally.fixtures += 1;
  for (const { key } of served) tally.markets.add(key);
  const fetchTimes = served.flatMap(({ fetchedAt }) => (fetchedAt === null ? [] : [fetchedAt]));
  if (fetchTimes.length > 0) tally.ages.push(Math.max(0, now - Math.max(...fetchTimes)));
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
    for (const boardBook of fixture.books.values()) {
      const book = findBook(boardBook.key);
      if (book === undefined || boardBook.markets.size === 0) continue;
      const served = servedMarkets(boardBook, book, now);
      until = Math.min(until, served.until);
      countFixture(getOrInsert(tallies, boardBook.key, newTally), boardBook, served.value, now);
      for (const market of served.value) {
        inFixture.add(market.key);
        const ofMarket = getOrInsert(markets, market.key, () => ({ fixtures: 0, books: new Set<string>() }));
        ofMarket.books.add(boardBook.key);
      }
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

import type { Market } from "@/server/domain/catalogue/markets";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { Size } from "@/server/domain/prices/outcome";
import type { DemoBook } from "@/server/ingest/feeds/demo/demo-books";
import { expectationOf } from "@/server/ingest/feeds/demo/expectation";
import { listedBeforeStartMs } from "@/server/ingest/feeds/demo/leagues";
import { type BetGroup, fairGameBets, gameMarketsOf } from "@/server/ingest/feeds/demo/quote-game-markets";
import { fairPropBets, propMarketsOf } from "@/server/ingest/feeds/demo/quote-props";
import { hashText, mix, random01 } from "@/server/ingest/feeds/demo/random";
import { roundPrice, withMargin } from "@/server/ingest/feeds/demo/round-price";
import type { DemoFixture } from "@/server/ingest/feeds/demo/schedule";
import { spellingOf } from "@/server/ingest/feeds/demo/team-names";
import type { SnapshotEvent, SnapshotMarket, SnapshotOutcome } from "@/server/ingest/feeds/snapshot";

/**
 * Which markets to quote once the fixture's time `featuredFrom` has come. `main`: only main markets. `common`: main markets and common
 * props. `all`: every market that the book has. Before `featuredFrom`, only main markets are quoted, whatever the breadth.
 */
export type MarketBreadth = "main" | "common" | "all";
const openingSpreadMs = 10 * minuteMs;
const carelessShare = 0.2;

/** Whether the book lists the fixture at the time `at` (ms). All books begin to list a fixture within the same ten minutes. */
export const isListed = (book: DemoBook, fixture: DemoFixture, at: number): boolean => {
  const untilStartMs = fixture.start - at;
  return (
    untilStartMs > 0 &&
    untilStartMs <= listedBeforeStartMs - openingSpreadMs * random01(mix(book.seed, fixture.seed, 1))
  );
};

/** Books change a price rarely when the start is far away, and often shortly before it. */
const repriceMs = (leftMs: number): number => {
  if (leftMs > 12 * hourMs) return 4 * hourMs;
  return leftMs > 2 * hourMs ? 40 * minuteMs : 8 * minuteMs;
};

/** The time (ms) of the book's last price change before `at`. */
const pricedAt = (book: DemoBook, fixture: DemoFixture, salt: number, at: number): number => {
  const step = repriceMs(fixture.start - at);
  const phase = random01(mix(book.seed, fixture.seed, salt)) * step;
  return Math.floor((at - phase) / step) * step + phase;
};

/** Three-way markets, ladders and props have a higher margin than the main two-way markets. */
const marginOf = (book: DemoBook, { role }: Market, bets: number): number =>
  Math.min(0.075, book.margin * { main: 1, other: 1.2, prop: 1.5 }[role] * (bets > 2 ? 1.35 : 1));

const limitShares: Readonly<Record<Market["role"], number>> = { main: 1, other: 0.25, prop: 0.1 };

/** How much can be bet at a price; undefined if the book publishes no limit. */
const sizeOf = (book: DemoBook, { role }: Market, seed: number): Size | undefined => {
  const stake = (0.15 + random01(seed) ** 3) * limitShares[role];
  if (book.kind === "exchange") return { kind: "resting_depth", amount: Math.ceil(600 * stake) * 20 };
  if (book.kind === "prediction_market") return { kind: "contracts", amount: Math.ceil(800 * stake) * 50 };
  const amount = book.postedLimit * limitShares[role];
  return amount === 0 ? undefined : { kind: "posted_limit", amount };
};

const opposite = { home: "away", away: "home" } as const;

/** Returns one market with the book's prices. If the book lists the away team first, home and away are swapped. */
const priceBets = (
  book: DemoBook,
  market: Market,
  groups: readonly BetGroup[],
  seed: number,
): SnapshotMarket => {
  const outcomes: SnapshotOutcome[] = [];
  for (const group of groups) {
    const fair = group.map(({ probability }) => probability);
    const implied = withMargin(fair, marginOf(book, market, group.length));
    for (const [index, { side, point, team, player }] of group.entries()) {
      const size = sizeOf(book, market, mix(seed, outcomes.length));
      const isSwapped = book.awayFirst;
      outcomes.push({
        side: isSwapped && (side === "home" || side === "away") ? opposite[side] : side,
        ...roundPrice(book.notation, implied[index] ?? 0),
        ...(point !== undefined && { point }),
        ...(team !== undefined && { team: isSwapped ? opposite[team] : team }),
        ...(player !== undefined && { player }),
        ...(size !== undefined && { size }),
      });
    }
  }
  return { key: market.key, outcomes };
};

const quoteMarkets = (
  book: DemoBook,
  fixture: DemoFixture,
  at: number,
  breadth: MarketBreadth,
): SnapshotMarket[] => {
  const { league } = fixture;
  const featured = at >= fixture.featuredFrom;
  const quote = (market: Market, betsAt: (moment: number) => BetGroup[]): SnapshotMarket[] => {
    const salt = hashText(market.key);
    const moment = pricedAt(book, fixture, salt, at);
    const groups = betsAt(moment);
    if (groups.length === 0) return [];
    return [priceBets(book, market, groups, mix(fixture.seed, salt, Math.floor(moment / minuteMs)))];
  };
  const games = gameMarketsOf(league, featured && breadth === "all" ? book.breadth : "main");
  const allProps = propMarketsOf(league, book.props);
  const props = breadth === "common" && book.props === "all" ? propMarketsOf(league, "common") : allProps;
  return [
    ...games.flatMap((market) =>
      quote(market, (moment) =>
        fairGameBets(league, market, expectationOf(book, fixture, market.period, moment)),
      ),
    ),
    ...(featured && breadth !== "main" ? props : []).flatMap((prop) =>
      quote(prop.market, (moment) => fairPropBets(book, fixture, prop, moment)),
    ),
  ];
};

const namesOf = (book: DemoBook, { league, seed, home, away }: DemoFixture) => {
  const isCareless = book.names === "careless" && random01(mix(book.seed, seed, 3)) < carelessShare;
  const style = book.names === "careless" && !isCareless ? "canonical" : book.names;
  return {
    home: spellingOf(league, home, isCareless ? "canonical" : style),
    away: spellingOf(league, away, style),
  };
};

/** The fixture as the book lists and prices it at the time `at` (ms); undefined while the book does not list it. */
export const quoteEvent = (
  book: DemoBook,
  fixture: DemoFixture,
  at: number,
  breadth: MarketBreadth = "all",
): SnapshotEvent | undefined => {
  if (!isListed(book, fixture, at)) return undefined;
  const { home, away } = namesOf(book, fixture);
  return {
    ref: mix(book.seed, fixture.seed).toString(36),
    commence_time: new Date(fixture.start).toISOString(),
    home: book.awayFirst ? away : home,
    away: book.awayFirst ? home : away,
    markets: quoteMarkets(book, fixture, at, breadth),
  };
};

import { findMarket, type Market, type Period } from "@/server/catalogue/markets";
import { findSport, type Sport } from "@/server/catalogue/sports";
import { chancesOf, isOffBoard, openingMs, pricedAt, type Rhythm } from "@/server/feeds/demo/book-view";
import type { DemoBook } from "@/server/feeds/demo/demo-books";
import { makePrice, withMargin } from "@/server/feeds/demo/make-price";
import {
  type BetGroup,
  fairGameBets,
  gameMarketsOf,
  isMainMarket,
} from "@/server/feeds/demo/quote-game-markets";
import { fairPropBets } from "@/server/feeds/demo/quote-props";
import { hashText, mix, unit } from "@/server/feeds/demo/random";
import type { DemoFixture } from "@/server/feeds/demo/schedule";
import { namesIn } from "@/server/feeds/demo/team-names";
import type { SnapshotEvent, SnapshotMarket, SnapshotOutcome } from "@/server/feeds/snapshot";
import type { Size } from "@/server/prices/outcome";

/** How much of what the book has is asked for. `common`: the main markets, and the usual props. */
export type Extent = "main" | "common" | "all";

type Quoting = {
  readonly book: DemoBook;
  readonly fixture: DemoFixture;
  readonly sport: Sport;
  /** Swaps the sides where the book lists the away team first. */
  readonly turned: boolean;
};

const opposite = { home: "away", away: "home" } as const;

/** The margin of a three-way market is about half as high again; the other markets of a fixture cost more than its main ones. */
const marginOf = (book: DemoBook, market: Market, bets: number): number => {
  const role = market.role === "prop" ? 1.5 : isMainMarket(market) ? 1 : 1.2;
  return Math.min(0.075, book.margin * role * (bets > 2 ? 1.35 : 1));
};

const roundAmount = (amount: number): number => {
  const magnitude = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1);
  return Math.round(amount / magnitude) * magnitude;
};

const limitShares: Readonly<Record<Market["role"], number>> = { main: 1, other: 0.25, prop: 0.1 };

/** What the book says can be staked: a limit by market, or what happens to lie at this price. */
const sizeOf = (book: DemoBook, market: Market, seed: number, bet: number): Size | undefined => {
  const share = limitShares[market.role] * (market.period === "full" ? 1 : 0.5);
  if (book.kind === "sportsbook")
    return book.postedLimit === 0
      ? undefined
      : { kind: "posted_limit", amount: roundAmount(book.postedLimit * share) };
  const depth = (0.15 + unit(mix(seed, bet)) ** 3) * share;
  return book.kind === "exchange"
    ? { kind: "resting_depth", amount: roundAmount(12_000 * depth) }
    : { kind: "contracts", amount: roundAmount(40_000 * depth) };
};

const salts = new Map<string, number>();

const saltOf = (text: string): number => {
  const known = salts.get(text);
  if (known !== undefined) return known;
  const salt = hashText(text);
  salts.set(text, salt);
  return salt;
};

const quoteMarket = (
  { book, fixture, turned }: Quoting,
  key: string,
  groups: readonly BetGroup[],
  revision: number,
): SnapshotMarket | undefined => {
  const market = findMarket(key);
  if (market === undefined) return undefined;
  const seed = mix(fixture.seed, mix(book.seed, saltOf(key)), revision);
  const outcomes: SnapshotOutcome[] = [];
  for (const group of groups) {
    const fair = group.map(({ probability }) => probability);
    const margin = marginOf(book, market, group.length);
    // A bet without its counterpart carries half of what the two would carry.
    const [single = 0] = fair;
    const costs = group.length === 1 ? [single + margin / 2] : withMargin(fair, margin);
    for (const [index, bet] of group.entries()) {
      const { side, point, team, player } = bet;
      const size = sizeOf(book, market, seed, outcomes.length + 1);
      outcomes.push({
        side: turned && (side === "home" || side === "away") ? opposite[side] : side,
        ...makePrice(book, costs[index] ?? single),
        ...(point !== undefined && { point }),
        ...(team !== undefined && { team: turned ? opposite[team] : team }),
        ...(player !== undefined && { player }),
        ...(size !== undefined && { size }),
      });
    }
  }
  return { key, outcomes };
};

const frozenShare = 0.07;

/** Some markets are opened and never touched again. */
const momentOf = (quoting: Quoting, rhythm: Rhythm, salt: number, at: number) => {
  const { book, fixture } = quoting;
  const frozen = unit(mix(fixture.seed, mix(book.seed, salt), 41)) < frozenShare;
  return pricedAt(book, fixture, rhythm, frozen ? fixture.start - openingMs(book, fixture, rhythm) : at);
};

/** Markets by what they are priced from: one period, at one moment. */
const quoteGame = (quoting: Quoting, asked: readonly Market[], at: number): SnapshotMarket[] => {
  const { book, fixture, sport } = quoting;
  const groups = new Map<string, { period: Period; moment: number; revision: number; markets: Market[] }>();
  for (const market of asked) {
    const main = isMainMarket(market);
    const salt = saltOf(main ? market.family : market.period);
    const { moment, revision } = momentOf(quoting, main ? "main" : "derived", salt, at);
    const name = `${market.period} ${moment}`;
    const group = groups.get(name) ?? { period: market.period, moment, revision, markets: [] };
    group.markets.push(market);
    groups.set(name, group);
  }
  return [...groups.values()].flatMap(({ period, moment, revision, markets }) => {
    const chances = chancesOf(book, fixture, period, moment);
    return [...fairGameBets(sport, fixture.league, chances, markets)].flatMap(
      ([key, bets]) => quoteMarket(quoting, key, bets, revision) ?? [],
    );
  });
};

const quoteProps = (quoting: Quoting, at: number, extent: Extent): SnapshotMarket[] => {
  const { book, fixture, sport } = quoting;
  // Every stat of every league would be more than a laptop records without effort.
  const { principal, region } = fixture.league;
  const every = extent === "all" && (principal || region === "world");
  const offer = book.props === "every" && !every ? "common" : book.props;
  const { moment, revision } = momentOf(quoting, "props", 0, at);
  return [...fairPropBets(sport, book, fixture, moment, offer)].flatMap(
    ([key, bets]) => quoteMarket(quoting, key, bets, revision) ?? [],
  );
};

const refOf = (book: DemoBook, fixture: DemoFixture): string =>
  `${book.key.slice(0, 2)}-${mix(book.seed, fixture.seed).toString(36)}`;

/** Whether the book has the fixture at `at` (ms): opened, not off its board, not started. */
export const isListed = (book: DemoBook, fixture: DemoFixture, at: number): boolean => {
  const left = fixture.start - at;
  return left > 0 && left <= openingMs(book, fixture, "main") && !isOffBoard(book, fixture, at);
};

/** Whether the book opened the fixture's main markets, or gave them another price, after `since` and not after `at` (ms). */
export const isRepriced = (book: DemoBook, fixture: DemoFixture, since: number, at: number): boolean => {
  if (!isListed(book, fixture, at)) return false;
  const revisionAt = (time: number): number => pricedAt(book, fixture, "main", time).revision;
  return !isListed(book, fixture, since) || revisionAt(at) !== revisionAt(since);
};

/** The fixture as the book lists and prices it at `at` (ms), or undefined while the book does not list it. */
export const quoteEvent = (
  book: DemoBook,
  fixture: DemoFixture,
  at: number,
  extent: Extent = "all",
): SnapshotEvent | undefined => {
  const sport = findSport(fixture.league.key);
  if (sport === undefined || !isListed(book, fixture, at)) return undefined;
  const left = fixture.start - at;
  const quoting = { book, fixture, sport, turned: book.awayFirst };
  const featured = at >= fixture.featuredFrom;
  const deep = featured && extent === "all" && left <= openingMs(book, fixture, "derived");
  const props = featured && extent !== "main" && left <= openingMs(book, fixture, "props");
  const names = namesIn(fixture, book.names);
  return {
    ...(book.refs && { ref: refOf(book, fixture) }),
    commence_time: new Date(fixture.start).toISOString(),
    home: quoting.turned ? names.away : names.home,
    away: quoting.turned ? names.home : names.away,
    markets: [
      ...quoteGame(quoting, gameMarketsOf(sport, deep ? book.depth : "main"), at),
      ...(props ? quoteProps(quoting, at, extent) : []),
    ],
  };
};

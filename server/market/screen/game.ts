import type { Book } from "@/server/domain/catalogue/books";
import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import { findMarket, isLegalFor, markets } from "@/server/domain/catalogue/markets";
import { findSport } from "@/server/domain/catalogue/sports";
import type { BoardFixture } from "@/server/market/board/board";
import type { Expiring } from "@/server/market/board/fresh-prices";
import type { MarketQuote } from "@/server/market/board/quote-markets";
import { listUnmatched, quoteMarkets } from "@/server/market/board/quote-markets";
import type { Mirrors } from "@/server/market/board/quoted-now/watch-mirrors";
import { byDisplayOrder } from "@/server/market/screen/market-order";
import { countBooks, heldMarketKeys } from "@/server/market/screen/quoted-markets";
import type { GameView, MarketChoice } from "@/server/market/screen/views";

/** What a view of a game shows: one market, or all props of one player. */
export type Shown = { readonly market: string } | { readonly player: string };

export const describeMarkets = (counts: ReadonlyMap<string, number>): readonly MarketChoice[] =>
  [...counts.keys()]
    .flatMap((key) => findMarket(key) ?? [])
    .sort(byDisplayOrder)
    .map(({ key, description, role, period }) => ({
      key,
      description,
      role,
      period,
      books: counts.get(key) ?? 0,
    }));

const ofPlayer = (quotes: readonly MarketQuote[], player: string): readonly MarketQuote[] =>
  quotes.flatMap((quote) => {
    const outcomes = quote.outcomes.filter(({ subject }) => subject === player);
    return outcomes.length === 0 ? [] : [{ ...quote, outcomes }];
  });

const headOf = (fixture: FixtureRecord) => ({
  id: fixture.id,
  sport: fixture.sportKey,
  sportTitle: findSport(fixture.sportKey)?.title ?? fixture.sportKey,
  start: fixture.commenceTime,
  homeTeam: fixture.homeTeam,
  awayTeam: fixture.awayTeam,
});

/** The main markets of a full game, whether or not a book quotes them. */
const mainMarkets = (sportKey: string): readonly MarketChoice[] => {
  const sport = findSport(sportKey);
  return markets
    .filter(
      (market) =>
        market.role === "main" &&
        market.period === "full" &&
        sport !== undefined &&
        isLegalFor(market, sport),
    )
    .sort(byDisplayOrder)
    .map(({ key, description, role, period }) => ({ key, description, role, period, books: 0 }));
};

/** A game without prices: it has started, was replaced, or is not in memory. Its markets are those that may have closing prices. */
export const closedGame = (fixture: FixtureRecord, shown: Shown): Omit<GameView, "books"> => ({
  ...headOf(fixture),
  state: "closed",
  ...("market" in shown && { market: shown.market }),
  markets: mainMarkets(fixture.sportKey),
  quotes: [],
  lapsed: [],
  unmatched: [],
  mirrors: {},
});

/** The market whose line a ladder also has: `spreads` for `alternate_spreads`. Undefined if the market is no ladder. */
const mainOfLadder = (key: string): string | undefined =>
  key.startsWith("alternate_") ? findMarket(key.slice("alternate_".length))?.key : undefined;

const lineOf = ({ side, point, subject }: MarketQuote["outcomes"][number]): string =>
  `${side} ${point ?? ""} ${subject ?? ""}`;

/** The quotes of a ladder without the prices that the book also states in the main market. */
const withoutRepeated = (quotes: readonly MarketQuote[], main: string): readonly MarketQuote[] => {
  const ofMain = new Map(
    quotes
      .filter(({ market }) => market === main)
      .map(({ book, outcomes }) => [book, new Set(outcomes.map(lineOf))]),
  );
  return quotes.flatMap((quote) => {
    const repeated = quote.market === main ? undefined : ofMain.get(quote.book);
    if (repeated === undefined) return [quote];
    const outcomes = quote.outcomes.filter((outcome) => !repeated.has(lineOf(outcome)));
    return outcomes.length === 0 ? [] : [{ ...quote, outcomes }];
  });
};

/** A game that has not started and was not replaced, with its prices. */
export const openGame = (
  fixture: BoardFixture,
  shown: Shown,
  findBook: (key: string) => Book | undefined,
  mirrors: Mirrors,
  now: number,
): Expiring<Omit<GameView, "books">> => {
  const counts = countBooks(fixture, findBook, now);
  const unmatched = listUnmatched(fixture, undefined, findBook, now);
  const main = "market" in shown ? mainOfLadder(shown.market) : undefined;
  const keys =
    "market" in shown
      ? [shown.market, ...(main === undefined ? [] : [main])]
      : heldMarketKeys(fixture, ({ key }) => findMarket(key)?.role === "prop");
  const { value, until } = quoteMarkets(fixture, keys, findBook, now);
  return {
    value: {
      ...headOf(fixture),
      state: "open",
      ...("market" in shown && { market: shown.market }),
      markets: describeMarkets(counts.value),
      quotes:
        "market" in shown
          ? main === undefined
            ? value.quotes
            : withoutRepeated(value.quotes, main)
          : ofPlayer(value.quotes, shown.player),
      lapsed: "market" in shown ? value.lapsed : [],
      unmatched: unmatched.value,
      mirrors: Object.fromEntries([...mirrors.groups.keys()].map((key) => [key, mirrors.sourceOf(key)])),
    },
    until: Math.min(counts.until, unmatched.until, until),
  };
};

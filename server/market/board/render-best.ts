import { findMarket, type Market, sidesOf } from "@/server/domain/catalogue/markets";
import { findSport } from "@/server/domain/catalogue/sports";
import { type BestPrice, bestPrices } from "@/server/domain/prices/best/best-prices";
import { groupByLine, type Line } from "@/server/domain/prices/best/group-lines";
import { type Consensus, consensusMethod } from "@/server/domain/prices/best/judge-line";
import { priceIn } from "@/server/domain/prices/convert";
import { sidePoint } from "@/server/domain/prices/line-point";
import { outcomeName, serializeFixture, toWireTimeOrNull } from "@/server/domain/serialize/serialize";
import type { BoardFixture, PriceQuery } from "@/server/market/board/board";
import type { Expiring } from "@/server/market/board/fresh-prices";
import {
  type FindBook,
  listUnmatched,
  type MarketQuote,
  quoteMarkets,
} from "@/server/market/board/quote-markets";
import type { Mirrors } from "@/server/market/board/quoted-now/watch-mirrors";
import type { RenderFixture } from "@/server/market/board/render-prices";

const decimals = 1e6;
const rounded = (value: number): number => Math.round(value * decimals) / decimals;

const newestUpdate = ({ rows }: BestPrice<MarketQuote>): number | null =>
  rows.reduce<number | null>(
    (newest, { quote: { updatedAt } }) =>
      updatedAt !== null && (newest === null || updatedAt > newest) ? updatedAt : newest,
    null,
  );

const serializeConsensus = (consensus: Consensus | undefined, side: number) =>
  consensus === undefined
    ? null
    : { probability: rounded(consensus.probabilities[side] ?? 0), bookmakers: consensus.books };

const lineNames = ({ point, subject }: Pick<Line<unknown>, "point" | "subject">) => ({
  ...(subject !== undefined && { description: subject }),
  ...(point !== undefined && { point }),
});

const describeMarket = (
  fixture: BoardFixture,
  market: Market,
  quotes: readonly MarketQuote[],
  { bookmakers, oddsFormat, dateFormat }: PriceQuery,
  { sourceOf }: Mirrors,
) => {
  const sport = findSport(fixture.sportKey);
  const sides = sport === undefined ? [] : sidesOf(market, sport);
  const isCompared = (book: string): boolean => bookmakers?.includes(book) ?? true;
  const leftOut: object[] = [];
  const lines = groupByLine(quotes, sides).flatMap((line) => {
    const { judgement, best, consensus, hold } = bestPrices(line, sourceOf, isCompared, oddsFormat);
    for (const bookmaker of [...judgement.outliers].filter(isCompared).sort())
      leftOut.push({ bookmaker, reason: "far_from_consensus", market: market.key, ...lineNames(line) });
    const outcomes = best.flatMap((each, index) => {
      const side = sides[index];
      if (each === undefined || side === undefined) return [];
      const { outcome, rows } = each;
      const sized = rows.find(({ outcomes: ofRow }) => ofRow[index]?.size !== undefined);
      const size = sized?.outcomes[index]?.size;
      return [
        {
          name: outcomeName(fixture, side),
          price: priceIn(oddsFormat, outcome.price),
          ...(line.point !== undefined && { point: sidePoint(side, line.point) }),
          bookmakers: rows.map(({ quote }) => quote.book),
          last_update: toWireTimeOrNull(newestUpdate(each), dateFormat),
          ...(size !== undefined && { size }),
          consensus: serializeConsensus(consensus[index], index),
        },
      ];
    });
    if (outcomes.length === 0) return [];
    return [{ ...lineNames(line), hold: hold === undefined ? null : rounded(hold), outcomes }];
  });
  return { market: lines.length === 0 ? [] : [{ key: market.key, lines }], leftOut };
};

const describeFixture = (
  fixture: BoardFixture,
  query: PriceQuery,
  findBook: FindBook,
  mirrors: Mirrors,
  now: number,
): Expiring<object> => {
  const quoted = quoteMarkets(fixture, query.markets, findBook, now);
  const unmatched = listUnmatched(fixture, query.bookmakers, findBook, now);
  const markets = [...query.markets].sort().flatMap((key) => {
    const quotes = quoted.value.quotes.filter((quote) => quote.market === key);
    const market = findMarket(key);
    return market === undefined || quotes.length === 0
      ? []
      : [describeMarket(fixture, market, quotes, query, mirrors)];
  });
  return {
    value: {
      ...serializeFixture(fixture, query.dateFormat),
      consensus_method: consensusMethod,
      markets: markets.flatMap(({ market }) => market),
      left_out: [
        ...unmatched.value.map(({ book, reason }) => ({ bookmaker: book, reason })),
        ...markets.flatMap(({ leftOut }) => leftOut),
      ],
    },
    until: Math.min(quoted.until, unmatched.until),
  };
};

type Fragment = Expiring<string> & {
  readonly cacheKey: string;
  readonly revision: number;
  readonly mirrors: Mirrors;
  readonly from: number;
};

/** The maximum number of cached renderings per fixture. */
const maxFragments = 4;
const fragments = new WeakMap<BoardFixture, readonly Fragment[]>();

/**
 * Returns a function that renders a fixture's best prices. A change of one fixture leaves the other fixtures of a league unchanged, so
 * each fixture's JSON is cached.
 * @param revisionOf increases with each change of data that a response about the fixture can contain.
 */
export const renderBestWith = (
  query: PriceQuery,
  findBook: FindBook,
  mirrors: Mirrors,
  revisionOf: (fixture: BoardFixture) => number,
): RenderFixture => {
  const { oddsFormat, dateFormat, markets, bookmakers } = query;
  const cacheKey = JSON.stringify([
    oddsFormat,
    dateFormat,
    [...markets].sort(),
    bookmakers === undefined ? null : [...bookmakers].sort(),
  ]);
  return (fixture, now) => {
    const revision = revisionOf(fixture);
    const ofFixture = fragments.get(fixture) ?? [];
    const cached = ofFixture.find((fragment) => fragment.cacheKey === cacheKey);
    if (
      cached?.revision === revision &&
      cached.mirrors === mirrors &&
      now >= cached.from &&
      now < cached.until
    )
      return cached;
    const { value, until } = describeFixture(fixture, query, findBook, mirrors, now);
    const fragment = { value: JSON.stringify(value), until, cacheKey, revision, mirrors, from: now };
    const others = ofFixture.filter((other) => other !== cached).slice(1 - maxFragments);
    fragments.set(fixture, others.concat(fragment));
    return fragment;
  };
};

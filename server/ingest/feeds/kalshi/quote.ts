import type { Size } from "@/server/domain/prices/outcome";
import type { KalshiMarket, KalshiOrderBook } from "@/server/ingest/feeds/kalshi/schemas";

/** A taker's price before fees. */
export type TakerPrice = { readonly probability: number; readonly size: Size };

/** The best prices of a leg, which is one YES/NO market. A price is undefined if nothing is offered on its side. */
export type Quote = {
  readonly yes: TakerPrice | undefined;
  readonly no: TakerPrice | undefined;
  /** How far the leg is from even: |YES bid + YES ask - $1|, in millionths of a dollar. Undefined if either price is missing. */
  readonly skew: number | undefined;
  /** Contracts at the best bid and the best ask together. */
  readonly depth: number;
};

const millionths = (dollars: string): number => Math.round(Number(dollars) * 1_000_000);

const takerPrice = (price: number, amount: number): TakerPrice | undefined =>
  price <= 0 || price >= 1_000_000 || amount <= 0
    ? undefined
    : { probability: price / 1_000_000, size: { kind: "contracts", amount } };

/** Prices in millionths of a dollar, sizes in contracts. */
type Top = { readonly bid: number; readonly ask: number; readonly bidSize: number; readonly askSize: number };

const bestOf = (levels: KalshiOrderBook["orderbook_fp"]["yes_dollars"]): readonly [number, number] =>
  levels
    .map(([price, count]) => [millionths(price), Number(count)] as const)
    .reduce((best, level) => (level[0] > best[0] && level[1] > 0 ? level : best), [0, 0] as const);

const topOfBook = ({ orderbook_fp: { yes_dollars, no_dollars } }: KalshiOrderBook): Top => {
  const [bid, bidSize] = bestOf(yes_dollars);
  const [noBid, askSize] = bestOf(no_dollars);
  return { bid, bidSize, ask: 1_000_000 - noBid, askSize };
};

const topOfMarket = (market: KalshiMarket): Top => ({
  bid: millionths(market.yes_bid_dollars),
  ask: millionths(market.yes_ask_dollars),
  bidSize: Number(market.yes_bid_size_fp),
  askSize: Number(market.yes_ask_size_fp),
});

/**
 * The taker's prices of a leg. YES costs the YES ask. NO costs one minus the YES bid, and has the size of the YES bid. If `book` is given,
 * its best prices replace those of `market`.
 * @returns the prices, or a description of the contradiction between them.
 */
export const quoteOf = (market: KalshiMarket, book: KalshiOrderBook | undefined): Quote | string => {
  const stated = market.no_ask_dollars;
  if (stated != null && millionths(stated) + millionths(market.yes_bid_dollars) !== 1_000_000)
    return `NO ask ${stated} and YES bid ${market.yes_bid_dollars} do not add up to 1`;
  const { bid, ask, bidSize, askSize } = book === undefined ? topOfMarket(market) : topOfBook(book);
  const yes = takerPrice(ask, askSize);
  const no = takerPrice(1_000_000 - bid, bidSize);
  if (yes === undefined || no === undefined) return { yes, no, skew: undefined, depth: bidSize + askSize };
  if (bid > ask) return `YES bid ${bid / 1_000_000} above YES ask ${ask / 1_000_000}`;
  return { yes, no, skew: Math.abs(bid + ask - 1_000_000), depth: bidSize + askSize };
};

import type { Size } from "@/server/domain/prices/outcome";
import type { ClobBook, GammaMarket } from "@/server/ingest/feeds/polymarket/payload";
import type { Rejection } from "@/server/ingest/feeds/polymarket/read-game";

type Level = { readonly price: number; readonly size?: number };

/** The best bid and the best ask for a market's first outcome. `bid` is absent if there are no bids, and `ask` if there are no asks. */
export type TopOfBook = { readonly bid?: Level; readonly ask?: Level };

/** The price and size at which a taker can buy one outcome. */
type TakerPrice = { readonly probability: number; readonly size?: Size };

/** If the ask of an order book exceeds its bid by more than this, the order book is a placeholder without information. */
const maxSpread = 0.5;

/** Removes floating-point errors: 1 - 0.59 is 0.41000000000000003. */
const rounded = (price: number): number => Math.round(price * 1e6) / 1e6;

const readLevel = (price: number | null | undefined): Level | undefined =>
  typeof price === "number" && price > 0 && price < 1 ? { price } : undefined;

/** The level with the best price. Levels may come in any order: documentation and recordings differ. */
const bestOf = (
  levels: ClobBook["bids"],
  isBetter: (price: number, than: number) => boolean,
): Level | undefined => {
  let best: { price: number; size: number } | undefined;
  for (const { price, size } of levels) {
    if (size <= 0) continue;
    if (best === undefined || isBetter(price, best.price)) best = { price, size };
  }
  return best;
};

const topOf = ({ bids, asks }: ClobBook): TopOfBook => {
  const bid = bestOf(bids, (price, than) => price > than);
  const ask = bestOf(asks, (price, than) => price < than);
  return { ...(bid && { bid }), ...(ask && { ask }) };
};

const mirrorLevel = ({ price, ...level }: Level): Level => ({ ...level, price: rounded(1 - price) });

/** The order book of the other token: a bid at p on one token is an ask at 1 - p on the other. */
const mirrored = ({ bid, ask }: TopOfBook): TopOfBook => ({
  ...(ask && { bid: mirrorLevel(ask) }),
  ...(bid && { ask: mirrorLevel(bid) }),
});

const statedTop = ({ bestBid, bestAsk }: GammaMarket): TopOfBook => {
  const bid = readLevel(bestBid);
  const ask = readLevel(bestAsk);
  return { ...(bid && { bid }), ...(ask && { ask }) };
};

const rejection = (reason: string, detail: string): Rejection => ({ reason, detail });

/**
 * The best prices of a market, from the order book of one of its tokens. If neither token has an order book, the prices come from Gamma,
 * the venue's API of events and markets. They then have no sizes.
 *
 * @param books order books by token.
 */
export const readTopOfBook = (
  market: GammaMarket,
  books: ReadonlyMap<string, ClobBook>,
): TopOfBook | Rejection => {
  const [first = "", second = ""] = market.clobTokenIds;
  const own = books.get(first);
  const other = books.get(second);
  const book = own ?? other;
  if (book !== undefined && book.market !== market.conditionId)
    return rejection("disagreement", "the order book belongs to another market");
  const opposite = other && mirrored(topOf(other));
  const top = own === undefined ? (opposite ?? statedTop(market)) : topOf(own);
  const { bid, ask } = top;
  if (bid === undefined && ask === undefined) return rejection("no_quote", "no bid and no ask");
  if (bid === undefined || ask === undefined) return top;
  if (bid.price >= ask.price) return rejection("crossed_book", `bid ${bid.price}, ask ${ask.price}`);
  return rounded(ask.price - bid.price) > maxSpread
    ? rejection("placeholder_quote", `bid ${bid.price}, ask ${ask.price}`)
    : top;
};

const takerPrice = ({ price, size }: Level): TakerPrice => ({
  probability: rounded(price),
  ...(size !== undefined && { size: { kind: "contracts", amount: size } }),
});

/** The taker's prices of the first and the second outcome; undefined for an outcome without a price. */
export const takerPrices = ({
  bid,
  ask,
}: TopOfBook): readonly [TakerPrice | undefined, TakerPrice | undefined] => [
  ask && takerPrice(ask),
  bid && takerPrice(mirrorLevel(bid)),
];

/** How far the midpoint of the first outcome's bid and ask is from one half, in millionths. Undefined if the bid or the ask is missing. */
export const skewOf = ({ bid, ask }: TopOfBook): number | undefined =>
  bid && ask ? Math.round(Math.abs((bid.price + ask.price) / 2 - 0.5) * 1e6) : undefined;

/** The number of contracts at the best bid and the best ask together; 0 if sizes are unknown. */
export const depthOf = ({ bid, ask }: TopOfBook): number => (bid?.size ?? 0) + (ask?.size ?? 0);

import { parseTime } from "@/server/ingest/feeds/parse-time";
import { findKind } from "@/server/ingest/feeds/polymarket/market-kinds";
import { readMarket, readPayload } from "@/server/ingest/feeds/polymarket/payload";

/**
 * The widest spread (best ask minus best bid) at which an order book is requested. A wider one is usually a placeholder, which
 * `readPolymarket` would reject.
 */
const maxSpread = 0.5;

/**
 * Lists the tokens whose order books are worth requesting: the first token of each readable, open market of an upcoming game. At
 * Polymarket, each of a market's two outcomes has a token. The order book of the second token is the mirror image of the first token's.
 *
 * @param body a page of events from Gamma, Polymarket's API for events and markets.
 */
export const listTokens = (body: unknown, nowMs: number): string[] =>
  readPayload(body).games.flatMap(({ event, markets }) => {
    if (event.live === true || event.ended === true || !(parseTime(event.startTime) > nowMs)) return [];
    return markets.flatMap((rawMarket) => {
      const market = readMarket(rawMarket);
      // A string is the reason why the market could not be read.
      if (typeof market === "string" || findKind(market.sportsMarketType ?? "") === undefined) return [];
      const { active, closed, acceptingOrders, enableOrderBook, bestBid, bestAsk, clobTokenIds } = market;
      const isOpen = active && !closed && acceptingOrders && enableOrderBook;
      const isWide = (bestAsk ?? 1) - (bestBid ?? 0) > maxSpread;
      return isOpen && !isWide ? clobTokenIds.slice(0, 1) : [];
    });
  });

import { parseTime } from "@/server/ingest/feeds/parse-time";
import { findKind } from "@/server/ingest/feeds/polymarket/market-kinds";
import { readMarket, readPayload } from "@/server/ingest/feeds/polymarket/payload";

/**
 * An order book is requested only if its best ask and its best bid differ by at most this. A wider order book is usually a placeholder,
 * which the reader rejects.
 */
const maxSpread = 0.5;

/**
 * Lists the tokens whose order books are worth requesting: the first token of each readable, open market of an upcoming game. At
 * Polymarket, each of a market's two outcomes has a token. The order book of the second token is the mirror image of the first token's.
 *
 * @param body a page of events from gamma, the venue's API of events and markets.
 */
export const listTokens = (body: unknown, nowMs: number): string[] =>
  readPayload(body).games.flatMap(({ event, markets }) => {
    if (event.live === true || event.ended === true || !(parseTime(event.startTime) > nowMs)) return [];
    return markets.flatMap((given) => {
      const market = readMarket(given);
      if (typeof market === "string" || findKind(market.sportsMarketType ?? "") === undefined) return [];
      const { active, closed, acceptingOrders, enableOrderBook, bestBid, bestAsk, clobTokenIds } = market;
      const isOpen = active && !closed && acceptingOrders && enableOrderBook;
      const isWide = (bestAsk ?? 1) - (bestBid ?? 0) > maxSpread;
      return isOpen && !isWide ? clobTokenIds.slice(0, 1) : [];
    });
  });

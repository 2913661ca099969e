import { LRUCache } from "lru-cache";
import { z } from "zod";
import { output } from "@/server/api/output";
import { freeProcedure } from "@/server/api/procedures";
import { market as marketSchema } from "@/server/api/response-schemas";
import { router } from "@/server/api/trpc";
import { type Market, markets } from "@/server/catalogue/markets";
import { type Rendered, renderJson } from "@/server/serialize/rendered";

type MarketDescriptor = z.infer<typeof marketSchema>;

const describeMarket = (market: Market, books: readonly string[] | undefined): MarketDescriptor => ({
  key: market.key,
  family: market.family,
  period: market.period,
  description: market.description,
  ...(books !== undefined && books.length > 0 && { bookmakers: [...books] }),
});

/** The cache key is the board's map of markets to books. Each change of the board creates a new map. */
const marketLists = new LRUCache<ReadonlyMap<string, readonly string[]>, Rendered>({
  max: 1,
  memoMethod: (booksByMarket) =>
    renderJson(markets.map((market) => describeMarket(market, booksByMarket.get(market.key)))),
});

export const marketsRouter = router({
  list: freeProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/markets",
        operationId: "listMarkets",
        summary: "List market keys",
        description: "Every market key, including player props. Free.",
        tags: ["Catalogue"],
        successDescription: "Every market key.",
      },
      example: [
        {
          key: "spreads_h1",
          family: "spreads",
          period: "h1",
          description: "Point spread, first half",
          bookmakers: ["harbour", "northline"],
        },
      ],
    })
    .output(output(z.array(marketSchema)))
    .query(({ ctx }) => marketLists.memo(ctx.services.board.booksByMarket())),
});

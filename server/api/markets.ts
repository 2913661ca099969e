import { z } from "zod";
import { freeProcedure } from "@/server/api/procedures";
import { rememberLast } from "@/server/api/remember-last";
import { router } from "@/server/api/trpc";
import { market as marketSchema } from "@/server/api/wire-schemas";
import { type Market, markets } from "@/server/catalogue/markets";

type MarketDescriptor = z.infer<typeof marketSchema>;

const describeMarket = (market: Market, books: readonly string[] | undefined): MarketDescriptor => ({
  key: market.key,
  family: market.family,
  period: market.period,
  description: market.description,
  ...(books !== undefined && books.length > 0 && { bookmakers: [...books] }),
});

const describeMarkets = rememberLast((offered: ReadonlyMap<string, readonly string[]>): MarketDescriptor[] =>
  markets.map((market) => describeMarket(market, offered.get(market.key))),
);

export const marketsRouter = router({
  list: freeProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/markets",
        operationId: "listMarkets",
        summary: "List market keys",
        description: "Every served market key, prop keys included. Free.",
        tags: ["Catalogue"],
        successDescription: "Every served market key.",
      },
      answer: z.array(marketSchema),
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
    .query(({ ctx }): MarketDescriptor[] => describeMarkets(ctx.services.board.booksByMarket())),
});

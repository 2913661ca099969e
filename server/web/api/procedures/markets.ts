import { LRUCache } from "lru-cache";
import { z } from "zod";
import { findMarket, type Market, markets } from "@/server/domain/catalogue/markets";
import { type Rendered, renderJson } from "@/server/domain/serialize/rendered";
import type { SportCoverage } from "@/server/market/board/quoted-now/coverage";
import { parsedOnce } from "@/server/web/api/input/parsed-once";
import { sportParameter } from "@/server/web/api/input/query-schemas";
import { requireSport } from "@/server/web/api/input/required-path";
import { output } from "@/server/web/api/output";
import { freeProcedure } from "@/server/web/api/procedures";
import { market as marketSchema, sportMarket as sportMarketSchema } from "@/server/web/api/response-schemas";
import { router } from "@/server/web/api/trpc";

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

type SportMarketDescriptor = z.infer<typeof sportMarketSchema>;

/** The rendered markets that are quoted now in a sport. A change of the sport creates a new object. */
const sportMarketLists = new LRUCache<SportCoverage, Rendered>({
  max: 200,
  memoMethod: ({ markets: quoted }) =>
    renderJson(
      [...quoted].flatMap(([key, { fixtures, books }]): SportMarketDescriptor[] => {
        const market = findMarket(key);
        if (market === undefined) return [];
        const { family, period, description } = market;
        return [{ key, family, period, description, bookmakers: [...books], fixtures, books: books.length }];
      }),
    ),
});
const noMarkets = renderJson([]);

export const marketsRouter = router({
  list: freeProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/markets",
        operationId: "listMarkets",
        summary: "List markets",
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

  ofSport: freeProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/sports/{sport}/markets",
        operationId: "listSportMarkets",
        summary: "List a sport's markets",
        description:
          "Every market key that a book quotes now for an upcoming fixture of the sport, including player props, with the number of fixtures and books. Free.",
        tags: ["Catalogue"],
        successDescription: "The markets that are quoted now, by key.",
      },
      extraErrors: ["UNKNOWN_SPORT"],
      example: [
        {
          key: "spreads_h1",
          family: "spreads",
          period: "h1",
          description: "Point spread, first half",
          bookmakers: ["harbour", "northline"],
          fixtures: 16,
          books: 2,
        },
      ],
    })
    .output(output(z.array(sportMarketSchema)))
    .input(parsedOnce(z.object({ sport: sportParameter })))
    .query(({ ctx: { services }, input }) => {
      const sport = requireSport(input.sport);
      const covered = services.board.quotedNow().find(({ key }) => key === sport.key);
      return covered === undefined ? noMarkets : sportMarketLists.memo(covered);
    }),
});

import { z } from "zod";
import { fixtureBest } from "@/server/web/api/coverage-schemas";
import { parsedOnce } from "@/server/web/api/input/parsed-once";
import { parsePriceQuery } from "@/server/web/api/input/price-query";
import {
  bestQuery,
  commenceWindow,
  eventIds,
  eventParameter,
  gameQuery,
  sportParameter,
} from "@/server/web/api/input/query-schemas";
import { requireFixture, requireSport } from "@/server/web/api/input/required-path";
import { requireProps } from "@/server/web/api/input/required-plan";
import { exampleBest } from "@/server/web/api/openapi/examples";
import { output } from "@/server/web/api/output";
import { countedProcedure, meteringOf } from "@/server/web/api/procedures";
import { router } from "@/server/web/api/trpc";

export const bestRouter = router({
  list: countedProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/sports/{sport}/best",
        operationId: "listBestPrices",
        summary: "List best prices",
        description:
          "Every fixture of the sport that has not started, with the best price of each line and side in the main markets, the consensus of the other books, and the hold of the best prices. Costs one request, for any number of fixtures and books.",
        tags: ["Odds"],
        successDescription: "Fixtures with best prices, by commence time, then id.",
      },
      extraErrors: ["UNKNOWN_SPORT", "INVALID_MARKET"],
      example: [exampleBest],
    })
    .output(output(z.array(fixtureBest)))
    .input(parsedOnce(z.object({ sport: sportParameter, ...gameQuery, eventIds, ...commenceWindow })))
    .query(({ ctx: { services }, input }) => {
      const query = parsePriceQuery(services.board, "best", input);
      return services.board.bestList(requireSport(input.sport).key, query);
    }),

  one: countedProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/sports/{sport}/events/{id}/best",
        operationId: "getBestPrices",
        summary: "Get a fixture's best prices",
        description:
          "The best price of each line and side of one fixture, the consensus of the other books, and the hold of the best prices. `markets` takes any market key. Player props require the Growth plan. Costs one request.",
        tags: ["Odds"],
        successDescription: "The fixture with best prices.",
      },
      extraErrors: ["UNKNOWN_SPORT", "UNKNOWN_EVENT", "INVALID_MARKET", "PLAN_REQUIRED"],
      example: exampleBest,
    })
    .output(output(fixtureBest))
    .input(parsedOnce(z.object({ sport: sportParameter, id: eventParameter, ...bestQuery })))
    .query(async ({ ctx, input }) => {
      const { board } = ctx.services;
      const query = parsePriceQuery(board, "any", input);
      if (query.requestsProps) requireProps(meteringOf(ctx).caller.plan);
      const fixture = await requireFixture(board, requireSport(input.sport), input.id);
      return board.best(fixture, query);
    }),
});

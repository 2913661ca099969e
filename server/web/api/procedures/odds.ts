import { z } from "zod";
import { parsedOnce } from "@/server/web/api/input/parsed-once";
import { parsePriceQuery } from "@/server/web/api/input/price-query";
import {
  commenceWindow,
  eventIds,
  eventParameter,
  oddsListQuery,
  oddsQuery,
  sportParameter,
} from "@/server/web/api/input/query-schemas";
import { requireFixture, requireSport } from "@/server/web/api/input/required-path";
import { requireProps } from "@/server/web/api/input/required-plan";
import { exampleOdds } from "@/server/web/api/openapi/examples";
import { output } from "@/server/web/api/output";
import { countedProcedure, meteringOf } from "@/server/web/api/procedures";
import { fixtureOdds } from "@/server/web/api/response-schemas";
import { router } from "@/server/web/api/trpc";

export const oddsRouter = router({
  list: countedProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/sports/{sport}/odds",
        operationId: "listOdds",
        summary: "List odds",
        description:
          "Every fixture of the sport that has not started, with every book's prices for the main markets (`h2h`, `spreads`, `totals`, `h2h_3_way`) in any period. If `eventIds` names at most 20 fixtures, `markets` takes any game market. Costs one request, for any number of fixtures and books.",
        tags: ["Odds"],
        successDescription: "Fixtures with prices, by commence time, then id.",
      },
      extraErrors: ["UNKNOWN_SPORT", "INVALID_MARKET"],
      example: [exampleOdds],
    })
    .output(output(z.array(fixtureOdds)))
    .input(parsedOnce(z.object({ sport: sportParameter, ...oddsListQuery, eventIds, ...commenceWindow })))
    .query(async ({ ctx, input }) => {
      const { board, cursors } = ctx.services;
      const query = parsePriceQuery(board, "main_or_few", input);
      const { rendered, moment } = await board.oddsListAt(requireSport(input.sport).key, query);
      // The spread comes last: in V8 a property that is added after a spread gives each object its own hidden class.
      return { cursor: cursors.write(board.origin(), moment), ...rendered };
    }),

  one: countedProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/sports/{sport}/events/{id}/odds",
        operationId: "getEventOdds",
        summary: "Get a fixture's odds",
        description:
          "Every book's prices for one fixture. `markets` takes any market key, including keys for periods, alternate ladders and team totals. Player props require the Growth plan. Costs one request.",
        tags: ["Odds"],
        successDescription: "The fixture with prices.",
      },
      extraErrors: ["UNKNOWN_SPORT", "UNKNOWN_EVENT", "INVALID_MARKET", "PLAN_REQUIRED"],
      example: exampleOdds,
    })
    .output(output(fixtureOdds))
    .input(parsedOnce(z.object({ sport: sportParameter, id: eventParameter, ...oddsQuery })))
    .query(async ({ ctx, input }) => {
      const { board } = ctx.services;
      const query = parsePriceQuery(board, "any", input);
      if (query.requestsProps) requireProps(meteringOf(ctx).caller.plan);
      const fixture = await requireFixture(board, requireSport(input.sport), input.id);
      return board.odds(fixture, query);
    }),
});

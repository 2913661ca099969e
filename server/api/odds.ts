import { z } from "zod";
import { reserve } from "@/server/api/admission";
import { exampleOdds } from "@/server/api/examples";
import { requireFixture, requireSport } from "@/server/api/find-path";
import { parseListQuery, parsePriceQuery } from "@/server/api/price-query";
import { countedProcedure } from "@/server/api/procedures";
import {
  commenceWindow,
  eventIds,
  eventParameter,
  gameQuery,
  sportParameter,
} from "@/server/api/query-schemas";
import { requireProps } from "@/server/api/required-plan";
import { router } from "@/server/api/trpc";
import { fixtureOdds } from "@/server/api/wire-schemas";

export const oddsRouter = router({
  list: countedProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/sports/{sport}/odds",
        operationId: "listOdds",
        summary: "List a sport's fixtures with prices",
        description:
          "Every fixture of the sport that has not started, with every book's prices for the main markets (`h2h`, `spreads`, `totals`, `h2h_3_way`) in any period. One request of the allowance, however many fixtures or books come back.",
        tags: ["Odds"],
        successDescription: "Fixtures with prices, by commence time, then id.",
      },
      refusals: ["UNKNOWN_SPORT", "INVALID_MARKET"],
      answer: z.array(fixtureOdds),
      example: [exampleOdds],
    })
    .input(z.object({ sport: sportParameter, ...gameQuery, eventIds, ...commenceWindow }))
    .use(({ ctx, input, next }) => {
      const query = parseListQuery(ctx.services.board, "main", input);
      return next({ ctx: { query, sport: requireSport(input.sport) } });
    })
    .use(reserve)
    .query(({ ctx }) => ctx.services.board.oddsList(ctx.sport.key, ctx.query)),

  one: countedProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/sports/{sport}/events/{id}/odds",
        operationId: "getEventOdds",
        summary: "Read one fixture's prices",
        description:
          "Every book's prices for one fixture, for any key of the markets list: periods, alternate ladders, team totals. Player-prop keys need the Growth plan. Counts one request.",
        tags: ["Odds"],
        successDescription: "The fixture with prices.",
      },
      refusals: ["UNKNOWN_SPORT", "UNKNOWN_EVENT", "INVALID_MARKET", "PLAN_REQUIRED"],
      answer: fixtureOdds,
      example: exampleOdds,
    })
    .input(z.object({ sport: sportParameter, id: eventParameter, ...gameQuery }))
    .use(async ({ ctx, input, next }) => {
      const { board } = ctx.services;
      const query = parsePriceQuery(board, "any", input);
      if (query.asksForProps) requireProps(ctx.caller.plan);
      const fixture = await requireFixture(board, requireSport(input.sport), input.id);
      return next({ ctx: { query, fixture } });
    })
    .use(reserve)
    .query(({ ctx }) => ctx.services.board.odds(ctx.fixture, ctx.query)),
});

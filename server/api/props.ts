import { z } from "zod";
import { reserve } from "@/server/api/admission";
import { exampleProps } from "@/server/api/examples";
import { requireFixture, requireSport } from "@/server/api/find-path";
import { parseListQuery, parsePriceQuery } from "@/server/api/price-query";
import { countedProcedure } from "@/server/api/procedures";
import { eventIds, eventParameter, propQuery, sportParameter } from "@/server/api/query-schemas";
import { requireProps } from "@/server/api/required-plan";
import { router } from "@/server/api/trpc";
import { fixtureProps } from "@/server/api/wire-schemas";

const propsProcedure = countedProcedure.use(({ ctx, next }) => {
  requireProps(ctx.caller.plan);
  return next();
});

export const propsRouter = router({
  list: propsProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/sports/{sport}/props",
        operationId: "listProps",
        summary: "List player props of a sport",
        description:
          "Every fixture of the sport that has not started, with one row for each player, stat and line at each book. Growth plan or above. Counts one request.",
        tags: ["Props"],
        successDescription: "Fixtures with prop rows, by commence time, then id.",
      },
      refusals: ["PLAN_REQUIRED", "UNKNOWN_SPORT", "INVALID_MARKET"],
      answer: z.array(fixtureProps),
      example: [exampleProps],
    })
    .input(z.object({ sport: sportParameter, ...propQuery, eventIds }))
    .use(({ ctx, input, next }) => {
      const query = parseListQuery(ctx.services.board, "props", input);
      return next({ ctx: { query, sport: requireSport(input.sport) } });
    })
    .use(reserve)
    .query(({ ctx }) => ctx.services.board.propsList(ctx.sport.key, ctx.query)),

  one: propsProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/sports/{sport}/events/{id}/props",
        operationId: "getEventProps",
        summary: "Read player props of one fixture",
        description:
          "One fixture with one row for each player, stat and line at each book. Growth plan or above. Counts one request.",
        tags: ["Props"],
        successDescription: "The fixture with prop rows.",
      },
      refusals: ["PLAN_REQUIRED", "UNKNOWN_SPORT", "UNKNOWN_EVENT", "INVALID_MARKET"],
      answer: fixtureProps,
      example: exampleProps,
    })
    .input(z.object({ sport: sportParameter, id: eventParameter, ...propQuery }))
    .use(async ({ ctx, input, next }) => {
      const { board } = ctx.services;
      const query = parsePriceQuery(board, "props", input);
      const fixture = await requireFixture(board, requireSport(input.sport), input.id);
      return next({ ctx: { query, fixture } });
    })
    .use(reserve)
    .query(({ ctx }) => ctx.services.board.props(ctx.fixture, ctx.query)),
});

import { z } from "zod";
import { parsedOnce } from "@/server/web/api/input/parsed-once";
import { parsePriceQuery } from "@/server/web/api/input/price-query";
import {
  eventIds,
  eventParameter,
  propsListQuery,
  propsQuery,
  sportParameter,
} from "@/server/web/api/input/query-schemas";
import { requireFixture, requireSport } from "@/server/web/api/input/required-path";
import { requireProps } from "@/server/web/api/input/required-plan";
import { exampleProps } from "@/server/web/api/openapi/examples";
import { output } from "@/server/web/api/output";
import { countedProcedure, meteringOf } from "@/server/web/api/procedures";
import { fixtureProps } from "@/server/web/api/response-schemas";
import { router } from "@/server/web/api/trpc";

const propsProcedure = countedProcedure.use(({ ctx, next }) => {
  requireProps(meteringOf(ctx).caller.plan);
  return next();
});

export const propsRouter = router({
  list: propsProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/sports/{sport}/props",
        operationId: "listProps",
        summary: "List props",
        description:
          "Every fixture of the sport that has not started, with one row for each player, stat and line at each book. Growth plan or above. Costs one request.",
        tags: ["Props"],
        successDescription: "Fixtures with prop rows, by commence time, then id.",
      },
      extraErrors: ["PLAN_REQUIRED", "UNKNOWN_SPORT", "INVALID_MARKET"],
      example: [exampleProps],
    })
    .output(output(z.array(fixtureProps)))
    .input(parsedOnce(z.object({ sport: sportParameter, ...propsListQuery, eventIds })))
    .query(({ ctx: { services }, input }) => {
      const query = parsePriceQuery(services.board, "props", input);
      return services.board.propsList(requireSport(input.sport).key, query);
    }),

  one: propsProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/sports/{sport}/events/{id}/props",
        operationId: "getEventProps",
        summary: "Get a fixture's props",
        description:
          "One fixture with one row for each player, stat and line at each book. Growth plan or above. Costs one request.",
        tags: ["Props"],
        successDescription: "The fixture with prop rows.",
      },
      extraErrors: ["PLAN_REQUIRED", "UNKNOWN_SPORT", "UNKNOWN_EVENT", "INVALID_MARKET"],
      example: exampleProps,
    })
    .output(output(fixtureProps))
    .input(parsedOnce(z.object({ sport: sportParameter, id: eventParameter, ...propsQuery })))
    .query(async ({ ctx: { services }, input }) => {
      const query = parsePriceQuery(services.board, "event_props", input);
      const fixture = await requireFixture(services.board, requireSport(input.sport), input.id);
      return services.board.props(fixture, query);
    }),
});

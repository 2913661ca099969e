import { z } from "zod";
import type { FixtureRecord } from "@/server/domain/catalogue/fixture-record";
import type { Sport } from "@/server/domain/catalogue/sports";
import type { PlanName } from "@/server/domain/plans/plans";
import { requireRequestLeft } from "@/server/web/api/admission";
import type { ApiServices } from "@/server/web/api/context";
import { parsedOnce } from "@/server/web/api/input/parsed-once";
import { parsePriceQuery } from "@/server/web/api/input/price-query";
import { eventParameter, gameQuery, sportParameter } from "@/server/web/api/input/query-schemas";
import { requireSport, unknownEvent } from "@/server/web/api/input/required-path";
import { requireHistory } from "@/server/web/api/input/required-plan";
import { exampleEdge, exampleSeries } from "@/server/web/api/openapi/examples";
import { output } from "@/server/web/api/output";
import { countedProcedure, meteringOf } from "@/server/web/api/procedures";
import { fixtureEdge, fixtureSeries } from "@/server/web/api/response-schemas";
import { router } from "@/server/web/api/trpc";

const extraErrors = ["PLAN_REQUIRED", "UNKNOWN_SPORT", "UNKNOWN_EVENT", "INVALID_MARKET"] as const;

const rule =
  "Requires the Scale plan or above. Scale covers fixtures that started in the last 14 days or have not started. Business covers everything recorded. `markets` takes any market key. Costs one request.";

/** A caller whose plan lacks history must not learn which fixtures exist, so PLAN_REQUIRED takes precedence over UNKNOWN_EVENT. */
const requireCovered = async (
  { board, now }: ApiServices,
  plan: PlanName,
  sport: Sport,
  id: string,
): Promise<FixtureRecord> => {
  const fixture = await board.findFixture(sport.key, id);
  requireHistory(plan, fixture?.commenceTime, now());
  if (fixture === undefined) throw unknownEvent(sport, id);
  return fixture;
};

const historyProcedure = countedProcedure
  .input(parsedOnce(z.object({ sport: sportParameter, id: eventParameter, ...gameQuery })))
  .use(async ({ ctx, input, next }) => {
    const query = parsePriceQuery(ctx.services.board, "history", input);
    const sport = requireSport(input.sport);
    const { caller, admission } = meteringOf(ctx);
    const fixture = await requireCovered(ctx.services, caller.plan, sport, input.id);
    requireRequestLeft(admission);
    return next({ ctx: { query, fixture } });
  });

export const historyRouter = router({
  series: historyProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/historical/sports/{sport}/events/{id}/odds",
        operationId: "getHistoricalOdds",
        summary: "Get price history",
        description: `Every recorded price between the opening and the closing line. ${rule}`,
        tags: ["History"],
        successDescription: "The recorded series of each book and market.",
      },
      extraErrors,
      example: exampleSeries,
    })
    .output(output(fixtureSeries))
    .query(({ ctx }) => ctx.services.archive.series(ctx.fixture, ctx.query)),

  openers: historyProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/historical/sports/{sport}/events/{id}/openers",
        operationId: "getHistoricalOpeners",
        summary: "Get opening lines",
        description: `Each book's first recorded price for each market. ${rule}`,
        tags: ["History"],
        successDescription: "The opening line of each book and market.",
      },
      extraErrors,
      example: exampleEdge,
    })
    .output(output(fixtureEdge))
    .query(({ ctx }) => ctx.services.archive.openers(ctx.fixture, ctx.query)),

  closing: historyProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/historical/sports/{sport}/events/{id}/closing",
        operationId: "getHistoricalClosing",
        summary: "Get closing lines",
        description: `Each book's last price recorded before the fixture started. Until the fixture starts, each \`status\` is \`not_recorded\`. ${rule}`,
        tags: ["History"],
        successDescription: "The closing line of each book and market.",
      },
      extraErrors,
      example: exampleEdge,
    })
    .output(output(fixtureEdge))
    .query(({ ctx }) => ctx.services.archive.closing(ctx.fixture, ctx.query)),
});

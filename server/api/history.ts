import { z } from "zod";
import { reserve } from "@/server/api/admission";
import type { ApiServices } from "@/server/api/context";
import { exampleEdge, exampleSeries } from "@/server/api/examples";
import { requireSport, unknownEvent } from "@/server/api/find-path";
import { parsePriceQuery } from "@/server/api/price-query";
import { countedProcedure } from "@/server/api/procedures";
import { eventParameter, gameQuery, sportParameter } from "@/server/api/query-schemas";
import { requireHistory } from "@/server/api/required-plan";
import { router } from "@/server/api/trpc";
import { fixtureEdge, fixtureSeries } from "@/server/api/wire-schemas";
import type { FixtureRecord } from "@/server/board/board";
import type { Sport } from "@/server/catalogue/sports";
import type { PlanName } from "@/server/plans/plans";

const refusals = ["PLAN_REQUIRED", "UNKNOWN_SPORT", "UNKNOWN_EVENT", "INVALID_MARKET"] as const;

const rule =
  "Scale plan or above: Scale covers fixtures that started in the last 14 days and those that have not started, Business everything recorded. Takes any key of the markets list. Counts one request.";

/** Plan and reach are one check, and a plan without history learns nothing about which fixtures exist. */
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
  .input(z.object({ sport: sportParameter, id: eventParameter, ...gameQuery }))
  .use(async ({ ctx, input, next }) => {
    const query = parsePriceQuery(ctx.services.board, "any", input);
    const sport = requireSport(input.sport);
    const fixture = await requireCovered(ctx.services, ctx.caller.plan, sport, input.id);
    return next({ ctx: { query, fixture } });
  })
  .use(reserve);

export const historyRouter = router({
  series: historyProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/historical/sports/{sport}/events/{id}/odds",
        operationId: "getHistoricalOdds",
        summary: "Read a fixture's recorded price series",
        description: `Every recorded price between the opening and the closing line. ${rule}`,
        tags: ["History"],
        successDescription: "The recorded series of each book and market.",
      },
      refusals,
      answer: fixtureSeries,
      example: exampleSeries,
    })
    .query(({ ctx }) => ctx.services.archive.series(ctx.fixture, ctx.query)),

  openers: historyProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/historical/sports/{sport}/events/{id}/openers",
        operationId: "getHistoricalOpeners",
        summary: "Read a fixture's opening lines",
        description: `Each book's first recorded price for each market. ${rule}`,
        tags: ["History"],
        successDescription: "The opening line of each book and market.",
      },
      refusals,
      answer: fixtureEdge,
      example: exampleEdge,
    })
    .query(({ ctx }) => ctx.services.archive.openers(ctx.fixture, ctx.query)),

  closing: historyProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/historical/sports/{sport}/events/{id}/closing",
        operationId: "getHistoricalClosing",
        summary: "Read a fixture's closing lines",
        description: `Each book's last price recorded before the fixture started; there is none before it starts. ${rule}`,
        tags: ["History"],
        successDescription: "The closing line of each book and market.",
      },
      refusals,
      answer: fixtureEdge,
      example: exampleEdge,
    })
    .query(({ ctx }) => ctx.services.archive.closing(ctx.fixture, ctx.query)),
});

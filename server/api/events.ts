import { z } from "zod";
import { exampleFixture } from "@/server/api/examples";
import { requireSport } from "@/server/api/find-path";
import { parseWindow } from "@/server/api/parameters";
import { freeProcedure } from "@/server/api/procedures";
import { commenceWindow, dateFormat, sportParameter } from "@/server/api/query-schemas";
import { router } from "@/server/api/trpc";
import { fixture as fixtureSchema } from "@/server/api/wire-schemas";
import { wireFixture } from "@/server/board/wire";

type FixtureDescriptor = z.infer<typeof fixtureSchema>;

export const eventsRouter = router({
  list: freeProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/sports/{sport}/events",
        operationId: "listEvents",
        summary: "List a sport's fixtures",
        description:
          "Fixtures without prices. Those that have not started, unless a commence window is given: then every known fixture in it, started or not. Free.",
        tags: ["Fixtures"],
        successDescription: "Fixtures by commence time, then id.",
      },
      refusals: ["UNKNOWN_SPORT"],
      answer: z.array(fixtureSchema),
      example: [exampleFixture],
    })
    .input(z.object({ sport: sportParameter, dateFormat, ...commenceWindow }))
    .query(async ({ ctx, input }): Promise<FixtureDescriptor[]> => {
      const { from, to } = parseWindow(input);
      const sport = requireSport(input.sport);
      const { board, now } = ctx.services;
      const fixtures =
        from === undefined && to === undefined
          ? board.upcoming(sport.key, now())
          : await board.fixturesBetween(sport.key, from, to);
      return fixtures.map((fixture) => wireFixture(fixture, input.dateFormat));
    }),
});

import { LRUCache } from "lru-cache";
import { z } from "zod";
import { type Rendered, renderText } from "@/server/domain/serialize/rendered";
import { serializeFixture } from "@/server/domain/serialize/serialize";
import { parseWindow } from "@/server/web/api/input/parameters";
import { commenceWindow, dateFormat, sportParameter } from "@/server/web/api/input/query-schemas";
import { requireSport } from "@/server/web/api/input/required-path";
import { exampleFixture } from "@/server/web/api/openapi/examples";
import { output } from "@/server/web/api/output";
import { freeProcedure } from "@/server/web/api/procedures";
import { fixture as fixtureSchema } from "@/server/web/api/response-schemas";
import { router } from "@/server/web/api/trpc";

const maxCachedCharacters = 16 * 1024 * 1024;

/** Caches rendered lists by their text, so that an unchanged list is hashed and compressed only once. */
const eventLists = new LRUCache<string, Rendered>({
  maxSize: maxCachedCharacters,
  sizeCalculation: (_, text) => text.length,
  memoMethod: renderText,
});

export const eventsRouter = router({
  list: freeProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/sports/{sport}/events",
        operationId: "listEvents",
        summary: "List fixtures",
        description:
          "Lists fixtures without prices. By default, the list has only fixtures that have not started. With a `commenceTimeFrom` in the past, the list has every known fixture from that time on, started or not. `commenceTimeTo` only shortens the list. Free.",
        tags: ["Fixtures"],
        successDescription: "Fixtures, ordered by commence time and then by id.",
      },
      extraErrors: ["UNKNOWN_SPORT"],
      example: [exampleFixture],
    })
    .output(output(z.array(fixtureSchema)))
    .input(z.object({ sport: sportParameter, dateFormat, ...commenceWindow }))
    .query(async ({ ctx, input }) => {
      const { from, to } = parseWindow(input);
      const sport = requireSport(input.sport);
      const { board, now } = ctx.services;
      const fixtures =
        from === undefined
          ? board
              .upcoming(sport.key, now())
              .filter(({ commenceTime }) => to === undefined || commenceTime <= to)
          : await board.fixturesBetween(sport.key, from, to);
      return eventLists.memo(
        JSON.stringify(fixtures.map((fixture) => serializeFixture(fixture, input.dateFormat))),
      );
    }),
});

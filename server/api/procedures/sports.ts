import { LRUCache } from "lru-cache";
import { z } from "zod";
import { output } from "@/server/api/output";
import { freeProcedure } from "@/server/api/procedures";
import { sport as sportSchema } from "@/server/api/response-schemas";
import { router } from "@/server/api/trpc";
import { isActive, type Sport, sports } from "@/server/catalogue/sports";
import { type Rendered, renderJson } from "@/server/serialize/rendered";

type SportDescriptor = z.infer<typeof sportSchema>;

const describeSport = (sport: Sport, at: Date): SportDescriptor => ({
  key: sport.key,
  group: sport.group,
  title: sport.title,
  description: sport.description,
  active: isActive(sport, at),
  has_outrights: false,
});

const dayMs = 86_400_000;

/**
 * The rendered list of sports on the current day. The cache key is the number of days since 1970, because seasons begin and end at midnight
 * UTC.
 */
const sportLists = new LRUCache<number, Rendered>({
  max: 1,
  memoMethod: (day) => renderJson(sports.map((sport) => describeSport(sport, new Date(day * dayMs)))),
});

export const sportsRouter = router({
  list: freeProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/sports",
        operationId: "listSports",
        summary: "List sport keys",
        description: "Every sport key, in season or not. Free.",
        tags: ["Catalogue"],
        successDescription: "Every sport key.",
      },
      example: [
        {
          key: "americanfootball_nfl",
          group: "American Football",
          title: "NFL",
          description: "US Football",
          active: true,
          has_outrights: false,
        },
      ],
    })
    .output(output(z.array(sportSchema)))
    .query(({ ctx }) => sportLists.memo(Math.floor(ctx.services.now() / dayMs))),
});

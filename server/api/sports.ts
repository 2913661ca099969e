import { z } from "zod";
import { freeProcedure } from "@/server/api/procedures";
import { rememberLast } from "@/server/api/remember-last";
import { router } from "@/server/api/trpc";
import { sport as sportSchema } from "@/server/api/wire-schemas";
import { isActive, type Sport, sports } from "@/server/catalogue/sports";

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

/** Seasons begin and end with a day. */
const sportsOnDay = rememberLast((day: number): SportDescriptor[] => {
  const at = new Date(day * dayMs);
  return sports.map((sport) => describeSport(sport, at));
});

export const sportsRouter = router({
  list: freeProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/sports",
        operationId: "listSports",
        summary: "List sport keys",
        description: "Every covered sport key, in season or not. Free.",
        tags: ["Catalogue"],
        successDescription: "Every covered sport key.",
      },
      answer: z.array(sportSchema),
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
    .query(({ ctx }): SportDescriptor[] => sportsOnDay(Math.floor(ctx.services.now() / dayMs))),
});

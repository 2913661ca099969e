import { z } from "zod";
import { freeProcedure } from "@/server/api/procedures";
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
    .query(({ ctx }): SportDescriptor[] => {
      const now = new Date(ctx.services.now());
      return sports.map((sport) => describeSport(sport, now));
    }),
});

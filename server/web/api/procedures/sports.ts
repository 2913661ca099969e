import { LRUCache } from "lru-cache";
import { z } from "zod";
import { findSport, isActive, type Sport, sports } from "@/server/domain/catalogue/sports";
import { dayMs } from "@/server/domain/durations";
import { type Rendered, renderJson } from "@/server/domain/serialize/rendered";
import type { SportCoverage } from "@/server/market/board/quoted-now/coverage";
import { parsedOnce } from "@/server/web/api/input/parsed-once";
import { output } from "@/server/web/api/output";
import { freeProcedure } from "@/server/web/api/procedures";
import { sport as sportSchema } from "@/server/web/api/response-schemas";
import { router } from "@/server/web/api/trpc";

type SportDescriptor = z.infer<typeof sportSchema>;

const describeSport = (sport: Sport, at: Date): SportDescriptor => ({
  key: sport.key,
  group: sport.group,
  title: sport.title,
  description: sport.description,
  active: isActive(sport, at),
  has_outrights: false,
});

/**
 * The rendered list of sports on the current day. The cache key is the number of days since 1970, because seasons begin and end at midnight
 * UTC.
 */
const sportLists = new LRUCache<number, Rendered>({
  max: 1,
  memoMethod: (day) => renderJson(sports.map((sport) => describeSport(sport, new Date(day * dayMs)))),
});

/**
 * The rendered list of sports with upcoming fixtures, on the day of its first use. A board with upcoming fixtures changes much
 * more often than a season begins.
 */
const openSportLists = new WeakMap<readonly SportCoverage[], Rendered>();

const renderOpenSports = (quoted: readonly SportCoverage[], now: number): Rendered => {
  const known = openSportLists.get(quoted);
  if (known !== undefined) return known;
  const list = renderJson(
    quoted.flatMap(({ key, fixtures }) => {
      const sport = findSport(key);
      return sport === undefined ? [] : [{ ...describeSport(sport, new Date(now)), fixtures }];
    }),
  );
  openSportLists.set(quoted, list);
  return list;
};

export const sportsRouter = router({
  list: freeProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/v1/sports",
        operationId: "listSports",
        summary: "List sports",
        description:
          "Every sport key, in season or not. With `hasFixtures=true`, only sports with upcoming fixtures, each with their number. Free.",
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
    .input(
      parsedOnce(
        z.object({
          hasFixtures: z.enum(["true", "false"]).default("false").meta({
            description: "`true`: only sports with upcoming fixtures, each with their number in `fixtures`.",
            example: "true",
          }),
        }),
      ),
    )
    .query(({ ctx: { services }, input }): Rendered => {
      const now = services.now();
      if (input.hasFixtures === "true") return renderOpenSports(services.board.quotedNow(), now);
      return sportLists.memo(Math.floor(now / dayMs));
    }),
});
